import {
  decideReminder,
  type LeftOutReason,
  type ReminderFacts,
  type ReminderStep,
} from '@saldo/domain/arrears/reminder-plan'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { ApiError, notFound } from '../../http/errors.ts'
import { sequencesOf } from './sequences.ts'

/** The bills to examine: the named ones, or all of a condominium that may still ask for something. */
export type Selection = { account_id: number | null; bill_ids: readonly number[] | null }

type Facts = ReminderFacts & {
  bill_id: number
  customer_id: number
  account_id: number
  subject_id: number
  number: string
  description: string
  account_name: string
  nominative: string
  business_name: string
}
/** A bill with its next step and, if no reminder is sent, the reason. */
export type JudgedBill = Facts & { step: ReminderStep | null; reason: LeftOutReason | null }

/** The selected bills with keys above `after`, in order, at most `limit`, each with today's decision. */
export async function reminderDecisions(
  tx: Tx,
  customer_id: number,
  of: Selection,
  { after = 0, limit }: { after?: number; limit?: number } = {},
): Promise<JudgedBill[]> {
  const bills = await factsOf(tx, customer_id, of, after, limit)
  const sequences = await sequencesOf(tx, customer_id, [
    ...new Set(bills.map(({ account_id }) => account_id)),
  ])
  const day = today()
  return bills.map((bill) => {
    const sequence = sequences.get(bill.account_id)
    if (!sequence) throw new Error(`no sequence for condominium ${bill.account_id}`)
    return { ...bill, ...decideReminder(bill, sequence, day) }
  })
}

const factsOf = (tx: Tx, customer_id: number, of: Selection, after: number, limit: number | undefined) => tx<
  Facts[]
>`
  select b.bill_id, b.customer_id, b.account_id, b.subject_id, b.number, b.description, b.phase, b.next_due_date,
    a.name as account_name, s.nominative, notice_email(s.customer_id, s.subject_id, s.email) as email, c.business_name,
    coalesce((select o.due_now from owed_bills o
      where o.customer_id = b.customer_id and o.bill_id = b.bill_id), 0) as due_now,
    b.pending > 0 or exists (select from debits d where d.customer_id = b.customer_id and d.bill_id = b.bill_id
      and d.state in ('planned', 'notified', 'started')) as under_way,
    exists (select from plan_bills p where p.customer_id = b.customer_id and p.bill_id = b.bill_id and p.open) as in_plan,
    (select max((r.created_at at time zone 'Europe/Rome')::date) from reminders r
      where r.customer_id = b.customer_id and r.bill_id = b.bill_id) as last_reminded,
    array(select r.days from reminders r where r.customer_id = b.customer_id and r.bill_id = b.bill_id
      and r.due_date = b.next_due_date) as sent_days
  from bills b
  join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
  join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
  join customers c on c.customer_id = b.customer_id
  where b.customer_id = ${customer_id} and b.bill_id > ${after}
    and ${of.bill_ids === null ? ofAccount(tx, of.account_id) : tx`b.bill_id = any(${[...of.bill_ids]}::bigint[])`}
  order by b.bill_id ${limit === undefined ? tx`` : tx`limit ${limit}`}`

const ofAccount = (tx: Tx, account_id: number | null) => tx`
  b.account_id = ${account_id}
    and b.phase in ('open', 'partly_paid', 'returned', 'refunded', 'pending', 'disputed')`

/**
 * The customer of the selected bills; 404 unless all are visible to the actor, 422 when they belong to several
 * customers.
 */
export async function customerOfSelection(tx: Tx, of: Selection): Promise<number> {
  const [account] =
    of.account_id === null
      ? []
      : await tx`select customer_id from accounts where account_id = ${of.account_id}`
  if (of.account_id !== null && !account) throw notFound('Il condominio')
  if (of.bill_ids === null) return account?.customer_id
  const bill_ids = [...new Set(of.bill_ids)]
  const customers = await tx`
    select customer_id, count(*)::int as count from bills where bill_id = any(${bill_ids}::bigint[]) group by customer_id`
  if (customers.reduce((sum, { count }) => sum + count, 0) < bill_ids.length)
    throw notFound('Una delle bollette')
  if (customers.length > 1)
    throw new ApiError(422, 'several_customers', 'Scegli bollette di un solo cliente.')
  return customers[0]?.customer_id
}

/** How many were left out, by reason, the most frequent first. */
export function countReasons(bills: readonly { reason: LeftOutReason | null }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { reason } of bills) if (reason) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
export const asList = (counts: Record<string, number>) =>
  (Object.entries(counts) as [LeftOutReason, number][])
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count)
