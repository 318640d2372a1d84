import type { Endpoint, ProofWanted } from '@saldo/contract/endpoint'
import type { Tx } from '../db/connection.ts'
import type { Actor } from './actor.ts'
import { ApiError } from './errors.ts'

/**
 * Step-up: an endpoint with `step_up` needs a session that proved its identity within the last ten minutes, by a second
 * step if the user has one. Refuses others with 403 `step_up_required` and the possible proofs. Checked once, before the
 * act starts, so that no act stops halfway when the ten minutes end.
 */
export async function requireStepUp(endpoint: Endpoint, tx: Tx, actor: Actor): Promise<void> {
  if (endpoint.step_up === true) await requireProof(tx, actor)
}

/** The same for an act whose endpoint needs it `sometimes`; the act asks before it writes anything. */
export async function requireProof(tx: Tx, { session_id }: Actor): Promise<void> {
  if (session_id === null) return
  const [found] = await tx<Proof[]>`select * from session_proof(${session_id})`
  if (found?.proved) return
  throw new ApiError(403, 'step_up_required', 'Prima di andare avanti, conferma che sei tu.', {
    proof: { ways: found ? waysOf(found) : [] },
  })
}

type Proof = {
  proved: boolean
  has_password: boolean
  has_totp: boolean
  has_passkey: boolean
  has_recovery_code: boolean
}

/** The password is a way only for a user without a second step. */
function waysOf({ has_password, has_totp, has_passkey, has_recovery_code }: Proof): ProofWanted['ways'] {
  if (!has_totp && !has_passkey) return has_password ? ['password'] : []
  return [
    ...(has_passkey ? (['passkey'] as const) : []),
    ...(has_totp ? (['totp'] as const) : []),
    ...(has_recovery_code ? (['recovery_code'] as const) : []),
  ]
}
