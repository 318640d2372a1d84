import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id (the library's default) with OWASP's minimum: 19 MiB of memory, two passes, one lane. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password to a PHC string. Unicode-normalised first, because keyboards type accents in different ways. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

/**
 * Verifies a password. If there is no hash (unknown user, or no password), it does the same work, so that the response
 * time reveals nothing.
 */
export async function verifyPassword(password_hash: string | null, password: string): Promise<boolean> {
  const right = await verify(password_hash ?? (await nobodysHash), password.normalize('NFKC'))
  return right && password_hash !== null
}

const nobodysHash = hashPassword(randomBytes(32).toString('base64url'))
