import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The name of a mail outside Saldo: `saldo.<id>.<20 hexadecimal digits>`, in its Message-ID and in its return path. Only who
 * received the mail knows the digits, so a report that contains them is about a mail that we sent; nobody can make up one for
 * another's address.
 */
export const mailReference = (secret: string, email_id: number): string =>
  `saldo.${email_id}.${mac(secret, 'reference', email_id).subarray(0, 10).toString('hex')}`

/** The mails whose references are in a text, at most ten. */
export function mailsReferredTo(secret: string, text: string): number[] {
  const found = new Set<number>()
  for (const [, id, digits] of text.matchAll(/saldo\.(\d{1,15})\.([0-9a-f]{20})(?![0-9a-f])/gi)) {
    const email_id = Number(id)
    const right = mailReference(secret, email_id).slice(-20)
    if (isSame(right, digits?.toLowerCase() ?? '')) found.add(email_id)
    if (found.size === 10) break
  }
  return [...found]
}

/**
 * The mark of a mail in the address of its links: it says which mail was followed, grants nothing, and cannot be made up for
 * another mail.
 */
export function mailMark(secret: string, email_id: number): string {
  const id = Buffer.alloc(6)
  id.writeUIntBE(email_id, 0, 6)
  return Buffer.concat([id, mac(secret, 'mark', email_id).subarray(0, 8)]).toString('base64url')
}

/** The mail of a mark; null if it is not ours. */
export function readMailMark(secret: string, mark: string): number | null {
  const bytes = Buffer.from(mark, 'base64url')
  if (bytes.length !== 14 || bytes.toString('base64url') !== mark) return null
  const email_id = bytes.readUIntBE(0, 6)
  return isSame(mailMark(secret, email_id), mark) ? email_id : null
}

/** The addresses of a mail that say which bill, plan, mandate or receipt they open: all after `#`, but the bill that is drawn. */
const linkOf = (public_url: string) =>
  new RegExp(
    `${public_url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/(#/)?(?:mybill|piano|mandato|checkout-result)/[A-Za-z0-9_-]{22,64}(?![\\w?#-])`,
    'g',
  )

/** Adds the mail's mark to the links of its HTML and text, after `#`: what stands there never reaches a server by itself. */
export function markLinks<Body extends { html: string; text: string }>(
  env: { SALDO_SECRET: string; PUBLIC_URL: string },
  email_id: number,
  body: Body,
): Body {
  const mark = `m=${mailMark(env.SALDO_SECRET, email_id)}`
  const marked = (text: string) =>
    text.replace(linkOf(env.PUBLIC_URL), (link, hash) => `${link}${hash ? '?' : '#'}${mark}`)
  return { ...body, html: marked(body.html), text: marked(body.text) }
}

const mac = (secret: string, what: 'reference' | 'mark', email_id: number) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(`mail ${what} ${email_id}`).digest()

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
