import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mailMark } from '../../mail/mail-reference.ts'
import { withApp } from '../../testing/app.ts'
import { mailOf, sentMail, writeLink } from '../../testing/features/mail-fixtures.ts'
import { makeBill, makeSubject, signIn, signInFor } from '../../testing/people.ts'

/** The parts of replies that the tests read. */
type Answer = {
  status: number
  body: { items: object[]; text: string; email_id: number; suppressed_address_id: number }
}

describe('POST /v1/emails/opened', () => {
  it('204: the first time counts, on the bill’s timeline too, and a mark that is not ours notes nothing', async () => {
    const app = await withApp()
    const mail = await sentMail(app.services, 'aperta@example.it')
    const open = (mark: string) => app.call({ method: 'POST', url: '/v1/emails/opened', payload: { mark } })
    expect((await open('A'.repeat(19))).status).toBe(204)
    expect(await mailOf(app.services, mail.email_id)).toMatchObject({ state: 'sent' })
    const mark = mailMark(app.services.env.SALDO_SECRET, mail.email_id)
    expect((await open(mark)).status).toBe(204)
    const first = await mailOf(app.services, mail.email_id)
    expect(first).toMatchObject({ state: 'opened' })
    await open(mark)
    const { headers } = await signInFor(app.services, mail.customer_id)
    const { body } = await app.call({ url: `/v1/bills/${mail.bill_id}`, headers })
    const timeline = (body as unknown as { timeline: { kind: string }[] }).timeline
    expect(timeline.filter(({ kind }) => kind === 'mail_opened')).toMatchObject([
      { text: 'Bolletta da pagare aperta dal link da aperta@example.it', actor: 'sistema' },
    ])
    expect(await mailOf(app.services, mail.email_id)).toEqual(first)
  })
})

describe('the back office', () => {
  it('reads states, and a body without its links, which is written down; sends again once for a key', async () => {
    const app = await withApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
    const { services } = app
    const mail = await sentMail(services, 'ufficio@example.it')
    const { headers } = await signIn(services, 'super_user')
    const call = (method: 'GET' | 'POST', url: string, more = {}) =>
      app.call({ method, url, headers: { ...headers, ...more } }) as Promise<Answer>

    const list = await call('GET', '/v1/emails?state=sent&q=ufficio')
    expect(list.body.items).toMatchObject([{ email_id: mail.email_id, state: 'sent' }])
    expect((await call('GET', '/v1/emails/summary?q=ufficio')).body).toMatchObject({ count: 1, sent: 1 })
    expect((await call('GET', `/v1/emails/${mail.email_id}`)).body).toMatchObject({
      ...{ body: 'readable', not_resendable: null, timeline: [{ kind: 'written' }, { kind: 'sent' }] },
    })
    const read = await call('POST', `/v1/emails/${mail.email_id}/read`)
    expect(read.status).toBe(200)
    expect(read.body.text).toContain('/mybill/••••')
    expect(JSON.stringify(read.body)).not.toContain(mail.token)
    const lines = await services.asSystem((tx) => tx`select label from audit_log where act = 'mail_read'`)
    expect(lines).toHaveLength(1)

    const resend = () =>
      call('POST', `/v1/emails/${mail.email_id}/resend`, { 'idempotency-key': 'form-12345' })
    const [one, other] = [await resend(), await resend()]
    expect(one.status).toBe(201)
    expect(other.body).toEqual(one.body)
    expect(await mailOf(services, one.body.email_id)).toMatchObject({ resend_of: mail.email_id })
  })

  it('409: a suppressed address gets nothing until it is lifted; 429: more than three a day', async () => {
    const app = await withApp()
    const { services } = app
    const mail = await sentMail(services, 'pagata@example.it')
    const { headers } = await signIn(services, 'super_user')
    const suppressed = (await app.call({
      ...{ method: 'PUT', url: '/v1/suppressed-addresses', headers },
      payload: { address: 'Pagata@example.it', reason: 'Lo ha chiesto' },
    })) as Answer
    expect(suppressed.status).toBe(201)
    const resend = () => app.call({ method: 'POST', url: `/v1/emails/${mail.email_id}/resend`, headers })
    expect((await resend()).body).toMatchObject({ error: 'not_resendable' })
    const lifted = await app.call({
      ...{
        method: 'POST',
        url: `/v1/suppressed-addresses/${suppressed.body.suppressed_address_id}/lift`,
        headers,
      },
      payload: { reason: 'Casella riparata' },
    })
    expect(lifted.body).toMatchObject({ lift_reason: 'Casella riparata' })
    for (const status of [201, 201, 201, 429]) expect((await resend()).status).toBe(status)
  })
})

