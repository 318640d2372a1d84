import { moneySections } from '@saldo/domain/section'
import { feature } from '../feature.ts'
import { alarmMailTemplate } from './alarm-mail-template.job.ts'
import { blankLapsedMails } from './blank-personal-mails.ts'
import type { EmailTemplate } from './emails.ts'
import type { MailFault } from './mail-fault.ts'
import { readBounces } from './read-bounces.job.ts'
import { sendEmail } from './send-email.job.ts'

declare module '../jobs/jobs.ts' {
  interface Jobs {
    'send-email': { email_id: number }
    'read-bounces': Record<string, never>
    'alarm-mail-template': { template: EmailTemplate; version_id: number; why: string }
  }
}

declare module '../events.ts' {
  interface Events {
    /** Mails do not leave, and somebody must mend it. */
    mail_faulted: { fault: MailFault }
    /** A mail was not written because its mailbox had too many. */
    mail_withheld: Record<never, never>
    /** The mailbox to which mails come back cannot be read. */
    bounces_unread: { fault: 'sign_in' | 'connection' }
    /** A mail could not be written by this version of its template, and was written by another. */
    mail_template_faulted: { template: EmailTemplate; version_id: number; why: string }
  }
}

export const mail = feature({
  tables: {
    email_events: moneySections,
    emails: moneySections,
    mail_bounces: 'nobody',
    suppressed_addresses: 'nobody',
    withheld_mails: 'nobody',
  },
  on: {
    expired_forgotten: async (services, tx) => {
      await blankLapsedMails(services, tx)
      await tx`delete from withheld_mails where hour < now() - interval '30 days'`
    },
  },
  jobs: {
    'read-bounces': { run: readBounces, retries: 0, seconds: 300, cron: '*/5 * * * *' },
    'send-email': { run: sendEmail, retries: 12, seconds: 60 },
    'alarm-mail-template': {
      run: alarmMailTemplate,
      ...{ retries: 12, seconds: 60, once_per: 'version_id' },
    },
  },
})
