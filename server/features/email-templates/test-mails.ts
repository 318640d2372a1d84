import { randomUUID } from 'node:crypto'
import * as contract from '@saldo/contract/settings/email-templates'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { beginEmail, insertEmail } from '../../mail/queue-email.ts'
import { findEntry } from './find-template.ts'
import { findStaged, writeExample } from './written-mail.ts'

/**
 * A mail with examples, to the caller's own address and no other. Its links are examples too, and it does not count among the
 * mails of its mailbox.
 */
const testOf = (
  endpoint: typeof contract.testEmailTemplate | typeof contract.testLegacyTemplate,
  kind: 'mjml' | 'html',
) =>
  serve(endpoint, async ({ services, tx, actor, body: { id, stage } }) => {
    const entry = findEntry(id)
    const { number, ...template } = await findStaged(services, tx, entry, stage)
    if (template.kind !== kind) throw conflict('other_kind', otherKind[kind])
    const [user] = await tx<
      { email: string | null }[]
    >`select email from users where user_id = ${actor.user_id}`
    if (!user?.email) throw conflict('no_address', 'Il tuo utente non ha un indirizzo e-mail confermato.')
    const { subject, html, text } = await writeExample(template, entry.tags)
    const { email_id } = await beginEmail(services, tx, entry.template)
    await insertEmail(
      services,
      tx,
      {
        ...{
          email_id,
          template: entry.template,
          to: user.email,
          customer_id: null,
          bill_id: null,
          reply_to: null,
        },
        ...{ subject: `[Prova] ${subject}`, html, text, dedupe_key: `template-test:${randomUUID()}` },
      },
      true,
    )
    return { to: user.email, number }
  })

const otherKind = {
  mjml: 'Qui c’è un HTML caricato: usa la prova dell’HTML.',
  html: 'Qui c’è un modello MJML: usa la prova dell’MJML.',
}

export const testTemplate = testOf(contract.testEmailTemplate, 'mjml')
export const testLegacy = testOf(contract.testLegacyTemplate, 'html')
