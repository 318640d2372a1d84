import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { foldFigures } from './fold-figures.job.ts'
import { mailReports } from './mail-reports.job.ts'
import { reportRoutes } from './routes.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'fold-figures': Record<string, never>
    'mail-reports': Record<string, never>
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** Sums of a period as `412,50 €`, without personal data; `whose` is a condominium or all of them. */
    report: Record<
      'title' | 'whose' | 'period' | 'collected' | 'issued' | 'residue' | 'overdue' | 'next' | 'url',
      string
    >
  }
}

export const reports = feature({
  tables: {
    monthly_figures: moneySections,
    report_subscriptions: 'oneself',
  },
  routes: reportRoutes,
  jobs: {
    'fold-figures': { run: foldFigures, retries: 2, seconds: 600, cron: '40 1 * * *' },
    // Seven in Rome is one of these hours, in summer and in winter.
    'mail-reports': { run: mailReports, retries: 2, seconds: 600, cron: '0 5,6 * * *' },
  },
  mails: mailsIn(import.meta.url, ['report']),
})
