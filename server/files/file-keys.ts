import { createHash, hkdfSync } from 'node:crypto'

/** A key that wraps the keys of files. `id` is its fingerprint (8 bytes), which stands in each file's header. */
export type FileKey = { id: Buffer; bytes: Buffer }

/** The keys by which files are read. The first one encrypts; the others only read what they had encrypted. */
export type FileKeys = readonly [FileKey, ...FileKey[]]

/**
 * Reads SALDO_FILE_KEYS: keys of 64 hexadecimal digits, separated by commas. `npm start` always sets it. A server that is
 * started without derives one key from SALDO_SECRET.
 */
export function fileKeysOf(env: { SALDO_FILE_KEYS?: string | undefined; SALDO_SECRET: string }): FileKeys {
  const [first = derived(env.SALDO_SECRET), ...others] = env.SALDO_FILE_KEYS?.split(',') ?? []
  return [keyOf(first), ...others.map(keyOf)]
}

const derived = (secret: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', 'saldo file key', 32)).toString('hex')

function keyOf(hex: string): FileKey {
  const bytes = Buffer.from(hex.trim(), 'hex')
  const id = createHash('sha256').update('saldo file key id').update(bytes).digest().subarray(0, 8)
  return { id, bytes }
}
