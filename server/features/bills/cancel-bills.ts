import * as contract from '@saldo/contract/bills'
import { whyNotCancel } from '@saldo/domain/bill'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { cancelDebitsOfBills } from '../debits/cancel-planned-debits.ts'
import { actorName } from './actor-name.ts'
import { recordBillEvents } from './bill-event.ts'
import type { LockedBill } from './locked-bill.ts'

/** Those that can be cancelled are, in statements and not one by one; of each of the others it says why not. */
export const cancelBills = serve(contract.cancelBills, async ({ tx, body }) => {
  const ids = [...new Set(body.ids)]
  const bills = await tx<Pick<LockedBill, 'bill_id' | 'customer_id' | 'number' | 'phase' | 'settled'>[]>`
    select bill_id, customer_id, number, phase, settled from bills where bill_id = any(${ids}) order by bill_id for update`
  if (bills.length < ids.length) throw notFound('Una delle bollette')
  const judged = bills.map((bill) => ({ ...bill, reason: whyNotCancel(bill) }))
  const able = judged.filter(({ reason }) => reason === null)
  const bill_ids = able.map(({ bill_id }) => bill_id)
  await tx`update bills set status = 'cancelled', updated_at = now() where bill_id = any(${bill_ids}::bigint[])`
  await cancelDebitsOfBills(tx, bill_ids, 'La bolletta è stata annullata.')
  const event = { kind: 'cancelled', text: 'Bolletta annullata', actor: await actorName(tx) }
  // A super user for nobody in particular may name bills of several customers.
  for (const [customer_id, of] of Map.groupBy(able, (bill) => bill.customer_id))
    await recordBillEvents(tx, of, { customer_id, ...event })
  return {
    cancelled: able.length,
    refused: judged.flatMap(({ bill_id, number, reason }) => (reason ? [{ bill_id, number, reason }] : [])),
  }
})
