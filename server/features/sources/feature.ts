import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { sourceRoutes } from './routes.ts'
import { applySetupEvent } from './save/apply-setup-event.ts'
import { settleSource } from './settle-source.job.ts'
import { sweepSources } from './sweep-sources.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'settle-source': { source_id: number }
    'sweep-sources': Record<string, never>
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** `what` is to be saved (“la tua carta”). Concerns no bill. */
    'source-link': { nominative: string; what: string; url: string }
  }
}

declare module '../../events.ts' {
  interface Events {
    /** The holder removed a saved method; `reason` is an Italian sentence. */
    source_removed: { source_id: number; reason: string }
    /** The same card or account was saved again. */
    source_replaced: { from: number; to: number }
  }
}

export const sources = feature({
  tables: {
    payment_sources: moneySections,
    provider_customers: 'nobody',
    source_links: moneySections,
  },
  routes: sourceRoutes,
  jobs: {
    'settle-source': { run: settleSource, retries: 0, seconds: 60, once_per: 'source_id' },
    'sweep-sources': { run: sweepSources, retries: 0, seconds: 300, cron: '* * * * *' },
  },
  mails: mailsIn(import.meta.url, ['source-link']),
  personal_mails: { 'source-link': 72 },
  provider_events: {
    'setup_intent.': (services, account, { object_id }) => applySetupEvent(services, account, object_id),
  },
})
