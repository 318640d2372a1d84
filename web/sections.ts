import { accounts } from './features/accounts/feature.ts'
import { agents } from './features/agents/feature.ts'
import { arrears } from './features/arrears/feature.ts'
import { audit } from './features/audit/feature.ts'
import { bills } from './features/bills/feature.ts'
import { books } from './features/books/feature.ts'
import { budgets } from './features/budgets/feature.ts'
import { creditRefunds } from './features/credit-refunds/feature.ts'
import { customers } from './features/customers/feature.ts'
import { dashboard } from './features/dashboard/feature.ts'
import { debits } from './features/debits/feature.ts'
import { documentChecks } from './features/document-checks/feature.ts'
import { documents } from './features/documents/feature.ts'
import { emailTemplates } from './features/email-templates/feature.ts'
import { emails } from './features/emails/feature.ts'
import { files } from './features/files/feature.ts'
import { flows } from './features/flows/feature.ts'
import { handover } from './features/handover/feature.ts'
import { ibanBlacklist } from './features/iban-blacklist/feature.ts'
import { imports } from './features/imports/feature.ts'
import { mandates } from './features/mandates/feature.ts'
import { messages } from './features/messages/feature.ts'
import { moneyTransfers } from './features/money-transfers/feature.ts'
import { mybills } from './features/mybills/feature.ts'
import { notices } from './features/notices/feature.ts'
import { officeDebts } from './features/office-debts/feature.ts'
import { operations } from './features/operations/feature.ts'
import { payments } from './features/payments/feature.ts'
import { payouts } from './features/payouts/feature.ts'
import { plans } from './features/plans/feature.ts'
import { platform } from './features/platform/feature.ts'
import { providerAccounts } from './features/provider-accounts/feature.ts'
import { queries } from './features/queries/feature.ts'
import { receipts } from './features/receipts/feature.ts'
import { reconciliation } from './features/reconciliation/feature.ts'
import { reminders } from './features/reminders/feature.ts'
import { reports } from './features/reports/feature.ts'
import { security } from './features/security/feature.ts'
import { settings } from './features/settings/feature.ts'
import { sources } from './features/sources/feature.ts'
import { subjects } from './features/subjects/feature.ts'
import { transfers } from './features/transfers/feature.ts'
import { units } from './features/units/feature.ts'
import { users } from './features/users/feature.ts'

/** The sections of the shell, in the order of their menu links. */
export const sections = [
  dashboard,
  bills,
  payments,
  transfers,
  creditRefunds,
  debits,
  flows,
  receipts,
  reminders,
  plans,
  arrears,
  reconciliation,
  books,
  payouts,
  accounts,
  subjects,
  reports,
  users,
  agents,
  customers,
  documentChecks,
  queries,
  files,
  ibanBlacklist,
  officeDebts,
  moneyTransfers,
  operations,
  platform,
  emails,
  emailTemplates,
  imports,
  handover,
  budgets,
  units,
  sources,
  mandates,
  notices,
  providerAccounts,
  messages,
  security,
  audit,
  settings,
  documents,
  mybills,
]
