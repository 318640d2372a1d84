import { bounceRoutes } from './bounces-list.ts'
import { emailsListRoutes } from './emails-list.ts'
import { emailsOfSubjectRoutes } from './emails-of-subject.ts'
import { getEmail } from './get-email.ts'
import { openedEmail } from './opened-email.ts'
import { outboxRoutes } from './outbox-routes.ts'
import { readEmail } from './read-email.ts'
import { receiveBounces } from './receive-bounces.ts'
import { resendEmail } from './resend-email.ts'
import { suppressedAddressRoutes } from './suppressed-addresses.ts'

export const emailRoutes = [
  ...outboxRoutes,
  ...emailsListRoutes,
  getEmail,
  readEmail,
  resendEmail,
  openedEmail,
  ...emailsOfSubjectRoutes,
  ...suppressedAddressRoutes,
  ...bounceRoutes,
  receiveBounces,
]
