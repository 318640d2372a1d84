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
export type Token = z.infer<typeof TokenReply>

export const token = endpoint('POST /oauth/token', {
  summary:
    'Sign in (password grant, with a solved challenge in x-human-token) or renew a session (refresh grant, each token ' +
    'once); errors follow RFC 6749, 401 invalid_client included. Both doors, b2c=1 and b2c=0, admit everybody alike',
  allow: roles,
  accepts: 'form',
  headers: z.object({
    authorization: z.string().optional().meta({ description: 'Basic client authentication: web:web' }),
    'x-human-token': z
      .string()
      .max(4000)
      .optional()
      .meta({ description: 'Password grant: base64 of {challenge, solution} of GET /v1/auth/challenge' }),
  }),
  body: z.object({
    grant_type: z.string().optional(),
    username: z.string().max(254).optional(),
    password: z.string().max(1000).optional(),
    refresh_token: z.string().max(200).optional(),
    b2c: flag.meta({ description: 'Which edition asks; changes nothing in the answer' }),
    app_version: z.string().max(40).optional(),
  }),
  reply: TokenReply,
  refuses: {
    400: 'invalid_request (also: human verification missing or used), invalid_grant, unsupported_grant_type',
  },
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
