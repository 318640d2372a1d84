import { accountRoutes } from './features/accounts/routes.ts'
import { agentRoutes } from './features/agents/routes.ts'
import { arrearsRoutes } from './features/arrears/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { billRoutes } from './features/bills/routes.ts'
import { bookRoutes } from './features/books/routes.ts'
import { budgetRoutes } from './features/budgets/routes.ts'
import { certificateRoutes } from './features/certificates/routes.ts'
import { cityRoutes } from './features/cities/routes.ts'
import { officeDebtRoutes } from './features/connected/routes.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { debitRoutes } from './features/debits/routes.ts'
import { disputeRoutes } from './features/disputes/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { lateInterestRoutes } from './features/late-interest/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { myBillRoutes } from './features/mybill/routes.ts'
import { operationRoutes } from './features/operations/routes.ts'
import { otpRoutes } from './features/otp/routes.ts'
import { passwordRoutes } from './features/passwords/routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { payoutRoutes } from './features/payouts/routes.ts'
import { planRoutes } from './features/plans/routes.ts'
import { providerAccountRoutes } from './features/provider-accounts/routes.ts'
import { reconciliationRoutes } from './features/reconciliation/routes.ts'
import { refundRoutes } from './features/refunds/routes.ts'
import { registrationRoutes } from './features/registration/routes.ts'
import { reminderRoutes } from './features/reminders/routes.ts'
import { researchRoutes } from './features/research/routes.ts'
import { secondStepRoutes } from './features/second-steps/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { settingRoutes } from './features/settings/routes.ts'
import { sourceRoutes } from './features/sources/routes.ts'
import { statementRoutes } from './features/statements/routes.ts'
import { subjectRoutes } from './features/subjects/routes.ts'
import { unitRoutes } from './features/units/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import type { Route } from './http/serve.ts'

/** The house's table of contents. */
export const routes: Route[] = [
  ...operationRoutes,
  ...authRoutes,
  ...secondStepRoutes,
  ...userRoutes,
  ...registrationRoutes,
  ...passwordRoutes,
  ...sessionRoutes,
  ...cityRoutes,
  ...otpRoutes,
  ...settingRoutes,
  ...customerRoutes,
  ...agentRoutes,
  ...documentRoutes,
  ...accountRoutes,
  ...subjectRoutes,
  ...statementRoutes,
  ...certificateRoutes,
  ...importRoutes,
  ...unitRoutes,
  ...billRoutes,
  ...budgetRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...providerAccountRoutes,
  ...officeDebtRoutes,
  ...reconciliationRoutes,
  ...payoutRoutes,
  ...bookRoutes,
  ...arrearsRoutes,
  ...messageRoutes,
  ...myBillRoutes,
  ...sourceRoutes,
  ...debitRoutes,
  ...reminderRoutes,
  ...planRoutes,
  ...lateInterestRoutes,
  ...dashboardRoutes,
  ...researchRoutes,
  ...auditRoutes,
]
