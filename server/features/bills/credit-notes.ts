import type { CreditNote } from '@saldo/contract/bills'
import type { Tx } from '../../db/connection.ts'

/** The credit notes of a bill, the oldest first. */
export const creditNotesOf = (tx: Tx, bill_id: number) => tx<CreditNote[]>`
  select ${columns(tx)} from credit_notes
  where customer_id = (select customer_id from bills where bill_id = ${bill_id}) and bill_id = ${bill_id}
  order by credit_note_id`

/** The note that this form has already made. */
export async function creditNoteOfForm(tx: Tx, bill_id: number, key: string): Promise<CreditNote | null> {
  const [note] = await tx<CreditNote[]>`
    select ${columns(tx)} from credit_notes where bill_id = ${bill_id} and idempotency_key = ${key}`
  return note ?? null
}

export async function insertCreditNote(tx: Tx, row: Record<string, unknown>): Promise<CreditNote> {
  const [note] = await tx<CreditNote[]>`insert into credit_notes ${tx(row)} returning ${columns(tx)}`
  return note as CreditNote
}

const columns = (tx: Tx) => tx`
  credit_note_id, bill_id, number, amount, freed, surplus, whole, reason, issue_date, actor`
