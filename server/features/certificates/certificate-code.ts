import { createHmac } from 'node:crypto'
import { hashToken } from '../../http/actor.ts'

/** Crockford's base 32: without I, L, O and U, which are misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 28

/**
 * The code of a certificate: 140 bits of HMAC-SHA256 under the server's secret, so that it can be printed again without
 * being stored. In groups of four, as it stands on paper.
 */
export function certificateCode(secret: string, seed: string): string {
  const mac = createHmac('sha256', Buffer.from(secret, 'hex')).update('certificate').update(seed).digest()
  const letters = Array.from(mac.subarray(0, length), (byte) => alphabet.charAt(byte & 31)).join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

/** How a code is looked up, however it was typed: small letters, other or no hyphens, O for 0, I and L for 1. */
export const hashOfCode = (typed: string): Buffer =>
  hashToken(
    typed
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1'),
  )
