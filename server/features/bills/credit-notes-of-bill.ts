import type { CreditNote } from '@saldo/contract/bills/bills'
import type { Tx } from '../../db/connection.ts'

/** The credit notes of a bill, oldest first. */
export const creditNotesOf = (tx: Tx, bill_id: number) => tx<CreditNote[]>`
  select ${creditNoteColumns(tx)} from credit_notes
  where customer_id = (select customer_id from bills where bill_id = ${bill_id}) and bill_id = ${bill_id}
  order by credit_note_id`

/** A note's columns in the contract's format. */
export const creditNoteColumns = (tx: Tx) => tx`
  credit_note_id, bill_id, number, amount, freed, surplus, whole, reason, issue_date, actor`
