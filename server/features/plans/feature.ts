import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { refuseChangesOfPlanned } from './plan-bills.ts'
import { planRoutes } from './routes.ts'
import { sweepPlans } from './sweep-plans.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'sweep-plans': Record<string, never>
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /**
     * `amount` like `412,50 €`, `count` like “in 4 rate”, `until` a day in words, `note` the office’s own words or
     * nothing.
     */
    'plan-proposal': { amount: string; count: string; until: string; note: string; url: string }
    /** `rates`: one line each. */
    'plan-accepted': { amount: string; rates: string; url: string }
    /** `amount` is still owed; `title` and `why` are sentences. */
    'plan-ended': { amount: string; title: string; why: string }
  }
}

declare module '../../events.ts' {
  interface Events {
    /** The due dates of these bills' open instalments have changed; `reason` is an Italian sentence. */
    instalments_rewritten: { bill_ids: readonly number[]; reason: string }
  }
}

export const plans = feature({
  tables: {
    plan_bills: moneySections,
    plan_rates: moneySections,
    plans: moneySections,
  },
  routes: planRoutes,
  jobs: {
    'sweep-plans': { run: sweepPlans, retries: 0, seconds: 300, cron: '7,22,37,52 * * * *' },
  },
  mails: mailsIn(import.meta.url, ['plan-proposal', 'plan-accepted', 'plan-ended']),
  on: {
    bills_changing: (_services, tx, event) => refuseChangesOfPlanned(tx, event),
  },
})
