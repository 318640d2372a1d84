import { api } from '../../api.ts'
import type { PaymentApi } from '../../public/pay/payment-api.ts'

/** Timeout in milliseconds; tells an unreachable server from a refusal. */
const timeout = 20_000

/** Pays these bills, of one person in one condominium, as the signed-in user. */
export const ownPaymentApi = (bill_ids: number[]): PaymentApi => ({
  signed_in: true,
  charge: (body, idempotencyKey) =>
    api('POST /v1/stripe/charge/{token?}', {
      body: { ...body, bill_ids },
      idempotencyKey,
      signal: AbortSignal.timeout(timeout),
    }),
  klarna: (body, idempotencyKey) =>
    api('POST /v1/stripe/klarna/{token?}', {
      body: { ...body, bill_ids },
      idempotencyKey,
      signal: AbortSignal.timeout(timeout),
    }),
})
