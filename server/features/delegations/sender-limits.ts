import type { Tx } from '../../db/connection.ts'
import { ApiError, conflict } from '../../http/errors.ts'

/** Invitations of one owner that nobody has answered yet. */
export const mostOpen = 5
/** Those that one owner sends within a day, whatever became of them: each is a mail to somebody who did not ask for it. */
export const mostADay = 10

/**
 * 409 while too many invitations of this owner wait for an answer, 429 for too many within a day. What the office writes down does
 * not count. Requests to pay have their own limit (`ask-to-pay.ts`): counted here, they would say who has an access. Others who
 * invite wait until the transaction ends. Call it only as the system.
 */
export async function requireFewSent(tx: Tx, user_id: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('delegations:' || ${user_id}::text, 0))`
  const [sent] = await tx<[{ open: number; in_day: number }]>`
    select
      (count(*) filter (where state = 'invited' and answer_by > now()))::int as open,
      (count(*) filter (where created_at > now() - interval '1 day'))::int as in_day
    from delegations
    where created_by = ${user_id} and consent_by = 'owner' and delegate_user_id is distinct from created_by`
  if (sent.in_day >= mostADay)
    throw new ApiError(
      429,
      'too_many_invitations',
      `In un giorno si mandano al massimo ${mostADay} inviti: riprova domani.`,
      { headers: { 'retry-after': '86400' } },
    )
  if (sent.open >= mostOpen)
    throw conflict(
      'too_many_open',
      `Hai già ${mostOpen} inviti senza risposta: ritirane uno, o aspetta che scadano.`,
    )
}
