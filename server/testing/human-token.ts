import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

type Call = (request: { url: string }) => Promise<{ body: unknown }>

/** Solves the captcha as a browser does; the value is valid once, in the header `x-human-token`. */
export async function humanToken(call: Call): Promise<string> {
  const { body } = await call({ url: '/v1/auth/challenge' })
  const challenge = body as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
