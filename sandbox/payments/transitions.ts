import type Stripe from 'stripe'
import { ApiError } from '../errors.ts'

/** The allowed state transitions; final states have none. */
const next = {
  payment_intent: {
    requires_payment_method: [
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'processing',
      'requires_capture',
      'succeeded',
      'canceled',
    ],
    requires_confirmation: [
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'processing',
      'requires_capture',
      'succeeded',
      'canceled',
    ],
    requires_action: ['requires_payment_method', 'requires_capture', 'succeeded', 'canceled'],
    processing: ['succeeded', 'requires_payment_method'],
    requires_capture: ['succeeded', 'canceled'],
    succeeded: [],
    canceled: [],
  },
  setup_intent: {
    requires_payment_method: [
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'succeeded',
      'canceled',
    ],
    requires_confirmation: [
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'succeeded',
      'canceled',
    ],
    requires_action: ['requires_payment_method', 'succeeded', 'canceled'],
    processing: ['succeeded', 'requires_payment_method'],
    succeeded: [],
    canceled: [],
  },
  charge: {
    pending: ['succeeded', 'failed'],
    succeeded: [],
    failed: [],
  },
  dispute: {
    needs_response: ['under_review', 'won', 'lost'],
    under_review: ['won', 'lost'],
    won: [],
    lost: [],
  },
  payout: {
    pending: ['in_transit', 'canceled', 'failed'],
    in_transit: ['paid', 'failed'],
    // A bank may send it back days later.
    paid: ['failed'],
    canceled: [],
    failed: [],
  },
  refund: {
    pending: ['succeeded', 'failed', 'canceled'],
    succeeded: ['failed'],
    failed: [],
    canceled: [],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

/** The acts allowed in each state. */
const allowed = {
  payment_intent: {
    update: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
    confirm: ['requires_payment_method', 'requires_confirmation'],
    capture: ['requires_capture'],
    cancel: ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture'],
  },
  setup_intent: {
    update: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
    confirm: ['requires_payment_method', 'requires_confirmation'],
    cancel: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** Throws (a 500, our own bug) when the table does not allow the transition. */
export function assertMove(kind: keyof typeof next, from: string, to: string): void {
  const successors = (next[kind] as Record<string, readonly string[]>)[from]
  if (!successors?.includes(to)) throw new Error(`${kind} cannot go from ${from} to ${to}`)
}

/** Throws Stripe's `…_unexpected_state` (400, with the intent) when the act is not possible now. */
export function assertAllowed(act: 'update' | 'confirm' | 'capture' | 'cancel', intent: Intent): void {
  const table = allowed[intent.object] as Record<string, readonly string[]>
  const states = table[act] ?? []
  if (states.includes(intent.status)) return
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
  throw new ApiError(400, {
    type: 'invalid_request_error',
    code: `${intent.object}_unexpected_state`,
    message: `You cannot ${act} this ${name} because it has a status of ${intent.status}. Only a ${name} with one of the following statuses may be ${past[act]}: ${states.join(', ')}.`,
    [intent.object]: intent,
  })
}

const past = { update: 'updated', confirm: 'confirmed', capture: 'captured', cancel: 'canceled' }
