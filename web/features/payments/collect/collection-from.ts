import { api } from '../../../api.ts'
import type { Reference } from '../../../ui/form/ReferenceField.tsx'

/** Where a collection is registered from: what is known already is filled in. */
export type CollectionFrom = {
  account?: Reference | undefined
  subject?: Reference | undefined
  /** The bill that it pays, and what is due of it. */
  bill?: { bill_id: number; number: string; due: number } | undefined
  /** The people of a unit, to choose from. */
  people?: Reference[] | undefined
  /** The condominiums where the person owes something, to choose from. */
  accounts?: Reference[] | undefined
}

/** A search among a few known records. */
export const searchAmong = (records: readonly Reference[]) => async (text: string) =>
  records.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

/** The condominiums where a person has something to pay. */
export async function accountsToPay(subject_id: number, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/bills', {
    query: { subject_id, money: 'residue', sort: 'next_due_date', limit: 100 },
    signal,
  })
  return [...new Map(items.map(({ account_id, account_name }) => [account_id, account_name]))].map(
    ([account_id, account_name]) => ({ value: String(account_id), label: account_name }),
  )
}
