import * as contract from '@saldo/contract/bills/bills'
import { today } from '@saldo/domain/dates'
import { conflictIfNotUnique } from '../../../db/unique-violation.ts'
import { emit } from '../../../events.ts'
import { conflict } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { recordBillEvent } from '../../../timeline/bill-event.ts'
import { billDetail } from '../bill-detail.ts'
import { lockBill, requirePhase } from '../locked-bill.ts'
import { requireChangeable } from '../may-change.ts'
import { nextBillNumber } from '../numbering/bill-number.ts'

/**
 * Cancels an unpaid bill and creates it again as a draft with the next number, to be corrected and issued. Each names
 * the other in its timeline. For a bill that is already cancelled only the draft is made, once.
 */
export const reissueBill = serve(contract.reissueBill, async ({ tx, services, params }) => {
  const bill = await lockBill(tx, params.id)
  if (bill.phase === 'draft')
    throw conflict('not_issued', 'È ancora una bozza: modificala, invece di riemetterla.')
  await requireChangeable(services, tx, bill.bill_id, 'reissue')
  if (bill.phase !== 'cancelled') {
    requirePhase('cancel', bill)
    await requireChangeable(services, tx, bill.bill_id, 'cancel')
  }
  const { customer_id, bill_id } = bill
  const issue_date = today()
  const number = await nextBillNumber(tx, bill, issue_date)
  const [made] = await conflictIfNotUnique(
    tx`
      insert into bills (customer_id, account_id, subject_id, number, description, unit, issue_date, amount, status,
        reissued_bill_id)
      select customer_id, account_id, subject_id, ${number}, description, unit, ${issue_date}, amount, 'draft', bill_id
      from bills where bill_id = ${bill_id} returning bill_id`,
    { one_reissue_per_bill: { id: 'Questa bolletta è già stata riemessa.' } },
  )
  const new_id = made?.bill_id as number
  await tx`
    insert into bill_lines (customer_id, bill_id, position, description, amount)
    select customer_id, ${new_id}, position, description, amount from bill_lines where bill_id = ${bill_id}`
  await tx`
    insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
    select customer_id, ${new_id}, row_number() over (order by position), due_date, amount
    from bill_instalments where bill_id = ${bill_id} and amount > 0`
  const actor = await actorName(tx)
  if (bill.phase !== 'cancelled') {
    await tx`update bills set status = 'cancelled', updated_at = now() where bill_id = ${bill_id}`
    await emit(services, tx, 'bills_cancelled', {
      bill_ids: [bill_id],
      reason: 'La bolletta è stata annullata.',
    })
  }
  await recordBillEvent(tx, {
    ...{ customer_id, bill_id, actor, kind: 'cancelled' },
    text: `Annullata: al suo posto la bolletta ${number}`,
  })
  await recordBillEvent(tx, {
    ...{ customer_id, bill_id: new_id, actor, kind: 'created' },
    text: `Bozza creata: al posto della bolletta ${bill.number}`,
  })
  return billDetail(tx, new_id)
})
