import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { bookTransfer } from './book-transfer.job.ts'
import { mailOfficeDebts } from './mail-office-debts.job.ts'
import { recoverTransfer } from './recover-transfer.job.ts'
import { officeDebtRoutes } from './routes.ts'
import { sweepRecoveries } from './sweep-recoveries.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'book-transfer': { attempt_id: number }
    'recover-transfer': { recovery_id: number }
    'sweep-recoveries': Record<string, never>
    'mail-office-debts': Record<string, never>
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To the office, about its debt to the platform: `title` and `why` are sentences, `since` a day in words. */
    'office-debt': { amount: string; title: string; why: string; since: string; url: string }
  }
}

export const connected = feature({
  tables: {
    office_debt_settlements: moneySections,
    transfer_recoveries: moneySections,
    transfer_recovery_reversals: 'nobody',
  },
  routes: officeDebtRoutes,
  jobs: {
    // After that, the sweep polls.
    'book-transfer': { run: bookTransfer, retries: 3, seconds: 60, once_per: 'attempt_id' },
    'recover-transfer': { run: recoverTransfer, retries: 0, seconds: 60, once_per: 'recovery_id' },
    'sweep-recoveries': { run: sweepRecoveries, retries: 0, seconds: 300, cron: '* * * * *' },
    // Early, before people read their mail.
    'mail-office-debts': { run: mailOfficeDebts, retries: 3, seconds: 300, cron: '40 4 * * *' },
  },
  mails: mailsIn(import.meta.url, ['office-debt']),
})
