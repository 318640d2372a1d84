import type { Actor } from '../../../http/actor.ts'

/**
 * Whether this actor may keep a method with a payment, and so have the next instalments debited. Not a delegate: the method would
 * be the holder's. Not by a link that pays once: it is made to pay one bill, and signs for no other.
 */
export const mayKeep = (actor: Actor): boolean =>
  actor.role !== 'link' || (actor.delegate === null && actor.pay_link_id === null)
