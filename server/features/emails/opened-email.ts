import * as contract from '@saldo/contract/emails'
import { serve } from '../../http/serve.ts'
import { readMailMark } from '../../mail/mail-reference.ts'

/**
 * Notes once that the link of a mail was followed. The mark names the mail and cannot be made up; one that is not ours notes
 * nothing, because a mail program may have changed the link, and the page that it opens needs no mark.
 */
export const openedEmail = serve(contract.openedEmail, async ({ tx, services, body: { mark } }) => {
  const email_id = readMailMark(services.env.SALDO_SECRET, mark)
  if (email_id !== null) await tx`select note_mail_opened(${email_id})`
  return undefined
})
