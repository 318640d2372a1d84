import { z } from 'zod'
import { endpoint, Id, signedIn } from '../endpoint.ts'
import * as fields from '../fields.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    passkey: true
  }
}

/** WebAuthn's JSON. Not described further: the server's WebAuthn library validates it. */
const WebAuthn = z.looseObject({}).meta({ description: 'WebAuthn options or answer, as JSON' })

const Code = z
  .string('Scrivi il codice.')
  .trim()
  .min(1, 'Scrivi il codice.')
  .max(40, 'Il codice ha sei cifre.')
const PasskeyName = fields.text(60, 'Dai un nome alla passkey.')

/** Recovery codes, shown once when created; null if the existing ones stay valid. */
const NewCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Ten, each good once, never shown again; null: those of before stay' }),
})

export const SecondSteps = z
  .object({
    totp_since: fields.Instant.nullable().meta({ description: 'Null: no authenticator app' }),
    passkeys: z.array(
      z.object({
        passkey_id: z.number(),
        name: z.string(),
        created_at: fields.Instant,
        used_at: fields.Instant.nullable(),
      }),
    ),
    recovery_codes_left: z.number(),
  })
  .meta({ id: 'SecondSteps' })
export type SecondSteps = z.infer<typeof SecondSteps>

export const secondSteps = endpoint('GET /v1/auth/second-steps', {
  summary: 'One’s own second steps at sign-in: authenticator app, passkeys, recovery codes left',
  allow: signedIn,
  before_second_step: true,
  permission: null,
  scope: 'accounts',
  reply: SecondSteps,
})

export const proposeTotp = endpoint('POST /v1/auth/totp', {
  summary:
    'A new secret for an authenticator app, good for 15 minutes; the earlier one stays until this is confirmed',
  allow: signedIn,
  before_second_step: true,
  permission: null,
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  reply: z.object({
    secret: z.string().meta({ description: 'Base32, for whoever cannot scan' }),
    uri: z.string().meta({ description: 'otpauth://, what the QR code says' }),
    qr: z.object({
      size: z.number().meta({ description: 'Modules of a side, without the white around' }),
      path: z.string().meta({ description: 'SVG path, one unit per module' }),
    }),
  }),
})

export const confirmTotp = endpoint('PUT /v1/auth/totp', {
  summary: 'Take the proposed secret into use by a code made with it',
  allow: signedIn,
  before_second_step: true,
  permission: null,
  scope: 'accounts',
  impersonation: 'refused',
  body: z.object({ code: Code }),
  reply: NewCodes,
  refuses: { 400: 'the code is not of this secret', 409: 'nothing proposed, or longer than 15 minutes ago' },
})

export const removeTotp = endpoint('DELETE /v1/auth/totp', {
  summary: 'Stop asking for codes of the authenticator app',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  status: 204,
  reply: z.undefined(),
  refuses: { 409: 'a super user has no other second step' },
})

export const passkeyOptions = endpoint('POST /v1/auth/passkeys/options', {
  summary: 'What a browser needs for making a passkey; good for five minutes, once',
  allow: signedIn,
  before_second_step: true,
  permission: null,
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  reply: WebAuthn,
  refuses: { 409: 'twenty passkeys are enough' },
})

export const addPasskey = endpoint('POST /v1/auth/passkeys', {
  summary: 'Keep the passkey that a browser has just made',
  allow: signedIn,
  before_second_step: true,
  permission: null,
  scope: 'accounts',
  impersonation: 'refused',
  body: z.object({ name: PasskeyName, answer: WebAuthn }),
  status: 201,
  reply: NewCodes.extend({ passkey_id: z.number() }),
  refuses: { 400: 'not an answer to options of ours', 409: 'kept already' },
})

export const renamePasskey = endpoint('PUT /v1/auth/passkeys/{id}', {
  summary: 'Give a passkey another name',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  impersonation: 'refused',
  params: z.object({ id: Id('passkey') }),
  body: z.object({ name: PasskeyName }),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'no such passkey, or not yours' },
})

export const removePasskey = endpoint('DELETE /v1/auth/passkeys/{id}', {
  summary: 'Forget a passkey',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  params: z.object({ id: Id('passkey') }),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'no such passkey, or not yours', 409: 'a super user has no other second step' },
})

export const makeRecoveryCodes = endpoint('POST /v1/auth/recovery-codes', {
  summary: 'Ten new recovery codes; those of before stop working',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  status: 201,
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  refuses: { 409: 'there is no second step to recover from' },
})

export const stepUp = endpoint('POST /v1/auth/step-up', {
  summary:
    'Prove again who you are: for ten minutes this session may do what asks for it. A user with an authenticator app ' +
    'or a passkey proves by a code of the app, a passkey or a recovery code; the password proves for the others alone',
  allow: signedIn,
  before_second_step: true,
  permission: null,
  scope: 'accounts',
  body: z.object({
    password: z.string().max(1000).optional(),
    code: z.string().max(40).optional().meta({ description: 'Of the authenticator app' }),
    recovery_code: z.string().max(40).optional().meta({ description: 'Uses it up' }),
    passkey: WebAuthn.optional().meta({ description: 'The answer to the options of /step-up/passkey' }),
  }),
  status: 204,
  reply: z.undefined(),
  refuses: {
    400: 'nothing sent, not right, or second_step_required: a password where there is a second step',
  },
})

export const stepUpPasskey = endpoint('POST /v1/auth/step-up/passkey', {
  summary: 'WebAuthn request options for one’s own passkeys; good for five minutes, once',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  reply: WebAuthn,
  refuses: { 409: 'no passkey' },
})
