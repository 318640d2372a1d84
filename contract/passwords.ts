import { longestPassword } from '@saldo/domain/password'
import { z } from 'zod'
import { endpoint, signedIn } from './endpoint.ts'

/** What somebody types to prove who they are: taken as it is, whatever it is. */
export const TypedPassword = z.string('Scrivi la password.').min(1, 'Scrivi la password.').max(1000)
/** What somebody chooses; the rest of the rule (domain/password.ts) also knows the person. */
export const NewPassword = z
  .string('Scrivi la nuova password.')
  .min(1, 'Scrivi la nuova password.')
  .max(longestPassword * 4, `Usa al massimo ${longestPassword} caratteri.`)

export const changePassword = endpoint('POST /v1/users/change/password', {
  summary: 'Change one’s password: all other sessions end, this one goes on; a mail says that it was changed',
  allow: signedIn,
  body: z.object({ old_password: TypedPassword, new_password: NewPassword }),
  status: 204,
  reply: z.undefined(),
  refuses: { 400: 'the old password is wrong, or the new one too easy; the field says which' },
})
