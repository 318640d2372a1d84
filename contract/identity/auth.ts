import { z } from 'zod'
import { endpoint, roles, signedIn } from '../endpoint.ts'

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

/** OAuth grant that exchanges a ticket and a second step for tokens. An extension grant is a URI (RFC 6749 §4.5). */
export const secondStepGrant = 'urn:saldo:second-step'
/** OAuth grant that takes the one-time token of `/web/sso/{token}` instead of name and password. */
export const oneTimeGrant = 'urn:saldo:one-time-token'

export const token = endpoint('POST /oauth/token', {
  summary:
    'Sign in (password grant, with a solved challenge in x-human-token), confirm with a second step (grant ' +
    `${secondStepGrant}, where second_step_required was the answer), come by a link that counts once (grant ` +
    `${oneTimeGrant}, or its token as the password of its user) or renew a session (refresh grant, each token once); ` +
    ' errors follow RFC 6749, 401 invalid_client included. Both doors, b2c=1 and b2c=0, admit everybody alike; a link that ' +
    'counts once opens the edition it was made for (app-edition) and no other',
  allow: roles,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  accepts: 'form',
  headers: z.object({
    authorization: z
      .string()
      .optional()
      .meta({
        description:
          'Basic client authentication: web:web for people, api:api for programs (POST /v1/users/api/login), who send no ' +
          'x-human-token',
      }),
    'app-edition': z
      .string()
      .max(40)
      .optional()
      .meta({ description: 'Which build of the web app asks: b2c, or none for the business one' }),
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
    token: z.string().max(200).optional().meta({ description: 'One-time token, of a link' }),
    ticket: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'Second step: of second_step_required, once' }),
    code: z.string().max(40).optional().meta({ description: 'Second step: of the authenticator app' }),
    recovery_code: z.string().max(60).optional().meta({ description: 'Second step: good once' }),
    passkey: z.string().max(20_000).optional().meta({ description: 'Second step: WebAuthn answer as JSON' }),
    b2c: flag.meta({ description: 'Which edition asks; changes nothing in the answer' }),
    app_version: z.string().max(40).optional(),
  }),
  reply: TokenReply,
  refuses: {
    400:
      'invalid_request (also: human verification missing or used), invalid_grant, unsupported_grant_type, ' +
      'second_step_required (with `proof`: what goes on), wrong_code, access_suspended',
  },
})

export const logout = endpoint('POST /v1/auth/logout', {
  summary: 'End this session: its tokens stop working at once',
  allow: signedIn,
  before_second_step: true,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  status: 204,
  reply: z.undefined(),
})

export const challenge = endpoint('GET /v1/auth/challenge', {
  summary: 'A proof-of-work challenge for the human verification',
  allow: roles,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  reply: z.looseObject({}).meta({ id: 'Challenge', description: 'An ALTCHA challenge' }),
})
