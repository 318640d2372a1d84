import type { Actor } from '../../../http/actor.ts'
import { conflict } from '../../../http/errors.ts'
import { isSubUser } from './grant-limits.ts'

/** 409 `full_user_needed` with this sentence for a sub-user, whatever permissions they have. */
export function requireFullUser(actor: Actor, sentence: string): void {
  if (isSubUser(actor)) throw conflict('full_user_needed', sentence)
}
