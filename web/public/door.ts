import type { Contract } from '@saldo/contract/contract'
import { ask } from './ask.ts'

type Charge = Contract['POST /v1/stripe/charge/{token?}']
type Klarna = Contract['POST /v1/stripe/klarna/{token?}']

/** Through which a filled-in form leaves. Sent again with the same key it is the same payment. */
export type Door = {
  /** Whoever pays has signed in, rather than come by a link. */
  signed_in: boolean
  charge: (body: Charge['body'], idempotencyKey: string) => Promise<Charge['reply']>
  klarna: (body: Klarna['body'], idempotencyKey: string) => Promise<Klarna['reply']>
}

/** Pays the bill that a link opens. */
export const linkDoor = (token: string): Door => ({
  signed_in: false,
  charge: (body, idempotencyKey) => ask('POST /v1/stripe/charge/{token?}', token, { body, idempotencyKey }),
  klarna: (body, idempotencyKey) => ask('POST /v1/stripe/klarna/{token?}', token, { body, idempotencyKey }),
})
