import type { LeftOutReason } from '@saldo/domain/arrears/reminder-plan'
import type { Tx } from '../../db/connection.ts'
import type { LeftOutBill } from './due-letters.ts'

/**
 * Why a letter that was prepared is not due any more: what keeps its own bills out of letters. A bill in no list asks for
 * nothing any more: it was paid, or else withdrawn.
 */
export async function whyGone(
  tx: Tx,
  { customer_id, reminder_id }: { customer_id: number; reminder_id: number },
  left_out: readonly LeftOutBill[],
): Promise<LeftOutReason> {
  const own = await tx<{ bill_id: number; paid: boolean }[]>`
    select l.bill_id, b.settled > 0 as paid from reminder_bills l
    join bills b on b.customer_id = l.customer_id and b.bill_id = l.bill_id
    where l.customer_id = ${customer_id} and l.reminder_id = ${reminder_id}
    order by l.asked desc, l.position`
  const held = own.flatMap(({ bill_id }) => left_out.filter(({ bill }) => bill.bill_id === bill_id))[0]
  return held?.reason ?? (own.some(({ paid }) => paid) ? 'paid' : 'not_payable')
}
