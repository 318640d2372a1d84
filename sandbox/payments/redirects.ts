import type Stripe from 'stripe'
import { randomText } from '../ids.ts'
import type { Act } from '../sandbox.ts'
import type { IntentNote, Redirect } from '../store/tables.ts'

/** Sends the payer to our page to approve or refuse; returns the `next_action`. */
export function startRedirect(
  act: Act,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  kind: Redirect['kind'],
  return_url: string | null,
): Stripe.PaymentIntent.NextAction {
  const redirect = act.box.store.book('').put('redirects', {
    id: `pa_nonce_${randomText(32)}`,
    account: act.book.account,
    intent: intent.id,
    kind,
    return_url,
    decision: null,
  })
  putNote(act, intent.id, { redirect: redirect.id, return_url })
  const url = `${act.origin}/authorize/${redirect.id}`
  // If there is no return address, Stripe leaves the challenge to stripe.js; the sandbox shows the same page in both
  // cases.
  return return_url
    ? { type: 'redirect_to_url', redirect_to_url: { return_url, url } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
}

/** The intent's private note, with defaults if there is none. */
export function noteOf(act: Act, id: string): IntentNote {
  return (
    act.book.get('intent_notes', id) ?? {
      id,
      off_session: false,
      return_url: null,
      mandate: null,
      redirect: null,
    }
  )
}

export function putNote(act: Act, id: string, change: Partial<IntentNote>): IntentNote {
  return act.book.put('intent_notes', { ...noteOf(act, id), ...change })
}

/**
 * The payer's return address. Stripe adds its three parameters to the query, before a fragment, and keeps the existing
 * query.
 */
export function returnAddress(return_url: string, intent: Stripe.PaymentIntent | Stripe.SetupIntent): string {
  const url = new URL(return_url)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '')
  url.searchParams.set('redirect_status', redirectStatus[intent.status] ?? 'failed')
  return url.href
}

const redirectStatus: Record<string, string> = {
  succeeded: 'succeeded',
  requires_capture: 'succeeded',
  processing: 'pending',
  requires_payment_method: 'failed',
  canceled: 'failed',
}
