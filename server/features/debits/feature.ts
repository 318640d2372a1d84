import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { afterFailedPayment, debitDone, debitWithdrawn } from './after-debit.ts'
import {
  cancelDebitsOf,
  cancelDebitsOfBills,
  cancelDebitsOfSource,
  cancelPlannedDebits,
  moveDebitsToSource,
} from './cancel-planned-debits.ts'
import { moveDebit } from './move-debit.job.ts'
import { debitRoutes } from './routes.ts'
import { sweepDebits } from './sweep-debits.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'move-debit': { debit_id: number }
    'sweep-debits': Record<string, never>
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** `amount` like `412,50 €`; `reason` and `retry` are Italian sentences; `bill_url` is a link that pays once. */
    'debit-failed': { amount: string; reason: string; retry: string; bill_url: string }
  }
}

export const debits = feature({
  tables: {
    debits: moneySections,
  },
  routes: debitRoutes,
  jobs: {
    'move-debit': { run: moveDebit, retries: 0, seconds: 60 },
    'sweep-debits': { run: sweepDebits, retries: 0, seconds: 300, cron: '* * * * *' },
  },
  mails: mailsIn(import.meta.url, ['debit-failed']),
  on: {
    bills_cancelled: (_services, tx, { bill_ids, reason }) => cancelDebitsOfBills(tx, bill_ids, reason),
    instalments_rewritten: (_services, tx, { bill_ids, reason }) => cancelDebitsOfBills(tx, bill_ids, reason),
    mandate_ended: (_services, tx, ended) => cancelDebitsOf(tx, ended),
    source_removed: (_services, tx, { source_id, reason }) => cancelDebitsOfSource(tx, source_id, reason),
    source_replaced: (_services, tx, { from, to }) => moveDebitsToSource(tx, from, to),
    payment_opened: (_services, tx, { bill_ids, ...by }) => cancelPlannedDebits(tx, bill_ids, by),
    payment_succeeded: (_services, tx, { attempt }) => debitDone(tx, attempt),
    payment_withdrawn: (_services, tx, { attempt }) => debitWithdrawn(tx, attempt),
    payment_failed: afterFailedPayment,
  },
})
