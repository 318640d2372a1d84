import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { applyMandateEvent } from './apply-mandate-event.ts'
import { expireMandates } from './expire-mandates.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'expire-mandates': Record<string, never>
  }
}

declare module '../../events.ts' {
  interface Events {
    /** This source may no longer be debited; `reason` is an Italian sentence. */
    mandate_ended: { source_id: number; reason: string }
  }
}

export const mandates = feature({
  tables: {
    mandate_events: moneySections,
    mandates: moneySections,
  },
  jobs: {
    'expire-mandates': { run: expireMandates, retries: 0, seconds: 300, cron: '41 2 * * *' },
  },
  provider_events: {
    'mandate.updated': (services, account, { object_id }) => applyMandateEvent(services, account, object_id),
  },
})
