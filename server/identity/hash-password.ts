import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id (the library's default) at OWASP's floor: 19 MiB of memory, two passes, one lane. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The PHC string to keep of a password. Accents typed in different ways on different keyboards count as the same. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

/**
 * Whether this is the password. Without a hash (nobody has that name, or no password) the same work is done all the
 * same, so that the time of the answer tells nothing.
 */
export async function verifyPassword(password_hash: string | null, password: string): Promise<boolean> {
  const right = await verify(password_hash ?? (await nobodysHash), password.normalize('NFKC'))
  return right && password_hash !== null
}

const nobodysHash = hashPassword(randomBytes(32).toString('base64url'))
