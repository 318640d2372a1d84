import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { applyRefundEvent } from './apply-refund-event.ts'
import { refundRoutes } from './routes.ts'
import { settleRefund } from './settle-refund.job.ts'
import { sweepRefunds } from './sweep-refunds.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'settle-refund': { refund_id: number }
    'sweep-refunds': Record<string, never>
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** `amount` like `412,50 €`; `where` is a sentence: how the money comes back and how long it takes. */
    refund: { amount: string; where: string }
  }
}

export const refunds = feature({
  tables: {
    refund_parts: moneySections,
    refunds: moneySections,
  },
  routes: refundRoutes,
  jobs: {
    'settle-refund': { run: settleRefund, retries: 0, seconds: 60, once_per: 'refund_id' },
    'sweep-refunds': { run: sweepRefunds, retries: 0, seconds: 300, cron: '* * * * *' },
  },
  mails: mailsIn(import.meta.url, ['refund']),
  provider_events: {
    'charge.refund.updated': (services, account, { object_id }) =>
      applyRefundEvent(services, account, object_id),
    'refund.': (services, account, { object_id }) => applyRefundEvent(services, account, object_id),
  },
})
