import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { applyMandateEvent } from './apply-mandate-event.ts'
import { expireMandates } from './expire-mandates.job.ts'
import { mandateRoutes } from './routes.ts'
import { whyScanIsKept } from './why-scan-is-kept.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'expire-mandates': Record<string, never>
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** `url`: the page where the payer signs the mandate. */
    'mandate-request': { url: string }
    /** `from` the debited account in words, `signed_on` a day like `26/11/2026`, `text` the accepted words, in lines. */
    'mandate-copy': { nominative: string; umr: string; from: string; signed_on: string; text: string }
  }
}

declare module '../../events.ts' {
  interface Events {
    /**
     * This source, or this mandate for the bank, must not be debited any more. `reason` is an Italian sentence.
     */
    mandate_ended: { source_id?: number; mandate_id?: number; reason: string }
  }
}

export const mandates = feature({
  tables: {
    mandate_events: moneySections,
    mandates: moneySections,
  },
  routes: mandateRoutes,
  files: {
    mandate_scan: { folder: 'mandates', table: 'mandates', column: 'scan_path', why_kept: whyScanIsKept },
  },
  jobs: {
    'expire-mandates': { run: expireMandates, retries: 0, seconds: 300, cron: '41 2 * * *' },
  },
  mails: mailsIn(import.meta.url, ['mandate-request', 'mandate-copy']),
  provider_events: {
    'mandate.updated': (services, account, { object_id }) => applyMandateEvent(services, account, object_id),
  },
})
