import { createHash } from 'node:crypto'

/** Who sends requests with an access token, as the database said when it last checked it. */
export type TokenHolder = { session_id: number; user_id: number; customer_id: number | null }

/**
 * The access tokens that this process has seen accepted, so that a request can be counted for its session before the
 * database checks it. It opens nothing: a token that has ended meanwhile is still refused. The oldest make room.
 */
const known = new Map<string, TokenHolder>()
const mostKnown = 20_000

export function learnToken(token: string, holder: TokenHolder): void {
  const key = keyOf(token)
  if (!known.has(key) && known.size >= mostKnown) known.delete(known.keys().next().value as string)
  known.set(key, holder)
}

export const holderOf = (token: string): TokenHolder | null => known.get(keyOf(token)) ?? null

const keyOf = (token: string) => createHash('sha256').update(token).digest('base64')
