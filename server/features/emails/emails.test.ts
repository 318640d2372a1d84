import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { applyReport } from '../../mail/apply-report.ts'
import { mailMark, mailReference } from '../../mail/mail-reference.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { sendEmail } from '../../mail/send-email.job.ts'
import type { Services } from '../../services.ts'
import { type TestApp, withApp } from '../../testing/app.ts'
import { makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

/** The parts of replies that the tests read. */
type Answer = {
  status: number
  body: { items: object[]; text: string; email_id: number; suppressed_address_id: number }
}

const secret = 's'.repeat(40)

type App = Awaited<ReturnType<typeof withApp>>

/** A mail about a bill that has left, to an address of its own. */
async function sentMail(services: Services, to: string) {
  const customer_id = await makeCustomer(services)
  const subject_id = await makeSubject(services, customer_id, { email: to })
  const bill = await makeBill(services, customer_id, { subject_id })
  const email_id = await write(services, { ...bill, to, key: `sent:${to}` })
  await services.asSystem((tx) => tx`update emails set sent_at = now() where email_id = ${email_id}`)
  return { customer_id, subject_id, bill_id: bill.bill_id, token: bill.token, email_id }
}

async function write(
  services: Services,
  { customer_id, bill_id, to, key }: { customer_id: number; bill_id: number; to: string; key: string },
): Promise<number> {
  return services.asSystem(async (tx) => {
    await queueEmail(services, tx, {
      ...{ template: 'bill-link', to, customer_id, bill_id, dedupe_key: key, values: {} },
    })
    const [row] = await tx`select email_id from emails where dedupe_key = ${key}`
    return row?.email_id as number
  })
}

const mailOf = async (services: Services, email_id: number) => {
  const [mail] = await services.asSystem(
    (tx) => tx`select state, failure, opened_at, resend_of from emails where email_id = ${email_id}`,
  )
  return mail
}
const isSuppressed = async (services: Services, address: string) => {
  const rows = await services.asSystem(
    (tx) => tx`select from suppressed_addresses where address = ${address} and lifted_at is null`,
  )
  return rows.length > 0
}

function sendReports(app: App | TestApp, events: object[], given: { secret?: string; at?: number } = {}) {
  const payload = JSON.stringify({ events })
  const at = given.at ?? Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', given.secret ?? secret)
    .update(`${at}.${payload}`)
    .digest('hex')
  return app.call({
    method: 'POST',
    url: '/v1/emails/bounces',
    headers: { 'content-type': 'application/json', 'saldo-signature': `t=${at},v1=${mac}` },
    payload,
  })
}

describe('reports of a mail provider', () => {
  it('200: a hard bounce ends the mail, suppresses its address, and is told on the bill; a second time changes nothing', async () => {
    const app = await withApp({ env: { MAIL_BOUNCE_SECRET: secret } })
    const { services } = app
    const mail = await sentMail(services, 'lucia@example.it')
    const event = {
      ...{
        id: 'evt-1',
        kind: 'failed',
        recipient: 'Lucia@example.it',
        status: '5.1.1',
        said: 'User unknown',
      },
      message_id: `<${mailReference(services.env.SALDO_SECRET, mail.email_id)}@saldo.example>`,
    }
    expect((await sendReports(app, [event])).body).toEqual({ applied: 1, known: 0, unmatched: 0 })
    expect((await sendReports(app, [event])).body).toEqual({ applied: 0, known: 1, unmatched: 0 })
    expect(await mailOf(services, mail.email_id)).toMatchObject({ state: 'bounced', failure: 'no_mailbox' })
    expect(await isSuppressed(services, 'lucia@example.it')).toBe(true)
    const told = await services.asSystem(
      (tx) => tx`select text from bill_events where bill_id = ${mail.bill_id} and kind = 'mail_undelivered'`,
    )
    expect(told).toHaveLength(1)

    // The next mail of an office is not sent there; a code would be.
    const next = await write(services, { ...mail, to: 'lucia@example.it', key: 'next' })
    await sendEmail(services, { email_id: next })
    expect(await mailOf(services, next)).toMatchObject({ state: 'suppressed', failure: 'suppressed' })
  })

  it('400: a wrong secret, an old signature, none', async () => {
    const app = await withApp({ env: { MAIL_BOUNCE_SECRET: secret } })
    const event = { id: 'evt-1', kind: 'failed', recipient: 'lucia@example.it' }
    for (const given of [{ secret: 'x'.repeat(40) }, { at: 1 }, { at: Math.floor(Date.now() / 1000) + 900 }])
      expect((await sendReports(app, [event], given)).body).toMatchObject({ error: 'bad_signature' })
    const none = await app.call({ method: 'POST', url: '/v1/emails/bounces', payload: { events: [event] } })
    expect(none.body).toMatchObject({ error: 'bad_signature' })
    expect((await sendReports(app, [])).status).toBe(400)
  })

  it('a report without the reference, with another’s, or about another address changes nothing and is kept as unmatched', async () => {
    const { services } = await withApp()
    const mail = await sentMail(services, 'lucia@example.it')
    const right = mailReference(services.env.SALDO_SECRET, mail.email_id)
    const report = { kind: 'failed', status: '5.1.1', said: 'User unknown' } as const
    const forged = [
      { recipients: ['lucia@example.it'], refers: '' },
      { recipients: ['lucia@example.it'], refers: right.replace(/.{20}$/, '0'.repeat(20)) },
      { recipients: ['victim@example.it'], refers: right },
      { recipients: ['lucia@example.it'], refers: mailReference(services.env.SALDO_SECRET, 999_999) },
    ]
    for (const [place, each] of forged.entries()) {
      const applied = await services.asSystem((tx) =>
        applyReport(services, tx, { source: 'mailbox', event_key: `f${place}` }, { ...report, ...each }),
      )
      expect(applied).toBe('unmatched')
    }
    expect(await mailOf(services, mail.email_id)).toMatchObject({ state: 'sent' })
    expect(await isSuppressed(services, 'lucia@example.it')).toBe(false)
    expect(await isSuppressed(services, 'victim@example.it')).toBe(false)
    const kept = await services.asSystem((tx) => tx`select unmatched from mail_bounces order by bounce_id`)
    expect(kept.map(({ unmatched }) => unmatched)).toEqual([
      'no_reference',
      'no_reference',
      'other_recipient',
      'unknown_mail',
    ])
  })

  it('a full mailbox ends the mail but not the address', async () => {
    const { services } = await withApp()
    const mail = await sentMail(services, 'piena@example.it')
    const refers = mailReference(services.env.SALDO_SECRET, mail.email_id)
    const report = {
      kind: 'failed',
      status: '5.2.2',
      said: 'full',
      recipients: ['piena@example.it'],
      refers,
    } as const
    await services.asSystem((tx) =>
      applyReport(services, tx, { source: 'mailbox', event_key: 'full' }, report),
    )
    expect(await mailOf(services, mail.email_id)).toMatchObject({ state: 'bounced', failure: 'full' })
    expect(await isSuppressed(services, 'piena@example.it')).toBe(false)
  })
})

describe('POST /v1/emails/opened', () => {
  it('204: the first time counts, and a mark that is not ours notes nothing', async () => {
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
    expect(read.body.text).toContain('/#/mybill/••••')
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
    const email_id = await write(services, { ...bill, to: 'propria@example.it', key: 'own' })
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
})
