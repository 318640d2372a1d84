import { accountLinkRoutes } from './resources/accounts/account-links.ts'
import { accountRoutes } from './resources/accounts/accounts.ts'
import { applicationFeeRoutes } from './resources/balance/application-fees.ts'
import { balanceRoutes } from './resources/balance/balance-transactions.ts'
import { payoutRoutes } from './resources/balance/payouts.ts'
import { transferReversalRoutes } from './resources/balance/transfer-reversals.ts'
import { transferRoutes } from './resources/balance/transfers.ts'
import { chargeRoutes } from './resources/charges.ts'
import { customerRoutes } from './resources/customers.ts'
import { disputeRoutes } from './resources/disputes.ts'
import { eventRoutes } from './resources/events.ts'
import { mandateRoutes } from './resources/mandates.ts'
import { paymentIntentRoutes } from './resources/payment-intents.ts'
import { paymentMethodRoutes } from './resources/payment-methods.ts'
import { refundRoutes } from './resources/refunds.ts'
import { setupAttemptRoutes } from './resources/setup-attempts.ts'
import { setupIntentRoutes } from './resources/setup-intents.ts'
import { webhookEndpointRoutes } from './resources/webhook-endpoints.ts'
import type { Route } from './sandbox.ts'
import { searchRoutes } from './store/search.ts'

/** Every address under /v1. */
export const routes: readonly Route[] = [
  ...searchRoutes,
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...setupAttemptRoutes,
  ...mandateRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...transferRoutes,
  ...transferReversalRoutes,
  ...applicationFeeRoutes,
  ...payoutRoutes,
  ...balanceRoutes,
  ...accountRoutes,
  ...accountLinkRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
]
