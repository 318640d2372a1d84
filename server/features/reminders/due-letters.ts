import {
  type LeftOutReason,
  type PlannedLetter,
  planLetter,
  type ReminderSequence,
} from '@saldo/domain/arrears/reminder-plan'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { ApiError, notFound } from '../../http/errors.ts'
import { type BillOfHolder, factsOf, type Selection } from './reminder-facts.sql.ts'
import { sequencesOf } from './sequences.ts'

export type DueLetter = PlannedLetter<BillOfHolder> & { holder: BillOfHolder }
export type LeftOutBill = { bill: BillOfHolder; reason: LeftOutReason }
/** The letters due now, some of them on paper only (`no_email`), and the bills that no letter asks for. */
export type DueLetters = { letters: DueLetter[]; left_out: LeftOutBill[] }

/** One letter at most for each selected holder. The preview, the nightly run and the moment of departure all ask here. */
export async function dueLetters(tx: Tx, customer_id: number, of: Selection): Promise<DueLetters> {
  const bills = await factsOf(tx, customer_id, of)
  const sequences = await sequencesOf(tx, customer_id, [
    ...new Set(bills.map(({ account_id }) => account_id)),
  ])
  const due: DueLetters = { letters: [], left_out: [] }
  for (const ofHolder of byHolder(bills)) {
    const [holder] = ofHolder
    if (!holder) continue
    const sequence = sequences.get(holder.account_id) as ReminderSequence
    const { letter, left_out } = planLetter(holder, ofHolder, sequence, today())
    due.left_out.push(...left_out)
    if (letter?.reason) due.left_out.push(...leftOut(letter, letter.reason))
    else if (letter) due.letters.push({ ...letter, holder })
  }
  return due
}

export const leftOut = ({ lines }: Pick<DueLetter, 'lines'>, reason: LeftOutReason): LeftOutBill[] =>
  lines.map(({ bill }) => ({ bill, reason }))

function byHolder(bills: readonly BillOfHolder[]): BillOfHolder[][] {
  const groups = new Map<string, BillOfHolder[]>()
  for (const bill of bills) {
    const key = `${bill.account_id} ${bill.subject_id}`
    const group = groups.get(key)
    if (group) group.push(bill)
    else groups.set(key, [bill])
  }
  return [...groups.values()]
}

/**
 * The customer of the selected bills; 404 unless all are visible to the actor, 422 when they belong to several
 * customers.
 */
export async function customerOfSelection(
  tx: Tx,
  of: { account_id: number | undefined; bill_ids: readonly number[] },
): Promise<number> {
  const [account] =
    of.account_id === undefined
      ? []
      : await tx`select customer_id from accounts where account_id = ${of.account_id}`
  if (of.account_id !== undefined && !account) throw notFound('Il condominio')
  const bill_ids = [...new Set(of.bill_ids)]
  const customers = await tx`
    select customer_id, count(*)::int as count from bills where bill_id = any(${bill_ids}::bigint[]) group by customer_id`
  if (customers.reduce((sum, { count }) => sum + count, 0) < bill_ids.length)
    throw notFound('Una delle bollette')
  const all = new Set([...customers, ...(account ? [account] : [])].map(({ customer_id }) => customer_id))
  const [customer_id, ...others] = all
  if (others.length > 0) throw new ApiError(422, 'several_customers', 'Scegli bollette di un solo cliente.')
  return customer_id as number
}

/** How many bills were left out, by reason. */
export function countReasons(bills: readonly LeftOutBill[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { reason } of bills) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
/** The most frequent first. */
export const asList = (counts: Record<string, number>) =>
  (Object.entries(counts) as [LeftOutReason, number][])
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count)
