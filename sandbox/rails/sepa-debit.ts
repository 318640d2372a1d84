import type Stripe from 'stripe'
import { missingParam } from '../errors.ts'
import { keepOrSpend, moveIntent, paymentFailed } from '../payments/payment-outcomes.ts'
import { putNote } from '../payments/redirects.ts'
import { assertMove } from '../payments/transitions.ts'
import { captureCharge, createCharge, needCharge } from '../resources/charges.ts'
import { emit } from '../resources/events.ts'
import { needMandate } from '../resources/mandates.ts'
import type { Act } from '../sandbox.ts'
import type { Rail } from './rail.ts'
import { type DebitBehaviour, debitBehaviours } from './test-ibans.ts'

const secondsToDispute = 1

/** SEPA direct debit: accepted at once, decided days later (here: seconds, or when the clock is advanced). */
export const sepaDebitRail: Rail = {
  check(_ask, _intent, method) {
    if (!method.billing_details.name) throw missingParam('billing_details[name]')
    if (!method.billing_details.email) throw missingParam('billing_details[email]')
  },

  pay(context, intent, method) {
    const keep = intent.setup_future_usage !== null
    const mandate = needMandate(context, method, { keep, amount: intent.amount, currency: intent.currency })
    const charge = createCharge(context, {
      intent,
      method,
      status: 'pending',
      captured: false,
      mandate: mandate.id,
    })
    putNote(context, intent.id, { mandate: mandate.id })
    keepOrSpend(context, intent, method)
    const { sepa_seconds, sepa_later_seconds } = context.box.settings
    const after = behaviourOf(context, method.id).after === 'later' ? sepa_later_seconds : sepa_seconds
    context.box.clock.schedule(context.book.account, 'settle_debit', charge.id, after)
    return moveIntent(
      context,
      intent,
      { status: 'processing', latest_charge: charge.id, payment_method: method.id, last_payment_error: null },
      'payment_intent.processing',
    )
  },
}

/** The debtor's bank has decided this charge. */
export function settleDebit(act: Act, chargeId: string): void {
  const charge = needCharge(act, chargeId)
  const intent = act.book.get('payment_intents', charge.payment_intent as string)
  const method = act.book.get('payment_methods', charge.payment_method ?? '')
  if (!intent || !method || charge.status !== 'pending') return
  const { outcome } = behaviourOf(act, method.id)

  if (typeof outcome === 'object') {
    assertMove('charge', charge.status, 'failed')
    const failed = act.book.put('charges', {
      ...charge,
      ...outcome,
      status: 'failed',
      outcome: bounced(outcome.failure_code),
    })
    emit(act, 'charge.failed', failed)
    paymentFailed(act, intent, method, debitFailure(outcome.failure_code), failed)
    return
  }
  assertMove('charge', charge.status, 'succeeded')
  const settled = captureCharge(act, charge, charge.amount)
  emit(act, 'charge.succeeded', settled)
  moveIntent(
    act,
    intent,
    { status: 'succeeded', amount_received: intent.amount, latest_charge: settled.id },
    'payment_intent.succeeded',
  )
  if (outcome === 'disputed')
    act.box.clock.schedule(act.book.account, 'open_dispute', settled.id, secondsToDispute)
}

/** Codes of direct debits say why; the common ones of Stripe's errors keep theirs, the rest share one. */
function debitFailure(failure_code: string) {
  const code = failure_code === 'insufficient_funds' ? failure_code : 'payment_intent_payment_attempt_failed'
  return { type: 'card_error' as const, code, message: 'The payment failed.' }
}

function bounced(reason: string): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: 'declined_by_network',
    reason,
    risk_level: 'not_assessed',
    seller_message: 'The bank returned the debit.',
    type: 'issuer_declined',
  }
}

function behaviourOf(act: Act, method: string): DebitBehaviour {
  const name = act.book.get('instruments', method)?.behaviour ?? 'succeeds'
  return (debitBehaviours as Record<string, DebitBehaviour>)[name] ?? debitBehaviours.succeeds
}
