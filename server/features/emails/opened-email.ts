import * as contract from '@saldo/contract/emails'
import { serveAcross } from '../../http/serve.ts'
import { readMailMark } from '../../mail/mail-reference.ts'
import { noteOpened } from '../../mail/note-opened.ts'

/**
 * Notes once that the link of a mail was followed. The mark names the mail and cannot be made up; one that is not ours notes
 * nothing, because a mail program may have changed the link, and the page that it opens needs no mark.
 */
export const openedEmail = serveAcross(contract.openedEmail, async ({ services, body: { mark } }) => {
  const email_id = readMailMark(services.env.SALDO_SECRET, mark)
  if (email_id !== null) await services.asSystem((tx) => noteOpened(tx, email_id))
  return undefined
})
