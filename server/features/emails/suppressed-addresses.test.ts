import { describe, expect, it } from 'vitest'
import type { EmailTemplate } from '../../mail/emails.ts'
import { insertEmail } from '../../mail/queue-email.ts'
import { sendEmail } from '../../mail/send-email.job.ts'
import { ignoresSuppression } from '../../mail/suppression.ts'
import type { Services } from '../../services.ts'
import { type TestApp, withApp } from '../../testing/app.ts'
import { mailOf, sentMail, writeLink } from '../../testing/features/mail-fixtures.ts'
import { mailServer } from '../../testing/mail-server.ts'
import { signIn } from '../../testing/people.ts'

type App = Pick<TestApp, 'call'>
type Headers = Record<string, string>

const suppress = (app: App, headers: Headers, address: string, reason = 'Lo ha chiesto') =>
  app.call({ method: 'PUT', url: '/v1/suppressed-addresses', headers, payload: { address, reason } })
const file = async (app: App, headers: Headers, url: string) =>
  (await app.call({ url: `${url}&format=csv`, headers })).raw.toString()

/** A mail of this kind that waits to be sent. */
const waiting = (services: Services, template: EmailTemplate, to: string) =>
  services.asSystem(async (tx) => {
    const [row] = await tx<{ id: number }[]>`select next_email_id() as id`
    const email_id = row?.id as number
    await insertEmail(services, tx, {
      ...{ email_id, template, to, customer_id: null, bill_id: null, reply_to: null },
      ...{ subject: 'Codice', html: '<p>1</p>', text: '1', dedupe_key: `waits:${email_id}` },
    })
    return email_id
  })

describe('an address that is suppressed while mails to it wait', () => {
  it.each(['with a mail server', 'without one'])(
    '%s: those of offices are withheld, codes still leave',
    async (how) => {
      const mailbox = await mailServer(() => '250 ok')
      const app = await withApp(how === 'without one' ? {} : { env: { SMTP_URL: mailbox.url } })
      const { services } = app
      const { headers } = await signIn(services, 'super_user')
      const mail = await sentMail(services, 'lucia@example.it')
      const bill = await writeLink(services, { ...mail, to: 'Lucia@Example.it', key: 'waits' })
      const code = await waiting(services, 'one-time-code', 'lucia@example.it')
      expect((await suppress(app, headers, 'LUCIA@example.it')).status).toBe(201)
      for (const email_id of [bill, code, bill]) await sendEmail(services, { email_id })
      expect(await mailOf(services, bill)).toMatchObject({ state: 'suppressed', failure: 'suppressed' })
      expect((await mailOf(services, code))?.state).toBe(how === 'without one' ? 'not_sent' : 'sent')
      expect(mailbox.received).toHaveLength(how === 'without one' ? 0 : 1)
      const told = await services.asSystem(
        (tx) => tx`select from bill_events where bill_id = ${mail.bill_id} and kind = 'mail_undelivered'`,
      )
      expect(told).toHaveLength(1)
      const counted = await app.call({ url: '/v1/suppressed-addresses?q=lucia', headers })
      expect(counted.body).toMatchObject({
        items: [{ address: 'lucia@example.it', cause: 'hand', withheld: 1 }],
      })
    },
  )

  it('codes, invitations and notices of security are exempt; what an office writes is not', async () => {
    const { services } = await withApp()
    const exempt = [
      'one-time-code',
      'iban-code',
      'password-recovery',
      'invitation',
      'password-changed',
      'iban-change',
    ]
    for (const template of exempt) expect(ignoresSuppression(services, template), template).toBe(true)
    for (const template of ['bill-link', 'reminder', 'receipt', 'report', 'debit-failed'])
      expect(ignoresSuppression(services, template), template).toBe(false)
  })
})

it('400: what is no single address, with its message; 409: one that is suppressed already', async () => {
  const app = await withApp()
  const { headers } = await signIn(app.services, 'super_user')
  for (const address of [
    'lucia',
    'a@example.it, b@example.it',
    'a@example.it\r\nBcc: b@example.it',
    '<a@example.it>',
    '=?utf-8?q?a?=@b',
  ])
    expect(await suppress(app, headers, address), address).toMatchObject({
      ...{ status: 400, body: { fields: { address: expect.stringContaining('indirizzo e-mail') } } },
    })
  expect((await suppress(app, headers, 'a@example.it')).status).toBe(201)
  expect((await suppress(app, headers, 'A@example.it')).body).toMatchObject({ error: 'already_suppressed' })
})

describe('files of the lists', () => {
  it('suppressed addresses: only those that pass the filters, in the columns that were asked for', async () => {
    const app = await withApp()
    const { services } = app
    const { headers } = await signIn(services, 'super_user')
    await suppress(app, headers, 'mano@example.it', '=HYPERLINK("https://spia.example")')
    await services.asSystem(
      (tx) => tx`
        insert into suppressed_addresses (address, cause, failure, reason)
        values ('respinta@example.it', 'bounce', 'no_mailbox', 'La casella non esiste')`,
    )
    const of = (filters: string) =>
      file(app, headers, `/v1/suppressed-addresses/export?columns=address,cause,reason${filters}`)
    const all = await of('')
    expect(all).toContain('mano@example.it')
    expect(all).toContain('respinta@example.it')
    // A sheet must not take it for a formula.
    expect(all).not.toMatch(/(^|[;,"])=HYPERLINK/m)
    const bounced = await of('&cause=bounce')
    expect(bounced).toMatch(/respinta@example\.it.*E-mail respinta/)
    expect(bounced).not.toContain('mano@')
    expect(await of('&active=0')).not.toContain('@example.it')
    expect(await of('&q=mano')).not.toContain('respinta@')
  })

  it('mails: only those that pass the filters, without a body; 403: offices', async () => {
    const app = await withApp()
    const { services } = app
    const { headers } = await signIn(services, 'super_user')
    const [a, b] = [
      await sentMail(services, 'prima@example.it'),
      await sentMail(services, 'seconda@example.it'),
    ]
    await services.asSystem(
      (tx) => tx`update emails set bounced_at = now(), failure = 'full' where email_id = ${b.email_id}`,
    )
    const of = (filters: string) =>
      file(app, headers, `/v1/emails/export?columns=to_address,subject,state,failure${filters}`)
    const all = await of('')
    expect(all).toContain('prima@example.it')
    expect(all).not.toContain(a.token)
    const bounced = await of('&state=bounced')
    expect(bounced).toContain('seconda@example.it')
    expect(bounced).not.toContain('prima@')
    expect(await of(`&customer_id=${a.customer_id}`)).not.toContain('seconda@')
    expect(await of('&q=seconda&state=sent')).not.toContain('@example.it')
    expect(await of('&created_at_to=2020-01-01')).not.toContain('@example.it')
    const office = await signIn(services, 'customer')
    expect(
      (await app.call({ url: '/v1/emails/export?columns=to_address', headers: office.headers })).status,
    ).toBe(403)
  })
})
