import type Stripe from 'stripe'

/**
 * The tables of a book. Every row has an `id`. Stripe's objects are stored as they are answered, with ids where the API
 * may expand; the other tables are the sandbox's own.
 */
export interface Tables extends StripeTables, Notes {}

export type TableName = keyof Tables

/** Any of Stripe's objects that the book holds. */
export type StripeObject = StripeTables[keyof StripeTables]

interface StripeTables {
  accounts: Stripe.Account
  application_fees: Stripe.ApplicationFee
  balance_transactions: Stripe.BalanceTransaction
  charges: Stripe.Charge
  customers: Stripe.Customer | Stripe.DeletedCustomer
  disputes: Stripe.Dispute
  events: Stripe.Event
  fee_refunds: Stripe.FeeRefund
  mandates: Stripe.Mandate
  payment_intents: Stripe.PaymentIntent
  payment_methods: Stripe.PaymentMethod
  payouts: Stripe.Payout
  refunds: Stripe.Refund
  setup_attempts: Stripe.SetupAttempt
  setup_intents: Stripe.SetupIntent
  transfer_reversals: Stripe.TransferReversal
  transfers: Stripe.Transfer
  webhook_endpoints: Stripe.WebhookEndpoint
}

interface Notes {
  deliveries: Delivery
  endpoint_secrets: EndpointSecret
  idempotent_replies: IdempotentReply
  instruments: Instrument
  intent_notes: IntentNote
  moves: ScheduledAction
  redirects: Redirect
  onboardings: Onboarding
  settings: Setting
  settlements: Settlement
}

/** A pending delivery of one event to one endpoint. `at`: sandbox milliseconds of the next try. */
export interface Delivery {
  id: string
  event: string
  /** the connected account in whose book the event is, when it is not the endpoint's own */
  event_account?: string
  endpoint: string
  at: number
  tries: number
}

export interface EndpointSecret {
  id: string
  secret: string
  /** Receives the events of connected accounts instead of its own account's. */
  connect?: boolean
}

/** The stored answer of an idempotency key. `created`: sandbox seconds. */
export interface IdempotentReply {
  id: string
  fingerprint: string
  status: number
  body: unknown
  request: string
  created: number
}

/** The behaviour of a payment method: never the number, only the name of the test card. */
export interface Instrument {
  id: string
  behaviour: string
  /** authenticated once for later use, so it may be charged off session */
  set_up: boolean
  /** used once without a customer, so it may not be used again */
  spent: boolean
  mandate: string | null
}

/** State of an intent that Stripe keeps internally and does not show. */
export interface IntentNote {
  id: string
  off_session: boolean
  return_url: string | null
  mandate: string | null
  redirect: string | null
}

/** A scheduled action: executed when the sandbox clock reaches `at` (milliseconds). */
export interface ScheduledAction {
  id: string
  account: string
  kind: string
  subject: string
  at: number
}

/** A page where the payer approves or refuses; the id is the secret in its address. */
export interface Redirect {
  id: string
  account: string
  intent: string
  kind: 'card' | 'klarna'
  return_url: string | null
  decision: 'approve' | 'refuse' | null
}

/** The automatic payout that contains a balance line (its id). */
export interface Settlement {
  id: string
  payout: string
}

/** An account link, and the page that it opens once; the id is the secret in its address. */
export interface Onboarding {
  id: string
  account: string
  platform: string
  update: boolean
  return_url: string
  refresh_url: string
  /** sandbox seconds */
  expires_at: number
  /** the session begun by the first visit */
  session: string | null
}

export interface Setting {
  id: string
  value: unknown
}
