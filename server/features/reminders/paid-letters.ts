import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'

type PaidLetter = { reminder_id: number; nominative: string; asked: number; left: number }

/**
 * Letters to be delivered that ask for money that was paid, or is being paid, since they were prepared. `left`: what is
 * still owed of what they ask, in cents. An instalment that has become due since is not theirs.
 */
const paidLetters = (tx: Tx, ids: readonly number[]) => tx<PaidLetter[]>`
  select r.reminder_id, s.nominative, sum(l.amount)::bigint as asked, sum(least(l.amount, o.owed))::bigint as left
  from reminders r
  join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id
  join reminder_bills l on l.customer_id = r.customer_id and l.reminder_id = r.reminder_id
  join bills b on b.customer_id = l.customer_id and b.bill_id = l.bill_id
  cross join lateral (
    select coalesce(sum(i.amount - i.settled - i.pending)
      filter (where b.phase not in ('draft', 'cancelled')), 0) as owed
    from bill_instalments i
    where i.customer_id = b.customer_id and i.bill_id = b.bill_id
      and i.due_date <= greatest(l.due_date, (r.created_at at time zone 'Europe/Rome')::date)) o
  where r.reminder_id = any(${[...ids]}::bigint[]) and r.state = 'to_deliver'
  group by r.reminder_id, s.nominative
  having sum(least(l.amount, o.owed)) < sum(l.amount)
  order by s.nominative, r.reminder_id`

/** 409 when one of the letters asks for money that was paid since: it is to be prepared anew, or given up. */
export async function requireUnpaid(tx: Tx, ids: readonly number[]): Promise<void> {
  const [first, ...others] = await paidLetters(tx, ids)
  if (!first) return
  const { nominative, asked, left } = first
  const more =
    others.length === 0
      ? ''
      : others.length === 1
        ? ', e un’altra lettera'
        : `, e altre ${others.length} lettere`
  const now =
    left > 0
      ? `la lettera chiede ${formatEuro(asked)} e restano ${formatEuro(left)}`
      : `dei ${formatEuro(asked)} della lettera non resta niente`
  throw conflict(
    'letter_paid',
    `Dopo la preparazione è arrivato un pagamento: ${nominative}, ${now}${more}. Aggiorna le lettere, o annulla quelle che non servono più.`,
  )
}
