import { whyNotUserName } from '@saldo/domain/user-name'
import { z } from 'zod'
import { endpoint, IdParams, roles, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { UserName } from './users.ts'

/** The specification does not say what is in it, so any value is accepted; only an address in it is read. */
const ExtendedInfo = z
  .preprocess(
    (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}),
    z.looseObject({ email: fields.Email.nullish() }),
  )
  .optional()
  .meta({
    description:
      'email: where the mail goes that confirms, the address on file; left out, it goes to the address on file',
  })

export const registerResident = endpoint('POST /v1/users/btoc/register', {
  summary:
    'A resident asks for access: the answer is the same whoever they are. A mail says how it goes on; codice fiscale, ' +
    'the number of a bill of theirs and the e-mail address, if one is given, must be those that their administrator ' +
    'has on file',
  allow: roles,
  permission: null,
  scope: 'accounts',
  body: z
    .object({
      username: UserName,
      fiscal_code: fields.FiscalCode,
      bill_number: fields.text(60, 'Scrivi il numero di una tua bolletta.'),
      recaptcha_token: z
        .string('Manca la verifica anti-robot.')
        .min(1, 'Manca la verifica anti-robot.')
        .max(4000)
        .meta({ description: 'base64 of {challenge, solution} of GET /v1/auth/challenge, solved' }),
      extended_info: ExtendedInfo,
    })
    // The check reads only what was typed, never what is stored, so that its answer tells nothing of other people.
    .superRefine(({ username, extended_info }, context) => {
      const why = whyNotUserName(username, extended_info?.email ?? null)
      if (why) context.addIssue({ code: 'custom', path: ['username'], message: why })
    }),
  status: 204,
  reply: z.undefined(),
  refuses: {
    400: 'a field is wrong, or the human verification is missing or was used',
    409: 'feature_off: nobody may ask for access for now',
  },
})

/** Whether a person of the registry has a user to sign in with. */
export const ResidentAccess = z
  .object({
    subject_id: z.number(),
    access: z.enum(['none', 'invited', 'active', 'suspended']),
    email: z.string().nullable().meta({ description: 'Of the registry: where an invitation goes' }),
    invited_at: fields.Instant.nullable(),
  })
  .meta({ id: 'ResidentAccess' })
export type ResidentAccess = z.infer<typeof ResidentAccess>

const unseen = 'no such person, or not yours'

export const getResidentAccess = endpoint('GET /v1/users/btoc/{id}', {
  summary: 'Whether a person of the registry can sign in',
  allow: staff,
  permission: 'subjects:read',
  scope: 'accounts',
  params: IdParams('subject'),
  reply: ResidentAccess,
  refuses: { 404: unseen },
})

export const inviteResident = endpoint('POST /v1/users/btoc/create/{id}', {
  summary:
    'Give a person of the registry access to their bills: a mail to the address on file carries a link, good for 72 ' +
    'hours, to choose a password. Asked again before it was used, the invitation is sent anew. Addresses that the last 72 ' +
    'hours replaced are told',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  params: IdParams('subject'),
  reply: ResidentAccess,
  refuses: { 404: unseen, 409: 'no e-mail address is on file, or they have access already' },
})

export const removeResident = endpoint('POST /v1/users/btoc/delete/{id}', {
  summary:
    'Take the access away from a person of the registry; their data stay, other offices’ are not concerned',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  step_up: true,
  params: IdParams('subject'),
  reply: ResidentAccess,
  refuses: { 404: unseen },
})
