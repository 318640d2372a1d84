import * as contract from '@saldo/contract/emails'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { emailsList } from './emails-list.ts'
import { mailTimeline } from './mail-timeline.ts'
import { readBody } from './readable-body.ts'
import { whyNotResend } from './why-not-resend.ts'

export const getEmail = serveAcross(contract.getEmail, async ({ services, as, params: { id } }) => {
  const detail = await as((tx) => findDetail(tx, id))
  const { kind } = await readBody(services, id, { whole: true })
  const { root, ...mail } = detail
  const not_resendable = await as((tx) => whyNotResend(services, tx, { ...mail, root, body: kind }))
  return { ...mail, body: kind, not_resendable }
})

type Found = Omit<contract.EmailDetail, 'body' | 'not_resendable'> & { root: number }

async function findDetail(tx: Tx, email_id: number): Promise<Found> {
  const [mail] = await tx<Omit<Found, 'timeline'>[]>`
    select ${emailsList.select(tx, undefined)}, e.reply_to, e.resend_of, coalesce(e.resend_of, e.email_id) as root,
      array(select r.email_id from emails r where r.resend_of = e.email_id order by r.email_id) as resent_as,
      (select s.suppressed_address_id from suppressed_addresses s where s.address = e.address and s.lifted_at is null)
        as suppressed_address_id
    from ${emailsList.from(tx, undefined)} where e.email_id = ${email_id}`
  if (!mail) throw notFound('L’e-mail')
  return { ...mail, timeline: await mailTimeline(tx, email_id, { said: true }) }
}
