import type { Endpoint, ProofWanted } from '@saldo/contract/endpoint'
import type { Tx } from '../db/connection.ts'
import type { Actor } from './actor.ts'
import { ApiError } from './errors.ts'

/**
 * Step-up: an endpoint with `step_up` needs a session that proved its identity within the last ten minutes. Refuses
 * others with 403 `step_up_required` and the possible proofs. Checked once, before the act starts, so that no act stops
 * halfway when the ten minutes end.
 */
export async function requireStepUp(endpoint: Endpoint, tx: Tx, { session_id }: Actor): Promise<void> {
  if (!endpoint.step_up || session_id === null) return
  const [found] = await tx<Proof[]>`select * from session_proof(${session_id})`
  if (found?.proved) return
  throw new ApiError(403, 'step_up_required', 'Prima di andare avanti, conferma che sei tu.', {
    proof: { ways: found ? waysOf(found) : [] },
  })
}

type Proof = { proved: boolean; has_password: boolean; has_totp: boolean; has_passkey: boolean }

const waysOf = ({ has_password, has_totp, has_passkey }: Proof): ProofWanted['ways'] => [
  ...(has_passkey ? (['passkey'] as const) : []),
  ...(has_totp ? (['totp'] as const) : []),
  ...(has_password ? (['password'] as const) : []),
]
