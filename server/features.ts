import type { Feature } from './feature.ts'
import { accounts } from './features/accounts/feature.ts'
import { agents } from './features/agents/feature.ts'
import { arrears } from './features/arrears/feature.ts'
import { audit } from './features/audit/feature.ts'
import { auth } from './features/auth/feature.ts'
import { bills } from './features/bills/feature.ts'
import { books } from './features/books/feature.ts'
import { budgets } from './features/budgets/feature.ts'
import { certificates } from './features/certificates/feature.ts'
import { cities } from './features/cities/feature.ts'
import { connected } from './features/connected/feature.ts'
import { creditNotes } from './features/credit-notes/feature.ts'
import { customers } from './features/customers/feature.ts'
import { dashboard } from './features/dashboard/feature.ts'
import { debits } from './features/debits/feature.ts'
import { demo } from './features/demo/feature.ts'
import { disputes } from './features/disputes/feature.ts'
import { documents } from './features/documents/feature.ts'
import { imports } from './features/imports/feature.ts'
import { lateInterest } from './features/late-interest/feature.ts'
import { mandates } from './features/mandates/feature.ts'
import { messages } from './features/messages/feature.ts'
import { mybill } from './features/mybill/feature.ts'
import { operations } from './features/operations/feature.ts'
import { otp } from './features/otp/feature.ts'
import { passwords } from './features/passwords/feature.ts'
import { paymentDetail } from './features/payment-detail/feature.ts'
import { payments } from './features/payments/feature.ts'
import { payouts } from './features/payouts/feature.ts'
import { plans } from './features/plans/feature.ts'
import { providerAccounts } from './features/provider-accounts/feature.ts'
import { reconciliation } from './features/reconciliation/feature.ts'
import { refunds } from './features/refunds/feature.ts'
import { registration } from './features/registration/feature.ts'
import { reminders } from './features/reminders/feature.ts'
import { research } from './features/research/feature.ts'
import { secondSteps } from './features/second-steps/feature.ts'
import { sessions } from './features/sessions/feature.ts'
import { settings } from './features/settings/feature.ts'
import { sources } from './features/sources/feature.ts'
import { statements } from './features/statements/feature.ts'
import { subjects } from './features/subjects/feature.ts'
import { units } from './features/units/feature.ts'
import { users } from './features/users/feature.ts'
import { webhooks } from './features/webhooks/feature.ts'
import { type FeatureName, floors } from './floors.ts'
import { identity } from './identity/feature.ts'
import { queue } from './jobs/feature.ts'
import type { JobDefinition, JobName } from './jobs/jobs.ts'
import { ledger } from './ledger/feature.ts'
import { links } from './links/feature.ts'
import type { EmailTemplate } from './mail/emails.ts'
import { mail } from './mail/feature.ts'
import type { ProviderEvents } from './provider/provider-events.ts'
import { timeline } from './timeline/feature.ts'

/** What the folders below the sections add: tables, jobs, mails. */
export const groundFeatures = { queue, links, ledger, timeline, mail, identity }

/** All sections, by folder name. A section that floors.ts does not name, or names alone, is a type error. */
export const sections = {
  settings,
  cities,
  messages,
  otp,
  'second-steps': secondSteps,
  auth,
  sessions,
  passwords,
  users,
  customers,
  accounts,
  subjects,
  units,
  documents,
  registration,
  'provider-accounts': providerAccounts,
  bills,
  'late-interest': lateInterest,
  plans,
  budgets,
  mandates,
  sources,
  payments,
  debits,
  connected,
  refunds,
  disputes,
  'credit-notes': creditNotes,
  'payment-detail': paymentDetail,
  webhooks,
  payouts,
  reconciliation,
  reminders,
  arrears,
  books,
  dashboard,
  statements,
  certificates,
  agents,
  audit,
  mybill,
  research,
  imports,
  demo,
  operations,
} satisfies Record<FeatureName, Feature>

/** From the lowest floor to the highest. */
const inOrder: readonly Feature[] = [
  ...Object.values<Feature>(groundFeatures),
  ...floors.flatMap<Feature>(({ features }) => features.map((name) => sections[name])),
]

export const routes = inOrder.flatMap((each) => each.routes ?? [])
export const listeners = inOrder.flatMap((each) => each.on ?? [])
export const jobs = merged((each) => each.jobs) as { [N in JobName]: JobDefinition<N> }
export const mails = merged((each) => each.mails) as Record<EmailTemplate, URL>
export const provider_events = merged((each) => each.provider_events) as ProviderEvents

/** A job or a mail that has a type but is declared by no `feature.ts` is a type error: the error names it. */
export type UndeclaredJobs = Nothing<Exclude<JobName, DeclaredKeys<'jobs'>>>
export type UndeclaredMails = Nothing<Exclude<EmailTemplate, DeclaredKeys<'mails'>>>

type Nothing<Missing extends never> = Missing
type All = (typeof sections)[FeatureName] | (typeof groundFeatures)[keyof typeof groundFeatures]
type DeclaredKeys<Part extends 'jobs' | 'mails'> = All extends infer Each
  ? Each extends { [P in Part]: infer Declared }
    ? keyof Declared
    : never
  : never

/** Merges one part of all sections into one registry. Throws when two have the same name. */
function merged(partOf: (each: Feature) => object | undefined): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  for (const [name, value] of inOrder.flatMap((each) => Object.entries(partOf(each) ?? {}))) {
    if (name in all) throw new Error(`declared twice: ${name}`)
    all[name] = value
  }
  return all
}
