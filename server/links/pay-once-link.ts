import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/connection.ts'
import { type Actor, hashToken } from '../http/actor.ts'
import { ApiError } from '../http/errors.ts'
import type { Services } from '../services.ts'

/**
 * A link mailed after a failed debit: it opens the bill like its normal link, pays once, and lasts a month. Only its
 * SHA-256 is stored.
 */
export async function payOnceUrl(
  services: Services,
  tx: Tx,
  { customer_id, bill_id }: { customer_id: number; bill_id: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx`
    insert into pay_links (customer_id, bill_id, token_hash, expires_at)
    values (${customer_id}, ${bill_id}, ${hashToken(token)}, now() + interval '30 days')`
  return `${services.env.PUBLIC_URL}/mybill/${token}`
}

/** Whether the link has paid: by a payment that succeeded or is pending. A failed payment does not use it up. */
export async function isUsedUp(tx: Tx, actor: Actor): Promise<boolean> {
  if (actor.role !== 'link' || actor.pay_link_id === null) return false
  const [used] = await tx`
    select from pay_links l join payments p on p.customer_id = l.customer_id and p.payment_id = l.payment_id
    where l.pay_link_id = ${actor.pay_link_id} and p.state not in ('failed', 'cancelled', 'requires_action')`
  return used !== undefined
}

/** Call it in the transaction that opens a payment, after the bill is locked. Throws 410 when the link has paid. */
export async function requireFreshLink(tx: Tx, actor: Actor): Promise<void> {
  if (await isUsedUp(tx, actor)) throw linkSpent()
}

export async function usePayLink(tx: Tx, actor: Actor, payment_id: number): Promise<void> {
  if (actor.role === 'link' && actor.pay_link_id !== null)
    await tx`update pay_links set payment_id = ${payment_id} where pay_link_id = ${actor.pay_link_id}`
}

/**
 * Whether somebody without an access made the payment when its bill had a link that pays once: it may have been by that. A later
 * payment by the same link replaces an earlier one there, so this asks for the time. Call it only as the system.
 */
export async function mayBePaidOnce(tx: Tx, payment_id: number): Promise<boolean> {
  const [row] = await tx`
    select from payments p
    join payment_bills b on b.customer_id = p.customer_id and b.payment_id = p.payment_id
    join pay_links l on l.customer_id = b.customer_id and l.bill_id = b.bill_id
    where p.payment_id = ${payment_id} and p.created_by is null and l.created_at <= p.created_at limit 1`
  return row !== undefined
}

const linkSpent = () => new ApiError(410, 'link_used', usedUp)
export const usedUp = 'Con questo link hai già pagato: qui sotto trovi com’è andata.'
