import { api } from '../../../api.ts'
import { searchAccounts } from '../../../records/account-reference.ts'
import { searchSubjects, subjectReference } from '../../../records/subject-reference.ts'
import type { Reference } from '../../../ui/form/OptionList.tsx'

/** Where a collection is registered from: what is known already is filled in. */
export type CollectionFrom = {
  account?: Reference | undefined
  subject?: Reference | undefined
  /** The bill that it pays, and what is due of it. */
  bill?: { bill_id: number; number: string; due: number } | undefined
  /** The people of a unit, to choose from. */
  people?: Reference[] | undefined
}

/** A search among a few known records. */
export const searchAmong = (records: readonly Reference[]) => async (text: string) =>
  records.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

/** The condominiums where a person has something to pay. */
export const accountsToPay = (subject_id: number, signal: AbortSignal): Promise<Reference[]> =>
  accountsWithBills({ subject_id, money: 'residue' }, signal)

async function accountsWithBills(
  of: { subject_id: number; money?: 'residue' },
  signal: AbortSignal,
): Promise<Reference[]> {
  const { items } = await api('GET /v1/bills', {
    query: { ...of, sort: 'next_due_date', limit: 200 },
    signal,
  })
  return [...new Map(items.map(({ account_id, account_name }) => [account_id, account_name]))].map(
    ([account_id, account_name]) => ({ value: String(account_id), label: account_name }),
  )
}

/**
 * The condominiums for a person: first those where they have something to pay, then those where they have other bills.
 * Typing also finds the others, so that a person who was chosen first stands in nobody's way.
 */
export const accountsFor = (subject: Reference | null) =>
  subject === null
    ? searchAccounts
    : async (text: string, signal: AbortSignal): Promise<Reference[]> => {
        const subject_id = Number(subject.value)
        const [owing, billed, named] = await Promise.all([
          accountsToPay(subject_id, signal),
          accountsWithBills({ subject_id }, signal),
          text === '' ? [] : searchAccounts(text, signal),
        ])
        const theirs = [
          ...owing.map((account) => ({ ...account, hint: 'ha bollette da pagare' })),
          ...billed.map((account) => ({ ...account, hint: 'niente da pagare' })),
        ].filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
        const others = theirs.length === 0 && text === '' ? await searchAccounts(text, signal) : named
        return onceEach([...theirs, ...others])
      }

/** The people of a condominium: with a right in one of its units, or with a bill there. All people if none is chosen. */
export const peopleFor = (account: Reference | null) =>
  account === null
    ? searchSubjects
    : async (text: string, signal: AbortSignal): Promise<Reference[]> => {
        const { items } = await api('GET /v1/subjects', {
          query: { account_id: Number(account.value), q: text, limit: 20 },
          signal,
        })
        return items.map(subjectReference)
      }

const onceEach = (references: readonly Reference[]) =>
  references.filter(({ value }, place) => references.findIndex((each) => each.value === value) === place)
