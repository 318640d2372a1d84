import { api } from '../../api.ts'
import type { Door } from '../../public/same-act.ts'

/** A server that says nothing for this long is told apart from one that says no. */
const patience = 20_000

/** Pays these bills as whoever is signed in. */
export const ownDoor = (bill_ids: number[]): Door => ({
  signed_in: true,
  charge: (body, idempotencyKey) =>
    api('POST /v1/stripe/charge/{token?}', {
      body: { ...body, bill_ids },
      idempotencyKey,
      signal: AbortSignal.timeout(patience),
    }),
  klarna: (body, idempotencyKey) =>
    api('POST /v1/stripe/klarna/{token?}', {
      body: { ...body, bill_ids },
      idempotencyKey,
      signal: AbortSignal.timeout(patience),
    }),
})
