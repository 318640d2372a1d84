import { accountsActions } from './features/accounts/actions.ts'
import { agentsActions } from './features/agents/actions.ts'
import { billsActions } from './features/bills/actions.ts'
import { budgetsActions } from './features/budgets/actions.ts'
import { creditRefundsActions } from './features/credit-refunds/actions.ts'
import { customersActions } from './features/customers/actions.ts'
import { debitsActions } from './features/debits/actions.ts'
import { documentChecksActions } from './features/document-checks/actions.ts'
import { documentsActions } from './features/documents/actions.ts'
import { emailTemplatesActions } from './features/email-templates/actions.ts'
import { emailsActions } from './features/emails/actions.ts'
import { flowsActions } from './features/flows/actions.ts'
import { handoverActions } from './features/handover/actions.ts'
import { ibanBlacklistActions } from './features/iban-blacklist/actions.ts'
import { importsActions } from './features/imports/actions.ts'
import { mandatesActions } from './features/mandates/actions.ts'
import { messagesActions } from './features/messages/actions.ts'
import { moneyTransfersActions } from './features/money-transfers/actions.ts'
import { myBillsActions } from './features/mybills/actions.ts'
import { noticesActions } from './features/notices/actions.ts'
import { operationsActions } from './features/operations/actions.ts'
import { paymentsActions } from './features/payments/actions.ts'
import { plansActions } from './features/plans/actions.ts'
import { platformActions } from './features/platform/actions.ts'
import { queriesActions } from './features/queries/actions.ts'
import { receiptsActions } from './features/receipts/actions.ts'
import { remindersActions } from './features/reminders/actions.ts'
import { reportsActions } from './features/reports/actions.ts'
import { securityActions } from './features/security/actions.ts'
import { settingsActions } from './features/settings/actions.ts'
import { sourcesActions } from './features/sources/actions.ts'
import { subjectsActions } from './features/subjects/actions.ts'
import { transfersActions } from './features/transfers/actions.ts'
import { usersActions } from './features/users/actions.ts'
import type { Action } from './sections/action.ts'

/** The actions of all sections; loaded with the dialog that finds them. Among equal matches, in this order. */
export const actions: readonly Action[] = [
  ...billsActions,
  ...paymentsActions,
  ...importsActions,
  ...transfersActions,
  ...creditRefundsActions,
  ...debitsActions,
  ...mandatesActions,
  ...flowsActions,
  ...noticesActions,
  ...receiptsActions,
  ...remindersActions,
  ...plansActions,
  ...budgetsActions,
  ...accountsActions,
  ...subjectsActions,
  ...handoverActions,
  ...reportsActions,
  ...usersActions,
  ...agentsActions,
  ...customersActions,
  ...documentChecksActions,
  ...ibanBlacklistActions,
  ...moneyTransfersActions,
  ...emailsActions,
  ...emailTemplatesActions,
  ...operationsActions,
  ...platformActions,
  ...queriesActions,
  ...messagesActions,
  ...myBillsActions,
  ...sourcesActions,
  ...documentsActions,
  ...securityActions,
  ...settingsActions,
]
