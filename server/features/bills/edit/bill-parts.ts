import { wrongBillDates } from '@saldo/domain/accounting/registration-dates'
import { whyNotByHand } from '@saldo/domain/bills/bill-number'
import type { Tx } from '../../../db/connection.ts'
import { badInput, conflict, notFound } from '../../../http/errors.ts'
import { lockSeries } from '../numbering/number-series.ts'

export type Line = { description: string; amount: number }
export type DueInstalment = { due_date: string; amount: number }
type Whose = { customer_id: number; bill_id: number }

/** The customer of this condominium and this person; 404 unless the actor sees both and they belong together. */
export async function customerOf(tx: Tx, of: { account_id: number; subject_id: number }): Promise<number> {
  const [account] = await tx`select customer_id, state from accounts where account_id = ${of.account_id}`
  if (!account) throw notFound('Il condominio')
  if (account.state === 'closed')
    throw conflict('account_closed', 'Il condominio è chiuso: riaprilo, poi potrai emettere bollette.', {
      account_id: 'È chiuso: riaprilo, poi potrai emettere bollette.',
    })
  const [subject] = await tx`
    select subject_id from subjects where subject_id = ${of.subject_id} and customer_id = ${account.customer_id}`
  if (!subject) throw notFound('La persona')
  return account.customer_id
}

export async function writeLines(tx: Tx, { customer_id, bill_id }: Whose, lines: Line[]): Promise<void> {
  await tx`delete from bill_lines where bill_id = ${bill_id}`
  await tx`insert into bill_lines ${tx(lines.map((line, index) => ({ ...line, position: index + 1, customer_id, bill_id })))}`
}

/**
 * Writes the instalments, earliest due date first. Existing rows are updated in place, because payment attempts, even
 * failed ones, refer to them. For the same reason an instalment with an attempt cannot be removed (409).
 */
export async function writeInstalments(tx: Tx, whose: Whose, instalments: DueInstalment[]): Promise<void> {
  const { customer_id, bill_id } = whose
  const rows = inOrder(instalments).map((instalment, index) => ({
    ...instalment,
    position: index + 1,
    customer_id,
    bill_id,
  }))
  const [tried] = await tx`
    select from bill_instalments i
    where i.bill_id = ${bill_id} and i.position > ${rows.length} and (
      exists (select from attempt_instalments t where t.instalment_id = i.instalment_id)
      or exists (select from allocation_parts p where p.instalment_id = i.instalment_id))
    limit 1`
  if (tried)
    throw conflict(
      'instalment_tried',
      'Una delle rate tolte ha già avuto un pagamento: annulla la bolletta e fanne una nuova.',
    )
  await tx`delete from bill_instalments where bill_id = ${bill_id} and position > ${rows.length}`
  await tx`
    insert into bill_instalments ${tx(rows)}
    on conflict (bill_id, position) do update set due_date = excluded.due_date, amount = excluded.amount`
}

export const inOrder = (instalments: DueInstalment[]): DueInstalment[] =>
  instalments.toSorted(
    (one, other) => Number(one.due_date > other.due_date) - Number(one.due_date < other.due_date),
  )

export const totalOf = (parts: { amount: number }[]): number =>
  parts.reduce((total, part) => total + part.amount, 0)

/** 400 at each field with an invalid date. */
export function requireDates(bill: Parameters<typeof wrongBillDates>[0]): void {
  const wrong = wrongBillDates(bill)
  const [first] = Object.values(wrong)
  if (first) throw badInput(wrong, first)
}

/** 400 at the field for a number in a format that only Saldo assigns. */
export function requireByHand(number: string): void {
  const why = whyNotByHand(number)
  if (why) throw badInput({ number: why })
}

/**
 * 409 at the field when another bill of the condominium has the number, ignoring case and blanks; says which.
 * `bill_id`: the bill itself.
 */
export async function requireFreeNumber(
  tx: Tx,
  of: { customer_id: number; account_id: number; number: string; bill_id?: number },
): Promise<void> {
  await lockSeries(tx, 'bill', of)
  const [other] = await tx<{ number: string; nominative: string }[]>`
    select b.number, s.nominative from bills b
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    where b.customer_id = ${of.customer_id} and b.account_id = ${of.account_id}
      and b.number_key = bill_number_key(${of.number}) and b.status <> 'cancelled'
      and b.bill_id is distinct from ${of.bill_id ?? null}::bigint
    limit 1`
  if (!other) return
  const said = `Questo numero è già della bolletta ${other.number} di ${other.nominative}.`
  throw conflict('already_exists', said, { number: said })
}

/** 409 at the field when the number is taken; for `conflictIfNotUnique`. */
export const numberTaken = {
  one_bill_per_number: { number: 'Questo numero è già di un’altra bolletta del condominio.' },
  one_bill_per_import_key: {
    account_id: 'In questo condominio c’è già la bolletta importata dalla stessa riga.',
  },
}
