import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { cancelBillsJob } from './bulk/cancel-bills.job.ts'
import { giveUpBillRun } from './bulk/give-up-bill-run.job.ts'
import type { BillChange, BillRefusal } from './may-change.ts'
import { attachBill } from './pdf/attach-bill.ts'
import { billRoutes } from './routes.ts'
import { tellAsked } from './tell-asked.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'give-up-bill-run': { run_id: number }
    'cancel-bills': { run_id: number }
    /** Bills of one person in one condominium; `reminder_id`: null when the bill itself was sent. */
    'tell-asked': { bill_ids: number[]; reminder_id: number | null }
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    'bill-link': Record<never, string>
  }
}

declare module '../../events.ts' {
  interface Events {
    /** Emitted before locked bills change: a later section may refuse, for example because a plan depends on them. */
    bills_changing: {
      bill_ids: readonly number[]
      change: BillChange
      refuse: (bill_id: number, refusal: BillRefusal) => void
    }
    /**
     * Emitted when bills are cancelled or withdrawn: nobody has to pay them any more. `reason` is an Italian sentence.
     */
    bills_cancelled: { bill_ids: readonly number[]; reason: string }
  }
}

export const bills = feature({
  tables: {
    bill_instalments: moneySections,
    bill_lines: moneySections,
    bill_run_refusals: ['bills'],
    bill_runs: ['bills'],
    bills: moneySections,
  },
  routes: billRoutes,
  jobs: {
    'give-up-bill-run': { run: giveUpBillRun, retries: 12, seconds: 60 },
    'cancel-bills': {
      run: cancelBillsJob,
      retries: 8,
      seconds: 120,
      together: 2,
      once_per: 'run_id',
      otherwise: 'give-up-bill-run',
    },
    'tell-asked': { run: tellAsked, retries: 12, seconds: 60 },
  },
  mails: mailsIn(import.meta.url, ['bill-link']),
  mail_attachments: { 'bill-link': attachBill },
})