describe('an office', () => {
  it('sees the mails that it wrote to a person; 404: another office’s', async () => {
    const app = await withApp()
    const { services } = app
    const { headers, customer_id } = (await signIn(services, 'customer')) as {
      headers: Record<string, string>
      customer_id: number
    }
    const subject_id = await makeSubject(services, customer_id, { email: 'propria@example.it' })
    const bill = await makeBill(services, customer_id, { subject_id })
    const email_id = await writeLink(services, { ...bill, to: 'propria@example.it', key: 'own' })
    const others = await sentMail(services, 'altra@example.it')
    const get = (url: string) => app.call({ url, headers }) as Promise<Answer>
    expect((await get(`/v1/subjects/emails/${subject_id}`)).body.items).toMatchObject([{ email_id }])
    const one = await get(`/v1/subjects/${subject_id}/emails/${email_id}`)
    expect(one.body).toMatchObject({ body: 'readable' })
    expect(one.body.text).not.toContain(bill.token)
    for (const url of [
      `/v1/subjects/emails/${others.subject_id}`,
      `/v1/subjects/${others.subject_id}/emails/${others.email_id}`,
      `/v1/subjects/${subject_id}/emails/${others.email_id}`,
    ])
      expect((await get(url)).status).toBe(404)
  })

  it('sees its logo in a mail, as the back office does', async () => {
    const app = await withApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
    const { services } = app
    const { headers, customer_id } = (await signIn(services, 'customer')) as {
      headers: Record<string, string>
      customer_id: number
    }
    const id = randomUUID()
    await services.files.put(`logos/${id}`, Buffer.from([0x89, 1, 2, 3]))
    const subject_id = await makeSubject(services, customer_id)
    const bill = await makeBill(services, customer_id, { subject_id })
    const email_id = await writeLink(services, { ...bill, to: 'propria@example.it', key: 'logo' })
    await services.asSystem(
      (tx) => tx`
        update emails set html = ${`<img src="cid:logo-${id}" alt="Studio"> ${bill.token}`} where email_id = ${email_id}`,
    )
    const own = await app.call({ url: `/v1/subjects/${subject_id}/emails/${email_id}`, headers })
    const backOffice = await signIn(services, 'super_user')
    const read = await app.call({
      ...{ method: 'POST', url: `/v1/emails/${email_id}/read`, headers: backOffice.headers },
    })
    for (const { body } of [own, read])
      expect((body as { html: string }).html).toContain(
        '<img src="data:image/png;base64,iQECAw==" alt="Studio">',
      )
  })

  it('sees also the mails about no bill to the person’s address, and not those about the person to itself', async () => {
    const app = await withApp()
    const { services } = app
    const { headers, customer_id } = (await signIn(services, 'customer')) as {
      headers: Record<string, string>
      customer_id: number
    }
    const subject_id = await makeSubject(services, customer_id, { email: 'Propria@example.it' })
    const bill = await makeBill(services, customer_id, { subject_id })
    const other = await makeBill(services, customer_id)
    const write = async (template: string, to: string, bill_id: number | null, owner = customer_id) => {
      const [row] = await services.asSystem(
        (tx) => tx`
          insert into emails (customer_id, bill_id, template, to_address, subject, html, text, dedupe_key)
          values (${owner}, ${bill_id}, ${template}, ${to}, '', '', '', gen_random_uuid()::text) returning email_id`,
      )
      return row?.email_id as number
    }
    const seen = [
      await write('source-link', 'propria@example.it', null),
      await write('receipt', 'chipaga@example.it', bill.bill_id),
    ]
    await write('dispute', 'studio@example.it', bill.bill_id)
    await write('report', 'propria@example.it', null)
    await write('source-link', 'altra@example.it', null)
    await write('receipt', 'propria@example.it', other.bill_id)
    const elsewhere = await sentMail(services, 'propria@example.it')
    await write('source-link', 'propria@example.it', null, elsewhere.customer_id)
    const { body } = await app.call({ url: `/v1/subjects/emails/${subject_id}`, headers })
    expect((body as Answer['body']).items).toMatchObject(
      [...seen].reverse().map((email_id) => ({ email_id })),
    )
    expect((body as Answer['body']).items).toHaveLength(2)
  })
})
