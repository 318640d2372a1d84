import { createHmac, timingSafeEqual } from 'node:crypto'

export type Opened =
  | { opens: 'bill'; bill_id: number; version: number }
  | { opens: 'payment'; payment_id: number }

const kinds = { bill: 1, payment: 2 } as const

/**
 * Makes a link's token: kind, id and version in the clear, then 128 bits of HMAC-SHA256 with the server's secret. It is
 * not stored and can be made again; it is verified without the database; a new version revokes the old one.
 */
export function linkToken(secret: string, opens: Opened): string {
  const id = opens.opens === 'bill' ? opens.bill_id : opens.payment_id
  const head = Buffer.alloc(8)
  head.writeUInt8(kinds[opens.opens], 0)
  head.writeUIntBE(id, 1, 6)
  head.writeUInt8(opens.opens === 'bill' ? opens.version : 0, 7)
  return Buffer.concat([head, mac(secret, head)]).toString('base64url')
}

/** Verifies a link's token and returns what it opens. Null when it is not ours. */
export function readLinkToken(secret: string, token: string): Opened | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 24 || bytes.toString('base64url') !== token) return null
  const head = bytes.subarray(0, 8)
  if (!timingSafeEqual(bytes.subarray(8), mac(secret, head))) return null
  const id = head.readUIntBE(1, 6)
  if (head.readUInt8(0) === kinds.bill) return { opens: 'bill', bill_id: id, version: head.readUInt8(7) }
  if (head.readUInt8(0) === kinds.payment) return { opens: 'payment', payment_id: id }
  return null
}

const mac = (secret: string, head: Buffer) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update('link').update(head).digest().subarray(0, 16)
