import * as contract from '@saldo/contract/emails'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf } from '../../db/listing.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { mailTimeline } from './mail-timeline.ts'
import { readBody } from './readable-body.ts'

/** Mails about a person's bill that go to the office. */
const toTheOffice = ['dispute', 'office-debt', 'report']

/**
 * The mails of the caller's office to a person: about the person's bills, or to the person's address about no bill. Row-level
 * security decides which mails, bills and people exist.
 */
const mailsOfSubject: Listing<{ subject_id: number }> = {
  select: (tx) => tx`
    e.email_id, e.template, shown_addresses(e.to_address) as to_address, e.subject, e.state, e.failure, e.bill_id,
    b.number as bill_number, e.created_at, e.sent_at, e.opened_at, shown_addresses(e.reply_to) as reply_to`,
  from: (tx) => tx`
    emails e
    left join bills b on b.customer_id = e.customer_id and b.bill_id = e.bill_id`,
  id: (tx) => tx`e.email_id`,
  id_name: 'email_id',
  filters: {
    // Two ways, each by its index: with an `or` between them every mail of the office is read. Materialized, because
    // row-level security lets no `lower()` of another table into the condition of an index.
    subject_id: (tx, subject_id) => tx`e.template <> all(${toTheOffice}) and e.email_id in (
      with s as materialized (
        select customer_id, subject_id, lower(email) as address from subjects where subject_id = ${subject_id})
      select m.email_id from s
      join bills o on o.customer_id = s.customer_id and o.subject_id = s.subject_id
      join emails m on m.customer_id = o.customer_id and m.bill_id = o.bill_id
      union all
      select m.email_id from s
      join emails m on m.customer_id = s.customer_id and m.address = s.address
      where m.bill_id is null)`,
  },
  sorts: { created_at: { sql: (tx) => tx`e.created_at`, type: 'timestamptz' } },
  default_sort: '-created_at',
}

async function requireVisible(tx: Tx, subject_id: number): Promise<void> {
  const [subject] = await tx`select from subjects where subject_id = ${subject_id}`
  if (!subject) throw notFound('Il soggetto')
}

const list = serve(contract.emailsOfSubject, async ({ tx, params: { id }, query }) => {
  await requireVisible(tx, id)
  const { items, next_cursor } = await pageOf(tx, mailsOfSubject, { ...query, subject_id: id })
  return { items: items as unknown as z.infer<typeof contract.EmailOfSubject>[], next_cursor }
})

const one = serveAcross(contract.emailOfSubject, async ({ services, as, params }) => {
  const { subject_id, email_id } = params
  const mail = await as(async (tx) => {
    await requireVisible(tx, subject_id)
    const [found] = await tx`
      select ${mailsOfSubject.select(tx, undefined)} from ${mailsOfSubject.from(tx, undefined)}
      where e.email_id = ${email_id} and ${mailsOfSubject.filters.subject_id(tx, subject_id)}`
    if (!found) throw notFound('L’e-mail')
    return { ...found, timeline: await mailTimeline(tx, email_id, { said: false }) }
  })
  const { html, text, kind } = await readBody(services, email_id, { whole: false })
  const readable = kind === 'readable'
  return { ...mail, body: kind, html: readable ? html : null, text: readable ? text : null } as never
})

export const emailsOfSubjectRoutes = [list, one]
