import { missingParam } from '../errors.ts'
import { moveIntent, paymentFailed, paymentSucceeded } from '../payments/payment-outcomes.ts'
import { startRedirect } from '../payments/redirects.ts'
import type { Rail } from './rail.ts'

/** Klarna: the payer always decides on our page. */
export const klarnaRail: Rail = {
  check(_ask, _intent, method, wish) {
    if (!method.billing_details.email) throw missingParam('payment_method_data[billing_details][email]')
    if (!method.billing_details.address?.country)
      throw missingParam('payment_method_data[billing_details][address][country]')
    if (!wish.return_url) throw missingParam('return_url')
  },

  pay(context, intent, method, wish) {
    const next_action = startRedirect(context, intent, 'klarna', wish.return_url)
    return moveIntent(
      context,
      intent,
      { status: 'requires_action', next_action, payment_method: method.id },
      'payment_intent.requires_action',
    )
  },

  approved: (act, intent, method) => paymentSucceeded(act, intent, method),

  refused: (act, intent, method) =>
    paymentFailed(act, intent, method, {
      type: 'card_error',
      code: 'payment_method_provider_decline',
      decline_code: 'payment_method_provider_decline',
      message: 'The payment was declined by the payment method provider.',
    }).intent,
}
