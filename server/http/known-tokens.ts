import { createHash } from 'node:crypto'

/**
 * The access tokens that this process has seen accepted, with their users, so that a request can be counted for its user
 * before the database checks it. It opens nothing: a token that has ended meanwhile is still refused. The oldest make room.
 */
const known = new Map<string, number>()
const mostKnown = 20_000

export function learnToken(token: string, { user_id }: { user_id: number }): void {
  const key = keyOf(token)
  if (!known.has(key) && known.size >= mostKnown) known.delete(known.keys().next().value as string)
  known.set(key, user_id)
}

/** @returns the id of the token's user, or null if this process has not seen it accepted */
export const userOfToken = (token: string): number | null => known.get(keyOf(token)) ?? null

const keyOf = (token: string) => createHash('sha256').update(token).digest('base64')
