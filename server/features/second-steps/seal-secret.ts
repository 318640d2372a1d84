import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a secret that must be read again (AES-256-GCM), with a key derived from the server's secret. The user's id
 * is authenticated, so a row copied to another user cannot be decrypted. Stored as IV, tag, ciphertext.
 */
export function sealSecret(server_secret: string, user_id: number, plain: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(server_secret), iv).setAAD(boundTo(user_id))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** @returns null when it was encrypted with another server secret or for another user, or is damaged */
export function openSecret(server_secret: string, user_id: number, sealed: Buffer): Buffer | null {
  const iv = sealed.subarray(0, ivBytes)
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
  if (tag.length < tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(server_secret), iv)
  decipher.setAAD(boundTo(user_id)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

const keyFrom = (server_secret: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(server_secret, 'hex'), '', 'saldo second-step secrets', 32))
const boundTo = (user_id: number) => Buffer.from(`user ${user_id}`)
