import { describe, expect, it } from 'vitest'
import { mails, personal_mails } from '../../features.ts'
import type { EmailTemplate } from '../../mail/emails.ts'
import { insertEmail } from '../../mail/queue-email.ts'
import { builtInSource } from '../../mail/render-email.ts'
import { sendEmail } from '../../mail/send-email.job.ts'
import type { Services } from '../../services.ts'
import { withApp } from '../../testing/app.ts'
import { sentMail, writeLink } from '../../testing/features/mail-fixtures.ts'
import { reminderActs } from '../../testing/features/reminder-fixtures.ts'
import { mailServer } from '../../testing/mail-server.ts'
import { makeSubject, signIn } from '../../testing/people.ts'

/** Where mails really leave, and a super user. */
async function backOffice() {
  const mailbox = await mailServer(() => '250 ok')
  const app = await withApp({ env: { SMTP_URL: mailbox.url } })
  const { headers } = await signIn(app.services, 'super_user')
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const reply = await app.call({ method, url, headers, ...(payload && { payload }) })
    return { status: reply.status, body: reply.body as Record<string, unknown> }
  }
  return { app, services: app.services, mailbox, call }
}

/** A mail of this kind that is stored as it was written, and has left. */
async function storedMail(
  services: Services,
  template: string,
  of: { customer_id?: number; waits?: boolean } = {},
) {
  return services.asSystem(async (tx) => {
    const [row] = await tx<{ id: number }[]>`select next_email_id() as id`
    const email_id = row?.id as number
    await insertEmail(services, tx, {
      ...{ email_id, template: template as EmailTemplate, to: `p${email_id}@example.it`, bill_id: null },
      ...{ customer_id: of.customer_id ?? null, reply_to: null, dedupe_key: `stored:${email_id}` },
      ...{ subject: 'Oggetto', html: '<p>SEGRETO-1</p>', text: 'SEGRETO-1' },
    })
    if (!of.waits) await tx`update emails set sent_at = now() where email_id = ${email_id}`
    return email_id
  })
}

/** The mail says why it is not sent again, and the act refuses with the same words and writes none. */
async function refuses(call: Awaited<ReturnType<typeof backOffice>>['call'], email_id: number, why: RegExp) {
  const { body } = await call('GET', `/v1/emails/${email_id}`)
  expect(body).toMatchObject({ not_resendable: expect.stringMatching(why), resent_as: [] })
  expect(await call('POST', `/v1/emails/${email_id}/resend`)).toMatchObject({
    ...{ status: 409, body: { error: 'not_resendable', error_description: body.not_resendable } },
  })
}

