import type { Transfer } from '@saldo/contract/bills/mybill'
import type { Contract } from '@saldo/contract/contract'
import type { FormKey } from '../../idempotency-key.ts'
import { linkApi } from '../link-api.ts'

type Charge = Contract['POST /v1/stripe/charge/{token?}']
type Klarna = Contract['POST /v1/stripe/klarna/{token?}']

/**
 * Sends a filled-in payment form: by link token, or as a signed-in user. Repeating it with the same idempotency key
 * makes the same payment.
 */
export type PaymentApi = {
  /** Whether the payer is signed in, rather than using a link. */
  signed_in: boolean
  charge: (body: Charge['body'], idempotencyKey: FormKey) => Promise<Charge['reply']>
  klarna: (body: Klarna['body'], idempotencyKey: FormKey) => Promise<Klarna['reply']>
  /** How to pay this amount by bank transfer; only with a link. */
  transfer?: (amount: number) => Promise<Transfer>
}

/** Pays the bill that a link opens. */
export const linkPaymentApi = (token: string): PaymentApi => ({
  signed_in: false,
  charge: (body, idempotencyKey) =>
    linkApi('POST /v1/stripe/charge/{token?}', token, { body, idempotencyKey }),
  klarna: (body, idempotencyKey) =>
    linkApi('POST /v1/stripe/klarna/{token?}', token, { body, idempotencyKey }),
  transfer: (amount) =>
    linkApi('GET /v1/mybill/{token}/transfer', token, undefined, { amount: String(amount) }),
})
