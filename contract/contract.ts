import type { z } from 'zod'
import * as documentChecks from './backoffice/document-checks.ts'
import * as files from './backoffice/files.ts'
import * as queries from './backoffice/queries.ts'
import * as arrears from './bills/arrears.ts'
import * as billRuns from './bills/bill-runs.ts'
import * as bills from './bills/bills.ts'
import * as budgets from './bills/budgets.ts'
import * as lateInterest from './bills/late-interest.ts'
import * as myHistory from './bills/my-history.ts'
import * as mybill from './bills/mybill.ts'
import * as mybills from './bills/mybills.ts'
import * as openBills from './bills/open-bills.ts'
import * as paperLetters from './bills/paper-letters.ts'
import * as plans from './bills/plans.ts'
import * as reminders from './bills/reminders.ts'
import * as demo from './demo.ts'
import * as emails from './emails.ts'
import type { Endpoint } from './endpoint.ts'
import * as auth from './identity/auth.ts'
import * as dataExports from './identity/data-exports.ts'
import * as delegations from './identity/delegations.ts'
import * as impersonations from './identity/impersonations.ts'
import * as leaving from './identity/leaving.ts'
import * as otp from './identity/otp.ts'
import * as passwords from './identity/passwords.ts'
import * as registration from './identity/registration.ts'
import * as secondSteps from './identity/second-steps.ts'
import * as sessions from './identity/sessions.ts'
import * as subUsers from './identity/sub-users.ts'
import * as users from './identity/users.ts'
import * as imports from './imports.ts'
import * as messages from './messages.ts'
import * as operationChecks from './operations/checks.ts'
import * as failedJobs from './operations/failed-jobs.ts'
import * as providerEvents from './operations/provider-events.ts'
import * as stuckAttempts from './operations/stuck-attempts.ts'
import * as operations from './operations.ts'
import * as outbox from './outbox.ts'
import * as allocations from './payments/allocations.ts'
import * as autopays from './payments/autopays.ts'
import * as bankStatements from './payments/bank-statements.ts'
import * as collections from './payments/collections.ts'
import * as creditRefunds from './payments/credit-refunds.ts'
import * as debitRuns from './payments/debit-runs.ts'
import * as debits from './payments/debits.ts'
import * as disputes from './payments/disputes.ts'
import * as flows from './payments/flows.ts'
import * as mandates from './payments/mandates.ts'
import * as moneyTransfers from './payments/money-transfers.ts'
import * as movableBalances from './payments/movable-balances.ts'
import * as notices from './payments/notices.ts'
import * as officeDebts from './payments/office-debts.ts'
import * as payments from './payments/payments.ts'
import * as payouts from './payments/payouts.ts'
import * as refunds from './payments/refunds.ts'
import * as sources from './payments/sources.ts'
import * as transfers from './payments/transfers.ts'
import * as announcements from './platform/announcements.ts'
import * as featureSwitches from './platform/feature-switches.ts'
import * as maintenances from './platform/maintenances.ts'
import * as minimumVersions from './platform/minimum-versions.ts'
import * as accountIban from './registry/account-iban.ts'
import * as accounts from './registry/accounts.ts'
import * as activations from './registry/activations.ts'
import * as cities from './registry/cities.ts'
import * as contactChanges from './registry/contact-changes.ts'
import * as customers from './registry/customers.ts'
import * as documents from './registry/documents.ts'
import * as handovers from './registry/handovers.ts'
import * as ibanBlacklist from './registry/iban-blacklist.ts'
import * as mergeSubjects from './registry/merge-subjects.ts'
import * as myRecords from './registry/my-records.ts'
import * as notes from './registry/notes.ts'
import * as postalSlips from './registry/postal-slips.ts'
import * as providerAccounts from './registry/provider-accounts.ts'
import * as subjects from './registry/subjects.ts'
import * as units from './registry/units.ts'
import * as registryImports from './registry-imports.ts'
import * as agents from './reports/agents.ts'
import * as audit from './reports/audit.ts'
import * as books from './reports/books.ts'
import * as certificates from './reports/certificates.ts'
import * as dashboard from './reports/dashboard.ts'
import * as firstSteps from './reports/first-steps.ts'
import * as printedReports from './reports/printed.ts'
import * as receiptsExport from './reports/receipts-export.ts'
import * as reconciliation from './reports/reconciliation.ts'
import * as reportSubscriptions from './reports/report-subscriptions.ts'
import * as reports from './reports/reports.ts'
import * as research from './reports/research.ts'
import * as situation from './reports/situation.ts'
import * as statements from './reports/statements.ts'
import * as branding from './settings/branding.ts'
import * as emailTemplates from './settings/email-templates.ts'
import * as settings from './settings.ts'

const nouns = {
  ...operations,
  ...operationChecks,
  ...failedJobs,
  ...stuckAttempts,
  ...providerEvents,
  ...maintenances,
  ...featureSwitches,
  ...announcements,
  ...minimumVersions,
  ...auth,
  ...secondSteps,
  ...users,
  ...delegations,
  ...impersonations,
  ...subUsers,
  ...registration,
  ...leaving,
  ...dataExports,
  ...passwords,
  ...sessions,
  ...cities,
  ...otp,
  ...settings,
  ...emailTemplates,
  ...branding,
  ...demo,
  ...customers,
  ...activations,
  ...contactChanges,
  ...documents,
  ...accounts,
  ...postalSlips,
  ...accountIban,
  ...ibanBlacklist,
  ...documentChecks,
  ...files,
  ...officeDebts,
  ...moneyTransfers,
  ...movableBalances,
  ...subjects,
  ...notes,
  ...mergeSubjects,
  ...statements,
  ...certificates,
  ...imports,
  ...registryImports,
  ...units,
  ...handovers,
  ...billRuns,
  ...bills,
  ...openBills,
  ...budgets,
  ...payments,
  ...allocations,
  ...collections,
  ...refunds,
  ...disputes,
  ...providerAccounts,
  ...reconciliation,
  ...messages,
  ...emails,
  ...outbox,
  ...mybill,
  ...mybills,
  ...myHistory,
  ...myRecords,
  ...sources,
  ...autopays,
  ...debits,
  ...flows,
  ...notices,
  ...debitRuns,
  ...creditRefunds,
  ...mandates,
  ...dashboard,
  ...firstSteps,
  ...reminders,
  ...paperLetters,
  ...plans,
  ...lateInterest,
  ...research,
  ...agents,
  ...queries,
  ...arrears,
  ...situation,
  ...receiptsExport,
  ...reports,
  ...printedReports,
  ...reportSubscriptions,
  ...books,
  ...payouts,
  ...transfers,
  ...bankStatements,
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