describe('sending a mail again', () => {
  it.each([
    [
      'that was paid meanwhile',
      'update bill_instalments set settled = amount where bill_id = $1',
      /già pagata/,
    ],
    ['that is being paid', 'update bill_instalments set pending = amount where bill_id = $1', /in corso/],
    ['that was cancelled', "update bills set status = 'cancelled' where bill_id = $1", /annullata/],
  ])('409: about a bill %s; nobody is asked for it once more', async (_when, change, why) => {
    const { services, call, mailbox } = await backOffice()
    const mail = await sentMail(services, 'lucia@example.it')
    await services.asSystem((tx) => tx.unsafe(change, [mail.bill_id]))
    expect((await call('GET', `/v1/emails/${mail.email_id}`)).body.not_resendable).toMatch(why)
    const refused = await call('POST', `/v1/emails/${mail.email_id}/resend`)
    expect(refused).toMatchObject({ status: 409, body: { error: 'not_resendable' } })
    expect(refused.body.error_description).toMatch(why)
    expect(await services.asSystem((tx) => tx`select from emails where resend_of is not null`)).toHaveLength(
      0,
    )
    expect(mailbox.received).toEqual([])
  })

  it('201: about a bill that was paid in part it says what is still due', async () => {
    const { services, call } = await backOffice()
    const mail = await sentMail(services, 'lucia@example.it')
    await services.asSystem(
      (tx) => tx`update bill_instalments set settled = amount - 12300 where bill_id = ${mail.bill_id}`,
    )
    const again = await call('POST', `/v1/emails/${mail.email_id}/resend`)
    expect(again.status).toBe(201)
    const [written] = await services.asSystem(
      (tx) => tx`select text from emails where email_id = ${again.body.email_id as number}`,
    )
    expect(written?.text).toContain('123,00')
    expect(written?.text).not.toContain('412,50')
  })

  it.each([
    ['has another address', "update subjects set email = 'nuova@example.it' where subject_id = $1"],
    ['has no address', 'update subjects set email = null where subject_id = $1'],
  ])('409: to an address that the person of the bill no longer has (%s)', async (_when, change) => {
    const { services, call } = await backOffice()
    const mail = await sentMail(services, 'lucia@example.it')
    await services.asSystem((tx) => tx.unsafe(change, [mail.subject_id]))
    await refuses(call, mail.email_id, /non è più quello/)
  })

  it('409: a bill that is another person’s by now; letters of case do not make another address', async () => {
    const { services, call } = await backOffice()
    const mail = await sentMail(services, 'lucia@example.it')
    await services.asSystem(
      (tx) => tx`update subjects set email = 'Lucia@Example.it' where subject_id = ${mail.subject_id}`,
    )
    expect((await call('GET', `/v1/emails/${mail.email_id}`)).body.not_resendable).toBeNull()
    const other = await makeSubject(services, mail.customer_id, { email: 'compratore@example.it' })
    await services.asSystem(
      (tx) => tx`update bills set subject_id = ${other} where bill_id = ${mail.bill_id}`,
    )
    await refuses(call, mail.email_id, /non è più quello/)
  })

  it('409: a reminder of which a link was revoked, or whose reader has another address', async () => {
    const { app, services, call } = await backOffice()
    const acts = reminderActs(app)
    const { headers, customer_id, owed } = await acts.overdueOffice()
    const subject_id = await makeSubject(services, customer_id, { email: 'moroso@example.it' })
    const bill = await owed({ subject_id })
    const other = await owed({ subject_id })
    await acts.send(headers, { bill_ids: [bill.bill_id, other.bill_id] })
    const [mail] = await services.asSystem(
      (tx) => tx<{ email_id: number }[]>`
        update emails set sent_at = coalesce(sent_at, now()) where template = 'reminder' returning email_id`,
    )
    const email_id = mail?.email_id as number
    expect((await call('GET', `/v1/emails/${email_id}`)).body.not_resendable).toBeNull()
    await services.asSystem(
      (tx) => tx`update subjects set email = 'nuova@example.it' where subject_id = ${subject_id}`,
    )
    await refuses(call, email_id, /non è più quello/)
    await services.asSystem(
      (tx) => tx`update subjects set email = 'moroso@example.it' where subject_id = ${subject_id}`,
    )
    const revoked = await app.call({
      ...{ method: 'POST' as const, url: `/v1/bills/revoke-link/${other.bill_id}`, headers },
    })
    expect(revoked.status).toBe(200)
    await refuses(call, email_id, /revocato/)
  })

  it('409: the figures of an office to an address of which no active user is left', async () => {
    const { services, call } = await backOffice()
    const { customer_id, user_id } = await signIn(services, 'customer')
    const email_id = await storedMail(services, 'report', { customer_id: customer_id as number })
    await services.asSystem(
      (tx) => tx`update users set email = ${`p${email_id}@example.it`} where user_id = ${user_id}`,
    )
    expect((await call('GET', `/v1/emails/${email_id}`)).body.not_resendable).toBeNull()
    await services.asSystem((tx) => tx`update users set state = 'suspended' where user_id = ${user_id}`)
    await refuses(call, email_id, /utente attivo/)
  })

  it('goes to the address of the first mail only, whatever the request says', async () => {
    const { services, call, mailbox } = await backOffice()
    const mail = await sentMail(services, 'lucia@example.it')
    const sent = await call('POST', `/v1/emails/${mail.email_id}/resend`, {
      ...{
        to: 'tutti@example.it\r\nBcc: altri@example.it',
        to_address: 'tutti@example.it',
        subject: 'x\r\nBcc: y',
      },
    })
    if (sent.status === 201) await sendEmail(services, { email_id: sent.body.email_id as number })
    for (const recipient of mailbox.recipients) expect(recipient).toContain('<lucia@example.it>')
    expect(mailbox.received.join('')).not.toMatch(/tutti@|altri@|^bcc:/im)
  })

  it('409: one that still waits; 404: none', async () => {
    const { services, call } = await backOffice()
    const mail = await sentMail(services, 'lucia@example.it')
    const waiting = await writeLink(services, { ...mail, to: 'lucia@example.it', key: 'waiting' })
    expect((await call('POST', `/v1/emails/${waiting}/resend`)).body).toMatchObject({
      error: 'not_resendable',
    })
    expect((await call('POST', '/v1/emails/999999999/resend')).status).toBe(404)
  })
})

describe('a mail that signs in or proves something', () => {
  it.each(Object.keys(personal_mails))(
    '%s: nobody but its reader reads it, and it is not sent again',
    async (template) => {
      const { services, call } = await backOffice()
      for (const waits of [true, false]) {
        const email_id = await storedMail(services, template, { waits })
        const shown = await call('GET', `/v1/emails/${email_id}`)
        expect(shown.body).toMatchObject({
          body: 'personal',
          not_resendable: expect.stringContaining('personale'),
        })
        const read = await call('POST', `/v1/emails/${email_id}/read`)
        expect(read).toMatchObject({ status: 409, body: { error: 'personal_mail' } })
        const again = await call('POST', `/v1/emails/${email_id}/resend`)
        expect(again).toMatchObject({ status: 409, body: { error: 'not_resendable' } })
        expect(JSON.stringify([shown, read, again])).not.toContain('SEGRETO')
      }
      const lists = await Promise.all(
        ['/v1/emails', '/v1/emails?q=segreto', '/v1/emails/summary'].map((url) => call('GET', url)),
      )
      expect(JSON.stringify(lists)).not.toContain('SEGRETO')
    },
  )

  it('has no code in its subject, which lists and files show', async () => {
    for (const template of Object.keys(personal_mails)) {
      const { subject } = await builtInSource(mails[template as EmailTemplate])
      expect(subject, template).not.toMatch(/\{\{(?:code|url|token)\}\}/)
    }
  })

  it('an office does not read it either, though it was written for it', async () => {
    const { app, services } = await backOffice()
    const { headers, customer_id } = await signIn(services, 'customer')
    const email_id = await storedMail(services, 'source-link', { customer_id: customer_id as number })
    const email = `p${email_id}@example.it`
    const subject_id = await makeSubject(services, customer_id as number, { email })
    const reply = await app.call({ url: `/v1/subjects/${subject_id}/emails/${email_id}`, headers })
    expect(reply).toMatchObject({ status: 200, body: { body: 'personal', html: null, text: null } })
    expect(JSON.stringify(reply.body)).not.toContain('SEGRETO')
  })
})
