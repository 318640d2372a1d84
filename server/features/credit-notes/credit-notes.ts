import type { CreditNote } from '@saldo/contract/bills/bills'
import type { Tx } from '../../db/connection.ts'
import { creditNoteColumns } from '../bills/credit-notes-of-bill.ts'

/** The note of an earlier request with the same idempotency key. */
export async function creditNoteOfForm(tx: Tx, bill_id: number, key: string): Promise<CreditNote | null> {
  const [note] = await tx<CreditNote[]>`
    select ${creditNoteColumns(tx)} from credit_notes where bill_id = ${bill_id} and idempotency_key = ${key}`
  return note ?? null
}

export async function insertCreditNote(tx: Tx, row: Record<string, unknown>): Promise<CreditNote> {
  const [note] = await tx<
    CreditNote[]
  >`insert into credit_notes ${tx(row)} returning ${creditNoteColumns(tx)}`
  return note as CreditNote
}
