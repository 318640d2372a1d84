import type { Day } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'

export type OpenBill = {
  bill_id: number
  number: string
  subject_id: number
  email: string | null
  /** Still due, the earliest first. */
  instalments: { instalment_id: number; due_date: Day; still_due: number; held: boolean }[]
}

/**
 * For each debit the bills of the condominium whose number is a word of its text or is its reference, locked in the order
 * of ids.
 */
export async function openBillsNamed(
  tx: Tx,
  { customer_id, account_id }: { customer_id: number; account_id: number },
  debits: readonly { text: string; end_to_end_id: string }[],
): Promise<OpenBill[][]> {
  const words = debits.map(wordsOf)
  const bills = await tx<OpenBill[]>`
    select b.bill_id, b.number, b.subject_id, s.email
    from bills b
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    where b.customer_id = ${customer_id} and b.account_id = ${account_id} and b.status = 'issued'
      and b.number = any(${[...new Set(words.flat())]}::text[])
    order by b.bill_id for update of b`
  const instalments = await tx<(OpenBill['instalments'][number] & { bill_id: number })[]>`
    select bill_id, instalment_id, due_date, amount - settled as still_due, pending > 0 as held
    from bill_instalments
    where customer_id = ${customer_id} and bill_id = any(${bills.map(({ bill_id }) => bill_id)}::bigint[])
      and settled < amount
    order by due_date, position`
  const byBill = new Map(
    bills.map((bill) => [bill.bill_id, { ...bill, instalments: [] as OpenBill['instalments'] }]),
  )
  for (const { bill_id, ...instalment } of instalments) byBill.get(bill_id)?.instalments.push(instalment)
  const byNumber = Map.groupBy(byBill.values(), ({ number }) => number)
  return words.map((each) => each.flatMap((word) => byNumber.get(word) ?? []))
}

/** Runs of letters, digits and what bill numbers have between them, and what stands before a full stop. */
function wordsOf({ text, end_to_end_id }: { text: string; end_to_end_id: string }): string[] {
  const found = text.match(/[\p{L}\p{N}][\p{L}\p{N}/._-]*/gu) ?? []
  return [...new Set([...found, ...found.map((word) => word.replace(/[/._-]+$/, '')), end_to_end_id])]
}
