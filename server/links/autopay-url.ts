import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/connection.ts'
import { hashToken } from '../http/actor.ts'
import type { Services } from '../services.ts'

/**
 * The page on which whoever gets an autopay's notices pauses and revokes it, without an account. The link opens that autopay
 * and nothing else, for a year; only its SHA-256 is kept. In a transaction of the system.
 */
export async function autopayUrl(
  services: Services,
  tx: Tx,
  { customer_id, autopay_id }: { customer_id: number; autopay_id: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx`insert into autopay_links ${tx({ customer_id, autopay_id, token_hash: hashToken(token) })}`
  return `${services.env.PUBLIC_URL}/#/addebito-automatico/${token}`
}

/** Links that expired two months ago: until then their page says so, instead of that there is no such link. */
export async function forgetAutopayLinks(tx: Tx): Promise<void> {
  await tx`delete from autopay_links where expires_at < now() - interval '60 days'`
}

/** The links that were mailed for one autopay open another one of the same payer, which goes on in its place. */
export const moveAutopayLinks = (tx: Tx, from: number, to: number) => tx`
  update autopay_links set autopay_id = ${to}, revoked_at = null where autopay_id = ${from}`

/** Notes that one of its links revoked an autopay: only that can be taken back by a link. */
export const noteRevokedByLink = (tx: Tx, autopay_id: number) => tx`
  update autopay_links set revoked_at = now() where autopay_id = ${autopay_id}`
