import { createHash, createHmac, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Services } from '../services.ts'

const algorithm = 'PBKDF2/SHA-256'
/** The work: 20 to 50 derivations of 1,000 rounds, well under 300 ms on a slow phone. */
const rounds = 1_000
const derivations = { least: 20, most: 50 }
const secondsToSolve = 300

/**
 * Makes a signed proof-of-work challenge (ALTCHA), valid for five minutes. The server stores nothing until the solution
 * comes back.
 */
export function makeChallenge(services: Services): Promise<Challenge> {
  return createChallenge({
    algorithm,
    cost: rounds,
    counter: randomInt(derivations.least, derivations.most + 1),
    expiresAt: Math.floor(Date.now() / 1000) + secondsToSolve,
    deriveKey,
    ...secrets(services),
  })
}

/**
 * Verifies that `token` solves one of our challenges, now and for the first time. Another kind of captcha would be
 * implemented behind this function. @param token base64 of the JSON `{ challenge, solution }`, from the header
 * `x-human-token`
 */
export async function verifyHuman(services: Services, token: unknown): Promise<boolean> {
  const solved = readToken(token)
  if (!solved) return false
  const { verified } = await verifySolution({ ...solved, deriveKey, ...secrets(services) })
  return verified && (await spend(services, solved.challenge))
}

const Solved = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(algorithm),
      nonce: z.string().max(64),
      salt: z.string().max(64),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string().max(64),
      keySignature: z.string().max(128),
      expiresAt: z.number(),
    }),
    signature: z.string().max(128),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(128) }),
})

function readToken(token: unknown): z.infer<typeof Solved> | null {
  if (typeof token !== 'string' || token.length > 4000) return null
  try {
    return Solved.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data ?? null
  } catch {
    return null
  }
}

/** Marks a solution as used. If several requests send the same solution, only one succeeds. */
async function spend(services: Services, { parameters, signature }: Challenge): Promise<boolean> {
  const challenge = createHash('sha256').update(`${signature}`).digest()
  const rows = await services.asSystem(
    (tx) => tx`
      insert into spent_challenges (challenge, expires_at)
      values (${challenge}, to_timestamp(${parameters.expiresAt ?? 0}::float8)) on conflict do nothing returning 1`,
  )
  return rows.length > 0
}

const secrets = ({ env }: Services) => ({
  hmacSignatureSecret: derived(env.SALDO_SECRET, 'human challenge'),
  hmacKeySignatureSecret: derived(env.SALDO_SECRET, 'human solution'),
})
const derived = (secret: string, purpose: string) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(purpose).digest('hex')
