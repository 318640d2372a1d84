import { moneySections } from '@saldo/domain/section'
import { feature } from '../feature.ts'
import { blankLapsedMails } from './blank-personal-mails.ts'
import type { MailFault } from './mail-fault.ts'
import { sendEmail } from './send-email.job.ts'

declare module '../jobs/jobs.ts' {
  interface Jobs {
    'send-email': { email_id: number }
  }
}

declare module '../events.ts' {
  interface Events {
    /** Mails do not leave, and somebody must mend it. */
    mail_faulted: { fault: MailFault }
    /** A mail was not written because its mailbox had too many. */
    mail_withheld: Record<never, never>
  }
}

export const mail = feature({
  tables: {
    emails: moneySections,
    withheld_mails: 'nobody',
  },
  on: {
    expired_forgotten: async (services, tx) => {
      await blankLapsedMails(services, tx)
      await tx`delete from withheld_mails where hour < now() - interval '30 days'`
    },
  },
  jobs: {
    'send-email': { run: sendEmail, retries: 12, seconds: 60 },
  },
})
