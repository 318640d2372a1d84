import { createHmac, timingSafeEqual } from 'node:crypto'

export type Opened =
  | { opens: 'bill'; bill_id: number; version: number }
  | { opens: 'payment'; payment_id: number }
  /** A bill, by a delegation: it opens it while the delegation holds. */
  | { opens: 'delegated'; bill_id: number; delegation_id: number }

const kinds = { bill: 1, payment: 2, delegated: 3 } as const

/**
 * Makes a link's token: kind, ids and version in the clear, then 128 bits of HMAC-SHA256 with the server's secret. It is
 * not stored and can be made again; it is verified without the database; a new version revokes the old one.
 */
export function linkToken(secret: string, opens: Opened): string {
  const head = headOf(opens)
  return Buffer.concat([head, mac(secret, head)]).toString('base64url')
}

function headOf(opens: Opened): Buffer {
  const head = Buffer.alloc(opens.opens === 'delegated' ? 13 : 8)
  head.writeUInt8(kinds[opens.opens], 0)
  head.writeUIntBE(opens.opens === 'payment' ? opens.payment_id : opens.bill_id, 1, 6)
  if (opens.opens === 'delegated') head.writeUIntBE(opens.delegation_id, 7, 6)
  if (opens.opens === 'bill') head.writeUInt8(opens.version, 7)
  return head
}

/** Verifies a link's token and returns what it opens. Null when it is not ours. */
export function readLinkToken(secret: string, token: string): Opened | null {
  const bytes = Buffer.from(token, 'base64url')
  if (![24, 29].includes(bytes.length) || bytes.toString('base64url') !== token) return null
  const head = bytes.subarray(0, -16)
  if (!timingSafeEqual(bytes.subarray(-16), mac(secret, head))) return null
  const kind = head.readUInt8(0)
  const id = head.readUIntBE(1, 6)
  if (head.length === 13)
    return kind === kinds.delegated
      ? { opens: 'delegated', bill_id: id, delegation_id: head.readUIntBE(7, 6) }
      : null
  if (kind === kinds.bill) return { opens: 'bill', bill_id: id, version: head.readUInt8(7) }
  if (kind === kinds.payment) return { opens: 'payment', payment_id: id }
  return null
}

const mac = (secret: string, head: Buffer) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update('link').update(head).digest().subarray(0, 16)
