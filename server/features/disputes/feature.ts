import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { applyDisputeInTx } from './apply-dispute.ts'
import { applyDisputeEvent } from './apply-dispute-event.ts'
import { disputeRoutes } from './routes.ts'
import { sweepDisputes } from './sweep-disputes.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'sweep-disputes': Record<string, never>
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /**
     * To the office: `reason` and `answer` are sentences, `until` like “entro lunedì 23 novembre 2026”, `url` the
     * payment's page.
     */
    dispute: { amount: string; reason: string; answer: string; until: string; url: string }
  }
}

export const disputes = feature({
  tables: {
    disputes: moneySections,
  },
  routes: disputeRoutes,
  jobs: {
    'sweep-disputes': { run: sweepDisputes, retries: 0, seconds: 300, cron: '23 * * * *' },
  },
  mails: mailsIn(import.meta.url, ['dispute']),
  on: {
    charge_disputed: applyDisputeInTx,
  },
  provider_events: {
    'charge.dispute.': (services, account, { object_id }) => applyDisputeEvent(services, account, object_id),
  },
})
