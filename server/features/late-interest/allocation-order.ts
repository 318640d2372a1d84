import * as contract from '@saldo/contract/bills/late-interest'
import type { Tx } from '../../db/connection.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { serve } from '../../http/serve.ts'
import { saveInterestFirst } from '../customers/interest-first.ts'

export const getAllocationOrder = serve(contract.getAllocationOrder, async ({ tx, actor }) =>
  orderOf(tx, await recordCustomer(tx, actor, undefined)),
)

export const saveAllocationOrder = serve(contract.saveAllocationOrder, async ({ tx, actor, body }) => {
  const customer_id = await recordCustomer(tx, actor, undefined)
  await saveInterestFirst(tx, customer_id, body.interest_first)
  return orderOf(tx, customer_id)
})

async function orderOf(tx: Tx, customer_id: number): Promise<contract.AllocationOrder> {
  const [order] = await tx<contract.AllocationOrder[]>`
    select interest_first from customers where customer_id = ${customer_id}`
  return { interest_first: order?.interest_first ?? false }
}
