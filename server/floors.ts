import type { Feature } from './feature.ts'
import { accounts } from './features/accounts/feature.ts'
import { agents } from './features/agents/feature.ts'
import { arrears } from './features/arrears/feature.ts'
import { audit } from './features/audit/feature.ts'
import { auth } from './features/auth/feature.ts'
import { autopays } from './features/autopays/feature.ts'
import { bills } from './features/bills/feature.ts'
import { books } from './features/books/feature.ts'
import { budgets } from './features/budgets/feature.ts'
import { certificates } from './features/certificates/feature.ts'
import { cities } from './features/cities/feature.ts'
import { connected } from './features/connected/feature.ts'
import { contacts } from './features/contacts/feature.ts'
import { creditNotes } from './features/credit-notes/feature.ts'
import { creditRefunds } from './features/credit-refunds/feature.ts'
import { customers } from './features/customers/feature.ts'
import { dashboard } from './features/dashboard/feature.ts'
import { debitRuns } from './features/debit-runs/feature.ts'
import { debits } from './features/debits/feature.ts'
import { delegations } from './features/delegations/feature.ts'
import { demo } from './features/demo/feature.ts'
import { disputes } from './features/disputes/feature.ts'
import { documentChecks } from './features/document-checks/feature.ts'
import { documents } from './features/documents/feature.ts'
import { emailTemplates } from './features/email-templates/feature.ts'
import { emails } from './features/emails/feature.ts'
import { files } from './features/files/feature.ts'
import { flows } from './features/flows/feature.ts'
import { handover } from './features/handover/feature.ts'
import { impersonations } from './features/impersonations/feature.ts'
import { imports } from './features/imports/feature.ts'
import { lateInterest } from './features/late-interest/feature.ts'
import { leaving } from './features/leaving/feature.ts'
import { mandates } from './features/mandates/feature.ts'
import { messages } from './features/messages/feature.ts'
import { moneyTransfers } from './features/money-transfers/feature.ts'
import { mybill } from './features/mybill/feature.ts'
import { notices } from './features/notices/feature.ts'
import { operations } from './features/operations/feature.ts'
import { otp } from './features/otp/feature.ts'
import { ownData } from './features/own-data/feature.ts'
import { passwords } from './features/passwords/feature.ts'
import { paymentDetail } from './features/payment-detail/feature.ts'
import { payments } from './features/payments/feature.ts'
import { payouts } from './features/payouts/feature.ts'
import { plans } from './features/plans/feature.ts'
import { platform } from './features/platform/feature.ts'
import { providerAccounts } from './features/provider-accounts/feature.ts'
import { queries } from './features/queries/feature.ts'
import { receipts } from './features/receipts/feature.ts'
import { reconciliation } from './features/reconciliation/feature.ts'
import { refunds } from './features/refunds/feature.ts'
import { registration } from './features/registration/feature.ts'
import { reminders } from './features/reminders/feature.ts'
import { reports } from './features/reports/feature.ts'
import { research } from './features/research/feature.ts'
import { secondSteps } from './features/second-steps/feature.ts'
import { sessions } from './features/sessions/feature.ts'
import { settings } from './features/settings/feature.ts'
import { sources } from './features/sources/feature.ts'
import { statements } from './features/statements/feature.ts'
import { subjects } from './features/subjects/feature.ts'
import { transfers } from './features/transfers/feature.ts'
import { units } from './features/units/feature.ts'
import { users } from './features/users/feature.ts'
import { webhooks } from './features/webhooks/feature.ts'

/** Files below every folder: they import no folder. */
export const foundation = [
  'env.ts',
  'events.ts',
  'feature.ts',
  'version.ts',
  'live-settings.ts',
  'trusted-proxies.ts',
  'db/address.ts',
  'http/errors.ts',
] as const

export const ground = [
  'db',
  'files',
  'pdf',
  'http',
  'log',
  'links',
  'jobs',
  'provider',
  'ledger',
  'timeline',
  'mail',
  'identity',
  'exports',
  'bank-files',
] as const

/**
 * The sections of the server by folder name, from the lowest floor to the highest. A section imports only sections that
 * stand before it, and the folders below all of them (`ground`). A later section learns of something by an event
 * (events.ts). `floors.test.ts` names the first import that breaks the order.
 */
export const floors = {
  // Registry: people, condominiums, offices.
  registry: {
    settings,
    cities,
    platform,
    messages,
    'email-templates': emailTemplates,
    otp,
    'second-steps': secondSteps,
    auth,
    sessions,
    passwords,
    users,
    contacts,
    customers,
    impersonations,
    accounts,
    subjects,
    units,
    documents,
    registration,
    delegations,
    'provider-accounts': providerAccounts,
  },
  // Asking: what people owe and when it is due.
  asking: {
    bills,
    'late-interest': lateInterest,
    plans,
    budgets,
  },
  // Paying: money that comes in, and money that goes back.
  paying: {
    flows,
    mandates,
    sources,
    payments,
    debits,
    autopays,
    connected,
    refunds,
    disputes,
    'credit-notes': creditNotes,
    notices,
    'debit-runs': debitRuns,
    'credit-refunds': creditRefunds,
    transfers,
    'payment-detail': paymentDetail,
    webhooks,
    payouts,
    'money-transfers': moneyTransfers,
  },
  // Watching: figures computed from everything below, and notifications.
  watching: {
    reconciliation,
    reminders,
    arrears,
    books,
    dashboard,
    statements,
    certificates,
    reports,
    receipts,
    agents,
    queries,
    audit,
  },
  // Doors: entry points from outside, which may use everything.
  doors: {
    mybill,
    'own-data': ownData,
    leaving,
    research,
    imports,
    handover,
    emails,
    files,
    'document-checks': documentChecks,
    demo,
    operations,
  },
} satisfies Record<string, Record<string, Feature>>
