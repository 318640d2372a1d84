import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { forgetAutopayLinks } from '../../links/autopay-url.ts'
import { mailsIn } from '../../mail/emails.ts'
import { beginAutopay } from './begin-autopay.job.ts'
import { lookAtAutopayOf, lookAtAutopaysOf, replaceAutopaySource } from './follow-source.ts'
import { keepOneAutopay } from './merge-autopays.ts'
import { moveAutopay } from './move-autopay.job.ts'
import { autopayRoutes } from './routes.ts'
import { sweepAutopays } from './sweep-autopays.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'begin-autopay': { attempt_id: number }
    'move-autopay': { autopay_id: number }
    'sweep-autopays': Record<string, never>
    'replace-autopay-source': { from: number; to: number }
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** `terms` says what is debited from where, in sentences; `url` is the page that pauses and revokes it. */
    'autopay-begun': { account_name: string; nominative: string; terms: string; url: string }
    /** It ended, or could not begin, without its payer: `what` goes on the subject, `reason` is in Italian sentences. */
    'autopay-ended': { account_name: string; nominative: string; what: string; reason: string }
    /** `amount` and `cap` like `412,50 €`, `due_on` a day in words. */
    'autopay-over-cap': { amount: string; cap: string; due_on: string }
    /** `reason` is an Italian sentence, `url` the page where it is resumed. */
    'autopay-paused': { account_name: string; reason: string; url: string }
  }
}

export const autopays = feature({
  tables: {
    autopays: moneySections,
  },
  routes: autopayRoutes,
  jobs: {
    'begin-autopay': { run: beginAutopay, retries: 5, seconds: 60, once_per: 'attempt_id' },
    'move-autopay': { run: moveAutopay, retries: 2, seconds: 60, once_per: 'autopay_id' },
    'sweep-autopays': { run: sweepAutopays, retries: 0, seconds: 300, cron: '* * * * *' },
    'replace-autopay-source': { run: replaceAutopaySource, retries: 5, seconds: 60 },
  },
  mails: mailsIn(import.meta.url, ['autopay-begun', 'autopay-ended', 'autopay-over-cap', 'autopay-paused']),
  on: {
    autopay_wished: (services, tx, wished) => services.queue.enqueue(tx, 'begin-autopay', wished),
    expired_forgotten: (_services, tx) => forgetAutopayLinks(tx),
    people_merging: keepOneAutopay,
    mandate_ended: (services, tx, { source_id }) => lookAtAutopaysOf(services, tx, source_id),
    source_removed: (services, tx, { source_id }) => lookAtAutopaysOf(services, tx, source_id),
    source_replaced: (services, tx, replaced) =>
      services.queue.enqueue(tx, 'replace-autopay-source', replaced),
    payment_failed: (services, tx, { attempt }) => lookAtAutopayOf(services, tx, attempt.payment_id),
  },
})
