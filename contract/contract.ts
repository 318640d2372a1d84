import type { z } from 'zod'
import * as accountIban from './account-iban.ts'
import * as accounts from './accounts.ts'
import * as agents from './agents.ts'
import * as allocations from './allocations.ts'
import * as arrears from './arrears.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as billRuns from './bill-runs.ts'
import * as bills from './bills.ts'
import * as books from './books.ts'
import * as budgets from './budgets.ts'
import * as certificates from './certificates.ts'
import * as cities from './cities.ts'
import * as customers from './customers.ts'
import * as dashboard from './dashboard.ts'
import * as debits from './debits.ts'
import * as disputes from './disputes.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as ibanBlacklist from './iban-blacklist.ts'
import * as imports from './imports.ts'
import * as lateInterest from './late-interest.ts'
import * as mergeSubjects from './merge-subjects.ts'
import * as messages from './messages.ts'
import * as mybill from './mybill.ts'
import * as mybills from './mybills.ts'
import * as officeDebts from './office-debts.ts'
import * as operations from './operations.ts'
import * as otp from './otp.ts'
import * as passwords from './passwords.ts'
import * as payments from './payments.ts'
import * as payouts from './payouts.ts'
import * as plans from './plans.ts'
import * as providerAccounts from './provider-accounts.ts'
import * as reconciliation from './reconciliation.ts'
import * as refunds from './refunds.ts'
import * as registration from './registration.ts'
import * as registryImports from './registry-imports.ts'
import * as reminders from './reminders.ts'
import * as research from './research.ts'
import * as secondSteps from './second-steps.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as sources from './sources.ts'
import * as statements from './statements.ts'
import * as subUsers from './sub-users.ts'
import * as subjects from './subjects.ts'
import * as units from './units.ts'
import * as users from './users.ts'

const nouns = {
  ...operations,
  ...auth,
  ...secondSteps,
  ...users,
  ...subUsers,
  ...registration,
  ...passwords,
  ...sessions,
  ...cities,
  ...otp,
  ...settings,
  ...customers,
  ...documents,
  ...accounts,
  ...accountIban,
  ...ibanBlacklist,
  ...officeDebts,
  ...subjects,
  ...mergeSubjects,
  ...statements,
  ...certificates,
  ...imports,
  ...registryImports,
  ...units,
  ...billRuns,
  ...bills,
  ...budgets,
  ...payments,
  ...allocations,
  ...refunds,
  ...disputes,
  ...providerAccounts,
  ...reconciliation,
  ...messages,
  ...mybill,
  ...mybills,
  ...sources,
  ...debits,
  ...dashboard,
  ...reminders,
  ...plans,
  ...lateInterest,
  ...research,
  ...agents,
  ...arrears,
  ...books,
  ...payouts,
  ...audit,
}

type Nouns = typeof nouns
type Promised = { [K in keyof Nouns as Nouns[K] extends Endpoint ? K : never]: Nouns[K] }
type AnyEndpoint = Extract<Promised[keyof Promised], Endpoint>

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'route' in value

/** All endpoints: the only list of them. */
export const contract: readonly Endpoint[] = (Object.values(nouns) as unknown[]).filter(isEndpoint)

/** Route → input and output types, for a client that imports only types. */
export type Contract = {
  [E in AnyEndpoint as E['route']]: {
    params: z.input<E['params']>
    query: z.input<E['query']>
    body: z.input<E['body']>
    reply: z.output<E['reply']>
  }
}
