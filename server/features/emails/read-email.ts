import * as contract from '@saldo/contract/emails'
import { mailKindName } from '@saldo/domain/mail/mail-kinds'
import { recordAudit } from '../../db/record-audit.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { maskEmail } from '../../mail/mask-email.ts'
import { readBody } from './readable-body.ts'

/** The body of a mail for the back office. The line of the audit log is committed before the body is read. */
export const readEmail = serveAcross(contract.readEmail, async ({ services, as, params: { id } }) => {
  const { kind } = await readBody(services, id, { whole: true })
  await as(async (tx) => {
    const [mail] = await tx`select customer_id, template, to_address from emails where email_id = ${id}`
    if (!mail) throw notFound('L’e-mail')
    if (kind === 'personal')
      throw conflict('personal_mail', 'Contiene un link o un codice personale: la legge solo chi la riceve.')
    if (kind === 'gone') throw conflict('no_body', 'Il testo di questa e-mail non si conserva.')
    await recordAudit(tx, {
      ...{ customer_id: mail.customer_id, noun: 'emails', record_id: id, act: 'mail_read' },
      label: `${mailKindName(mail.template)} a ${maskEmail(mail.to_address)}`,
    })
  })
  const { html, text } = await readBody(services, id, { whole: true })
  return { html, text }
})
