import * as contract from '@saldo/contract/bills/bills'
import { serve } from '../../../http/serve.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { recordBillEvent } from '../../../timeline/bill-event.ts'
import { billDetail } from '../bill-detail.ts'
import { lockBill, requirePhase } from '../locked-bill.ts'
import { requireChangeable } from '../may-change.ts'
import { withdrawBill } from './take-back.ts'

/** Cancels a bill; its number and history stay readable. */
export const cancelBill = serve(contract.cancelBill, async ({ tx, services, params }) => {
  const bill = await lockBill(tx, params.id)
  requirePhase('cancel', bill)
  await requireChangeable(services, tx, bill.bill_id, 'cancel')
  const { customer_id, bill_id } = bill
  await withdrawBill(services, tx, bill, 'La bolletta è stata annullata.')
  const actor = await actorName(tx)
  await recordBillEvent(tx, { customer_id, bill_id, kind: 'cancelled', text: 'Bolletta annullata', actor })
  return billDetail(tx, bill_id)
})
