import { moneySections } from '@saldo/domain/section'
import { feature } from '../feature.ts'
import { sendEmail } from './send-email.job.ts'

declare module '../jobs/jobs.ts' {
  interface Jobs {
    'send-email': { email_id: number }
  }
}

export const mail = feature({
  tables: {
    emails: moneySections,
  },
  jobs: {
    'send-email': { run: sendEmail, retries: 12, seconds: 60 },
  },
})
