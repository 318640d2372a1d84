import type { Section } from '@saldo/domain/section'
import { type Actor, actorMay } from '../../http/actor.ts'

/**
 * Which sub-users get a hint, by its name: those who may read one of these sections; `office`: every user of the office. A
 * table with a new name in `keep_live` adds it here (live-readers.test.ts).
 */
export const liveReaders: Readonly<Record<string, readonly Section[] | 'office'>> = {
  accounts: ['accounts'],
  'bank-statements': ['payments'],
  bills: ['bills'],
  budgets: ['bills'],
  'contact-changes': ['accounts', 'office'],
  'credit-refunds': ['payments'],
  customers: 'office',
  debits: ['debits'],
  documents: ['documents'],
  flows: ['payments'],
  handovers: ['office'],
  impersonations: 'office',
  imports: ['accounts', 'subjects', 'bills'],
  'money-transfers': ['payments'],
  notices: ['payments'],
  'office-debts': ['payments'],
  'payer-rules': ['payments'],
  payments: ['payments'],
  plans: ['bills'],
  'receipt-layouts': ['payments'],
  reminders: ['bills'],
  sources: ['debits'],
  subjects: ['subjects'],
  transfers: ['payments'],
}

/** Whether the actor may hear that records of this name changed. Only sub-users are limited. */
export function mayHearOf(actor: Actor, noun: string): boolean {
  const readers = liveReaders[noun] ?? []
  return (
    readers === 'office' || !isLimited(actor) || readers.some((section) => actorMay(actor, `${section}:read`))
  )
}

const isLimited = (actor: Actor) => 'permissions' in actor && actor.permissions !== null
