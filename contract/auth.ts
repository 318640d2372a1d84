import { z } from 'zod'
import { endpoint, roles, signedIn } from './endpoint.ts'

/** `1`/`0`, as the specification's clients send them, or true/false. */
const flag = z.enum(['0', '1', 'true', 'false']).optional()

export const TokenReply = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number().int().meta({ description: 'Seconds' }),
  })
  .meta({ id: 'Token' })

export const token = endpoint('POST /oauth/token', {
  summary: 'Sign in (password grant) or renew a session (refresh grant); errors follow RFC 6749',
  allow: roles,
  accepts: 'form',
  headers: z.object({
    authorization: z.string().optional().meta({ description: 'Basic client authentication: web:web' }),
    'x-human-token': z
      .string()
      .max(4000)
      .optional()
      .meta({ description: 'Human verification, password grant' }),
  }),
  body: z.object({
    grant_type: z.string().optional(),
    username: z.string().max(254).optional(),
    password: z.string().max(1000).optional(),
    refresh_token: z.string().max(200).optional(),
    b2c: flag,
    app_version: z.string().max(40).optional(),
  }),
  reply: TokenReply,
})

export const logout = endpoint('POST /v1/auth/logout', {
  summary: 'End this session: its tokens stop working at once',
  allow: signedIn,
  status: 204,
  reply: z.undefined(),
})

export const challenge = endpoint('GET /v1/auth/challenge', {
  summary: 'A proof-of-work challenge for the human verification',
  allow: roles,
  reply: z.looseObject({}).meta({ id: 'Challenge', description: 'An ALTCHA challenge' }),
})
