import { longestPassword } from '@saldo/domain/password'
import { z } from 'zod'
import { endpoint, LinkToken, roles, signedIn } from '../endpoint.ts'
import { text } from '../fields.ts'

/** A password typed at sign-in. Not validated: any text is compared with the hash. */
export const TypedPassword = z.string('Scrivi la password.').min(1, 'Scrivi la password.').max(1000)
/** A newly chosen password. domain/password.ts checks the rest, with the user's names. */
export const NewPassword = z
  .string('Scrivi la nuova password.')
  .min(1, 'Scrivi la nuova password.')
  .max(longestPassword * 4, `Usa al massimo ${longestPassword} caratteri.`)

export const changePassword = endpoint('POST /v1/users/change/password', {
  summary:
    'Change one’s password: all other sessions end, this one goes on; a mail says that it was changed. A user with a second ' +
    'step must have proved by it',
  allow: signedIn,
  step_up: 'sometimes',
  permission: null,
  scope: 'accounts',
  impersonation: 'refused',
  body: z.object({ old_password: TypedPassword, new_password: NewPassword }),
  status: 204,
  reply: z.undefined(),
  refuses: { 400: 'the old password is wrong, or the new one too easy; the field says which' },
})

export const requestPasswordRecovery = endpoint('POST /v1/users/recovery/password', {
  summary:
    'Ask for a link to choose a new password: it goes to the address on file, lasts an hour, counts once, and the ' +
    'newest alone works. The answer is the same whoever is named, also nobody',
  allow: roles,
  permission: null,
  scope: 'accounts',
  body: z.object({
    username: text(254, 'Scrivi il nome utente.'),
    recaptcha_token: z
      .string('Manca la verifica anti-robot.')
      .min(1, 'Manca la verifica anti-robot.')
      .max(4000)
      .meta({ description: 'base64 of {challenge, solution} of GET /v1/auth/challenge, solved' }),
  }),
  status: 204,
  reply: z.undefined(),
  refuses: { 400: 'the human verification is missing, or was used' },
})

const gone = 'the link is unknown, used, replaced or older than an hour'

export const whoseRecovery = endpoint('GET /v1/auth/recovery/{token}', {
  summary: 'Whose password a recovery link is about; it stays unused',
  allow: roles,
  permission: null,
  scope: 'accounts',
  params: z.object({ token: LinkToken }),
  reply: z.object({ user_name: z.string() }),
  refuses: { 410: gone },
})

export const recoverPassword = endpoint('POST /v1/auth/recovery/{token}', {
  summary: 'Choose a new password by a recovery link: it is used up, and all sessions of that user end',
  allow: roles,
  permission: null,
  scope: 'accounts',
  params: z.object({ token: LinkToken }),
  body: z.object({ new_password: NewPassword }),
  status: 204,
  reply: z.undefined(),
  refuses: { 400: 'the new password is too easy', 410: gone },
})
