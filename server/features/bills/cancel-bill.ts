import * as contract from '@saldo/contract/bills'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import { cancelDebitsOfBill } from '../debits/cancel-planned-debits.ts'
import { requireNoPlan } from '../plans/plan-bills.ts'
import { billDetail } from './bill-detail.ts'
import { lockBill, requirePhase } from './locked-bill.ts'

/** The bill stays, cancelled: its number and its history remain readable. */
export const cancelBill = serve(contract.cancelBill, async ({ tx, params }) => {
  const bill = await lockBill(tx, params.id)
  requirePhase('cancel', bill)
  await requireNoPlan(tx, bill.bill_id, 'cancel')
  await tx`update bills set status = 'cancelled', updated_at = now() where bill_id = ${bill.bill_id}`
  const { customer_id, bill_id } = bill
  await cancelDebitsOfBill(tx, bill_id, 'La bolletta è stata annullata.')
  const actor = await actorName(tx)
  await recordBillEvent(tx, { customer_id, bill_id, kind: 'cancelled', text: 'Bolletta annullata', actor })
  return billDetail(tx, bill_id)
})
