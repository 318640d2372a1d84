import type { Transfer } from '@saldo/contract/bills/mybill'
import type { Contract } from '@saldo/contract/contract'
import type { FormKey } from '../../idempotency-key.ts'
import { linkApi } from '../link-api.ts'

type Charge = Contract['POST /v1/stripe/charge/{token?}']
type Klarna = Contract['POST /v1/stripe/klarna/{token?}']

/** What the payer typed once for all payments. */
export type EachBody = Pick<Charge['body'], 'payment_method' | 'email' | 'name' | 'mandate'>
/** Makes a payment method of what was typed, at this account of the provider. */
export type MakeMethod = (at: { api_base: string | null; publishable_key: string }) => Promise<string>

/**
 * Sends a filled-in payment form: by link token, or as a signed-in user. Repeating it with the same idempotency key
 * makes the same payment.
 */
export type PaymentApi = {
  /** Whether the payer is signed in: nobody tells them that they need no registration. */
  signed_in: boolean
  charge: (body: Charge['body'], idempotencyKey: FormKey) => Promise<Charge['reply']>
  klarna: (body: Klarna['body'], idempotencyKey: FormKey) => Promise<Klarna['reply']>
  /**
   * Makes several payments of one act, if the form stands for several condominiums: each takes a payment method of its own.
   * It tells by itself what became of them; what it throws was before the first of them.
   */
  payEach?: (body: EachBody, makeMethod: MakeMethod) => Promise<void>
  /** How to pay this amount by bank transfer; only with a link. */
  transfer?: (amount: number) => Promise<Transfer>
}

/** Pays the bill that a link opens. */
export const linkPaymentApi = (token: string, signed_in = false): PaymentApi => ({
  signed_in,
  charge: (body, idempotencyKey) =>
    linkApi('POST /v1/stripe/charge/{token?}', token, { body, idempotencyKey }),
  klarna: (body, idempotencyKey) =>
    linkApi('POST /v1/stripe/klarna/{token?}', token, { body, idempotencyKey }),
  transfer: (amount) =>
    linkApi('GET /v1/mybill/{token}/transfer', token, undefined, { amount: String(amount) }),
})
