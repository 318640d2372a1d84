import type { ReversalReason } from '@saldo/domain/payments/reversal'
import { moneySections } from '@saldo/domain/section'
import type Stripe from 'stripe'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { announcePayment } from './attempt/announce-payment.job.ts'
import { applyPaymentEvent } from './attempt/apply-payment-event.ts'
import type { LockedAttempt } from './attempt/locked-attempt.ts'
import { settleAttempt } from './attempt/settle-attempt.job.ts'
import { sweepAttempts } from './attempt/sweep-attempts.job.ts'
import { paymentRoutes } from './routes.ts'
import { tellPayer } from './tell-payer.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'settle-attempt': { attempt_id: number }
    'sweep-attempts': Record<string, never>
    'announce-payment': { attempt_id: number }
    /** `key` tells one failure of a payment from the next. */
    'tell-payer': { payment_id: number; what: 'received' | 'failed'; key: string }
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /**
     * `amount` like `412,50 €`, `receipt_number` like `RIC-2026/000001`, `url` the payment's result page; `method` like
     * `Visa •••• 4242`, optional.
     */
    receipt: { amount: string; receipt_number: string; url: string; method?: string }
    /** The registration was reversed; `why` is a sentence. */
    'receipt-void': { amount: string; receipt_number: string; why: string }
    /**
     * `collect_on` a day in words, `from` the debited account (“sul conto che finisce con 0001”), `mandate` a sentence;
     * `autopay` has one record if an autopay planned the debit.
     */
    'debit-notice': {
      amount: string
      collect_on: string
      from: string
      mandate: string
      autopay: Record<'autopay_url', string>[]
    }
  }
}

declare module '../../events.ts' {
  interface Events {
    /** A payment holds these instalments, or has settled them. */
    payment_opened: {
      payment_id: number
      bill_ids: readonly number[]
      instalment_ids: readonly number[]
    }
    payment_succeeded: { attempt: LockedAttempt }
    /** The bank has not refused a payment whose payer wants the next ones debited too. It may be told twice. */
    autopay_wished: { attempt_id: number }
    /** Refused or returned. `was_under_way`: it was pending at the bank, or the money had arrived. */
    payment_failed: { attempt: LockedAttempt; was_under_way: boolean }
    /** Emitted when an attempt is withdrawn before it was confirmed: nobody was charged. */
    payment_withdrawn: { attempt: LockedAttempt }
    /** A registered collection was reversed; `replaced_by`: the one registered in its place. */
    collection_reversed: { payment_id: number; replaced_by: number | null; reason: ReversalReason }
    /** The provider reports that a charge was disputed, or a change of the dispute. */
    charge_disputed: { attempt_id: number; dispute: Stripe.Dispute }
  }
}

export const payments = feature({
  tables: {
    allocation_parts: moneySections,
    attempt_transitions: 'everybody',
    attempt_instalments: moneySections,
    collection_reversals: moneySections,
    payment_allocations: moneySections,
    payment_attempts: moneySections,
    payment_bills: moneySections,
    payments: moneySections,
    platform_fees: 'nobody',
    receipts: moneySections,
    subject_credits: moneySections,
  },
  routes: paymentRoutes,
  jobs: {
    'settle-attempt': { run: settleAttempt, retries: 0, seconds: 60, once_per: 'attempt_id' },
    'sweep-attempts': { run: sweepAttempts, retries: 0, seconds: 300, cron: '* * * * *' },
    'announce-payment': { run: announcePayment, retries: 12, seconds: 60 },
    'tell-payer': { run: tellPayer, retries: 12, seconds: 60 },
  },
  mails: mailsIn(import.meta.url, ['receipt', 'receipt-void', 'debit-notice']),
  provider_events: {
    'charge.': applyPaymentEvent,
    'payment_intent.': applyPaymentEvent,
  },
})
