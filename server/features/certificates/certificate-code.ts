import { createHmac } from 'node:crypto'
import { hashToken } from '../../http/actor.ts'

/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 28

/**
 * A certificate's code: 140 bits of HMAC-SHA256 with the server's secret. It is not stored and can be printed again. In
 * groups of four, as on paper.
 */
export function certificateCode(secret: string, seed: string): string {
  const mac = createHmac('sha256', Buffer.from(secret, 'hex')).update('certificate').update(seed).digest()
  const letters = Array.from(mac.subarray(0, length), (byte) => alphabet.charAt(byte & 31)).join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

/** The hash by which a code is found, tolerant of typing: lower case, other or no hyphens, O for 0, I and L for 1. */
export const hashOfCode = (typed: string): Buffer =>
  hashToken(
    typed
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1'),
  )
