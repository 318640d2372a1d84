import { feature } from '../../feature.ts'
import { applyProviderEvent } from './apply-provider-event.job.ts'
import { receiveWebhook } from './receive-webhook.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'apply-provider-event': { provider_account: string; event_id: string }
  }
}

export const webhooks = feature({
  routes: [receiveWebhook],
  tables: {
    provider_events: 'nobody',
  },
  jobs: {
    'apply-provider-event': { run: applyProviderEvent, retries: 20, seconds: 60 },
  },
})
