import * as contract from '@saldo/contract/bills/late-interest'
import { type Route, serve } from '../../http/serve.ts'
import { getAllocationOrder, saveAllocationOrder } from './allocation-order.ts'
import { chargeLateInterest } from './charge-interest.ts'
import { interestOfBill } from './interest-of-bill.ts'
import { getInterestRule, saveInterestRule } from './interest-rule.ts'

const getLateInterest = serve(contract.getLateInterest, ({ tx, params }) => interestOfBill(tx, params.id))

export const lateInterestRoutes: Route[] = [
  getInterestRule,
  saveInterestRule,
  getAllocationOrder,
  saveAllocationOrder,
  getLateInterest,
  chargeLateInterest,
]
