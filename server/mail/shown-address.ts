import { type Actor, actorMay } from '../http/actor.ts'
import { maskEmail } from './mask-email.ts'

/**
 * A person's e-mail address as the actor may read it: masked (`l••••@example.it`) for a sub-user who may not read people.
 * In SQL: `shown_addresses`.
 */
export const shownAddress = (actor: Actor, email: string | null): string | null =>
  actorMay(actor, 'subjects:read') ? email : maskEmail(email)
