import * as contract from '@saldo/contract/emails'
import { badInput } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { readMailMark } from '../../mail/mail-reference.ts'

/** Notes once that the link of a mail was followed. The mark names the mail and cannot be made up. */
export const openedEmail = serve(contract.openedEmail, async ({ tx, services, body: { mark } }) => {
  const email_id = readMailMark(services.env.SALDO_SECRET, mark)
  if (email_id === null) throw badInput({ mark: 'Il contrassegno non è di una nostra mail.' })
  await tx`select note_mail_opened(${email_id})`
  return undefined
})
