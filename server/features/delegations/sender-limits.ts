import type { Tx } from '../../db/connection.ts'
import { ApiError, conflict } from '../../http/errors.ts'

/** Invitations and requests of one person that nobody has answered yet. */
export const mostOpen = 5
/** Those that one person sends within a day, whatever became of them: each is a mail to somebody who did not ask for it. */
export const mostADay = 10

/**
 * How many this person has sent, at most of each; what the office writes down does not count. A request goes to every office of
 * its owner, and is one. The answer holds until the transaction ends: others who ask wait for it. Call it only as the system.
 */
async function sentBy(tx: Tx, user_id: number): Promise<{ open: number; in_day: number }> {
  await tx`select pg_advisory_xact_lock(hashtextextended('delegations:' || ${user_id}::text, 0))`
  const [sent] = await tx<[{ open: number; in_day: number }]>`
    select
      (count(distinct created_at) filter (where state in ('asked', 'invited') and answer_by > now()))::int as open,
      (count(distinct created_at) filter (where created_at > now() - interval '1 day'))::int as in_day
    from delegations where created_by = ${user_id} and consent_by is distinct from 'office'`
  return sent
}

/** Whether this person may send one more. */
export async function maySendMore(tx: Tx, user_id: number): Promise<boolean> {
  const { open, in_day } = await sentBy(tx, user_id)
  return open < mostOpen && in_day < mostADay
}

/** 409 while too many wait for an answer, 429 for too many within a day. */
export async function requireFewSent(tx: Tx, user_id: number): Promise<void> {
  const { open, in_day } = await sentBy(tx, user_id)
  if (in_day >= mostADay)
    throw new ApiError(
      429,
      'too_many_invitations',
      `In un giorno si mandano al massimo ${mostADay} inviti: riprova domani.`,
      { headers: { 'retry-after': '86400' } },
    )
  if (open >= mostOpen)
    throw conflict(
      'too_many_open',
      `Hai già ${mostOpen} inviti o richieste senza risposta: ritirane uno, o aspetta che scadano.`,
    )
}
