import type Stripe from 'stripe'
import type { SourceToCharge } from '../../sources/source-to-charge.ts'
import type { PayOrder } from './open-attempt.ts'
import type { BillToPay } from './pay-bill.sql.ts'
import type { PaymentDestination } from './payment-destination.ts'

const types = { CARD: 'card', SEPA_DEBIT: 'sepa_debit', KLARNA: 'klarna' } as const

/**
 * The body of the provider's create call for an attempt. It is stored before it is sent, so that after a lost answer
 * the call is repeated with the same key and body. Amount, fee and destination are decided here, not by the payer's
 * browser.
 */
export function attemptRequest(of: {
  attempt_id: number
  payment_id: number
  amount: number
  order: PayOrder
  source: SourceToCharge | null
  goes: PaymentDestination
  bills: readonly BillToPay[]
}): Stripe.PaymentIntentCreateParams {
  const { order, source, goes, bills } = of
  const bill = bills[0] as BillToPay
  const what = bills.length > 1 ? `${bills.length} bollette` : `bolletta ${bill.number}`
  return {
    amount: of.amount,
    currency: 'eur',
    allowed_payment_method_types: [types[order.method]],
    description: `${bill.account_name}, ${what}`.slice(0, 200),
    metadata: {
      attempt_id: String(of.attempt_id),
      payment_id: String(of.payment_id),
      bill_id: String(bill.bill_id),
      ...(order.service_id ? { service_id: order.service_id } : {}),
    },
    ...(source ? { customer: source.provider_customer } : {}),
    ...(order.keep_for ? { customer: order.keep_for, setup_future_usage: 'off_session' } : {}),
    ...(goes.account_destination ? { transfer_data: { destination: goes.account_destination } } : {}),
    ...(goes.application_fee_amount ? { application_fee_amount: goes.application_fee_amount } : {}),
  }
}
