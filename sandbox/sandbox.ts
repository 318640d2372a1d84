import type Stripe from 'stripe'
import type { Clock } from './clock/clock.ts'
import type { EventSender } from './event-sender.ts'
import type { Params } from './params.ts'
import type { Book, Store } from './store/store.ts'
import type { StripeObject } from './store/tables.ts'

/** The running sandbox, which every act may use. */
export interface Sandbox {
  store: Store
  clock: Clock
  sender: EventSender
  settings: SandboxSettings
}

export interface SandboxSettings {
  /** Sandbox seconds from the confirmation of a SEPA debit to its outcome. */
  sepa_seconds: number
  /** Sandbox seconds to the outcome for the test accounts that answer late. */
  sepa_later_seconds: number
}

/** An act on one account's book, by a request or by the clock. */
export interface Act {
  box: Sandbox
  book: Book
  /** The base of links to our pages, e.g. `http://127.0.0.1:3001`. */
  origin: string
  request: { id: string | null; idempotency_key: string | null }
  /** Suppresses events while a history is imported. */
  silent?: boolean
}

/** An authenticated, parsed request. */
export interface RequestContext extends Act {
  key: 'secret' | 'publishable'
  /** The account whose key was used; `book` is another account's when `Stripe-Account` was sent. */
  platform: string
  params: Params
  path: Record<string, string>
  url: string
  client: { ip: string; agent: string }
}

/** One route of the API. `handle` is synchronous: all its writes become durable together. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** May be called with a publishable key (so also from a browser). */
  publishable?: boolean
  /** Names of its parameters; others are refused. */
  params: readonly string[]
  handle(context: RequestContext): Reply
}

/** An object of the book as the SDK types it, a list or a search of them, or what has no row of its own. */
export type Reply =
  | StripeObject
  | Stripe.ApiList<StripeObject>
  | Stripe.ApiSearchResult<StripeObject>
  | Stripe.AccountLink
  | Stripe.Balance
  | Stripe.DeletedAccount
  | Stripe.DeletedWebhookEndpoint
  | PublicIntent

/** The part of an intent that a publishable key may see. */
export type PublicIntent = Pick<Stripe.PaymentIntent, 'id' | 'object' | 'status'> &
  Partial<Stripe.PaymentIntent>
