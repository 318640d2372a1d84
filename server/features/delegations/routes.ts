import { acceptDelegation } from './accept-delegation.ts'
import { askToPay } from './ask-to-pay.ts'
import { consentToDelegate } from './consent-to-delegate.ts'
import { endDelegation } from './end-delegation.ts'
import { getDelegations } from './get-delegations.ts'
import { inviteDelegate } from './invite-delegate.ts'
import { listDelegatedPayments } from './list-delegated-payments.ts'
import { listSubjectDelegations, recordConsent } from './subject-delegations.ts'

export const delegationRoutes = [
  getDelegations,
  listDelegatedPayments,
  inviteDelegate,
  askToPay,
  consentToDelegate,
  endDelegation,
  acceptDelegation,
  listSubjectDelegations,
  recordConsent,
]
