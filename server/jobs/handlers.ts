import { forgetExpired } from '../features/auth/forget-expired.job.ts'
import { sendEmail } from '../features/emails/send-email.job.ts'
import { readImport } from '../features/imports/read-import.job.ts'
import { writeImport } from '../features/imports/write-import.job.ts'
import { applyProviderEvent } from '../features/payments/apply-provider-event.job.ts'
import { settleAttempt } from '../features/payments/settle-attempt.job.ts'
import { sweepAttempts } from '../features/payments/sweep-attempts.job.ts'
import type { JobName } from './jobs.ts'
import type { JobHandler } from './worker.ts'

export const handlers: { [N in JobName]: JobHandler<N> } = {
  'apply-provider-event': applyProviderEvent,
  'settle-attempt': settleAttempt,
  'sweep-attempts': sweepAttempts,
  'send-email': sendEmail,
  'read-import': readImport,
  'write-import': writeImport,
  'forget-expired': forgetExpired,
}
