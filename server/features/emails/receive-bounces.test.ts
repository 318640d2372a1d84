import { describe, expect, it } from 'vitest'
import { applyReport } from '../../mail/apply-report.ts'
import { mailReference } from '../../mail/mail-reference.ts'
import { sendEmail } from '../../mail/send-email.job.ts'
import type { Services } from '../../services.ts'
import { withApp } from '../../testing/app.ts'
import {
  bounceSecret,
  isSuppressed,
  mailOf,
  sendReports,
  sentMail,
  writeLink,
} from '../../testing/features/mail-fixtures.ts'
import { mailServer } from '../../testing/mail-server.ts'

describe('reports of a mail provider', () => {
  it('200: a hard bounce ends the mail, suppresses its address, and is told on the bill; a second time changes nothing', async () => {
    const app = await withApp({ env: { MAIL_BOUNCE_SECRET: bounceSecret } })
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
    const next = await writeLink(services, { ...mail, to: 'lucia@example.it', key: 'next' })
    await sendEmail(services, { email_id: next })
    expect(await mailOf(services, next)).toMatchObject({ state: 'suppressed', failure: 'suppressed' })
  })

  it('400: a wrong secret, an old signature, none', async () => {
    const app = await withApp({ env: { MAIL_BOUNCE_SECRET: bounceSecret } })
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

  it('413: more than a megabyte is refused before its signature is looked at', async () => {
    const app = await withApp({ env: { MAIL_BOUNCE_SECRET: bounceSecret } })
    const huge = { id: 'huge', kind: 'failed', said: 'a'.repeat(1_100_000) }
    expect((await sendReports(app, [huge], { secret: 'x'.repeat(40) })).status).toBe(413)
    expect((await sendReports(app, [huge])).status).toBe(413)
    const many = Array.from({ length: 501 }, (_, place) => ({ id: `many-${place}`, kind: 'failed' }))
    expect((await sendReports(app, many)).status).toBe(400)
    expect(await app.services.asSystem((tx) => tx`select from mail_bounces`)).toHaveLength(0)
  })

  it('400: what was signed and then changed, and a signature of no secret at all', async () => {
    const app = await withApp({ env: { MAIL_BOUNCE_SECRET: bounceSecret } })
    const { services } = app
    const mail = await sentMail(services, 'lucia@example.it')
    const event = { id: 'evt-1', ...failureOf(services, mail.email_id, 'lucia@example.it') }
    const changed = await sendReports(app, [event], {
      payload: JSON.stringify({ events: [{ ...event, id: 'evt-2' }] }),
    })
    expect(changed.body).toMatchObject({ error: 'bad_signature' })
    services.env.MAIL_BOUNCE_SECRET = undefined
    for (const secret of ['undefined', bounceSecret])
      expect((await sendReports(app, [event], { secret })).body).toMatchObject({ error: 'bad_signature' })
    expect(await mailOf(services, mail.email_id)).toMatchObject({ state: 'sent' })
  })

  it('one of several that was known changes nothing, and the others still count', async () => {
    const app = await withApp({ env: { MAIL_BOUNCE_SECRET: bounceSecret } })
    const { services } = app
    const [a, b] = [await sentMail(services, 'a@example.it'), await sentMail(services, 'b@example.it')]
    const first = { id: 'evt-a', ...failureOf(services, a.email_id, 'a@example.it') }
    const second = { id: 'evt-b', ...failureOf(services, b.email_id, 'b@example.it') }
    await sendReports(app, [first])
    expect((await sendReports(app, [first, second, second])).body).toEqual({
      applied: 1,
      known: 2,
      unmatched: 0,
    })
    expect(await mailOf(services, b.email_id)).toMatchObject({ state: 'bounced' })
  })

  it('in any order: a delay that is told after the failure, and a failure after it was opened', async () => {
    const app = await withApp({ env: { MAIL_BOUNCE_SECRET: bounceSecret } })
    const { services } = app
    const mail = await sentMail(services, 'lucia@example.it')
    const failed = failureOf(services, mail.email_id, 'lucia@example.it')
    await sendReports(app, [{ id: 'late', ...failed }])
    await sendReports(app, [{ id: 'early', ...failed, kind: 'delayed', status: '4.2.0' }])
    expect(await mailOf(services, mail.email_id)).toMatchObject({ state: 'bounced', failure: 'no_mailbox' })
    // Another report of the same failure, under another id, is told once on the bill.
    await sendReports(app, [{ id: 'again', ...failed }])
    const told = await services.asSystem(
      (tx) => tx`select from bill_events where bill_id = ${mail.bill_id} and kind = 'mail_undelivered'`,
    )
    expect(told).toHaveLength(1)
  })

  it('a report that overtakes our own note of the sending counts, and the mail is not sent again', async () => {
    const mailbox = await mailServer(() => '250 ok')
    const app = await withApp({ env: { MAIL_BOUNCE_SECRET: bounceSecret, SMTP_URL: mailbox.url } })
    const { services } = app
    const mail = await sentMail(services, 'lucia@example.it')
    // It was given to the mail server, and this process died before it noted that.
    await services.asSystem(
      (tx) => tx`update emails set sent_at = null, tries = 1 where email_id = ${mail.email_id}`,
    )
    const report = { id: 'fast', ...failureOf(services, mail.email_id, 'lucia@example.it') }
    expect((await sendReports(app, [report])).body).toEqual({ applied: 1, known: 0, unmatched: 0 })
    expect(await mailOf(services, mail.email_id)).toMatchObject({ state: 'bounced', failure: 'no_mailbox' })
    await sendEmail(services, { email_id: mail.email_id })
    expect(mailbox.received).toEqual([])
    // This mail was never sent, so a report that names it is invented.
    const waiting = await writeLink(services, { ...mail, to: 'altra@example.it', key: 'waiting' })
    const forged = { id: 'forged', ...failureOf(services, waiting, 'altra@example.it') }
    expect((await sendReports(app, [forged])).body).toEqual({ applied: 0, known: 0, unmatched: 1 })
  })

  it.each(['250 ok', '451 later'])(
    'a report that overtakes the answer of the mail server is not undone by it: %s',
    async (answer) => {
      const before: { report?: () => Promise<unknown> } = {}
      const mailbox = await mailServer(async () => {
        await before.report?.()
        return answer
      })
      const app = await withApp({ env: { MAIL_BOUNCE_SECRET: bounceSecret, SMTP_URL: mailbox.url } })
      const { services } = app
      const mail = await sentMail(services, 'lucia@example.it')
      const email_id = await writeLink(services, { ...mail, to: 'lucia@example.it', key: 'overtaken' })
      before.report = () =>
        sendReports(app, [{ id: 'fast', ...failureOf(services, email_id, 'lucia@example.it') }])
      await sendEmail(services, { email_id })
      expect(mailbox.received).toHaveLength(1)
      expect(await mailOf(services, email_id)).toMatchObject({ state: 'bounced', failure: 'no_mailbox' })
      const events = await services.asSystem(
        (tx) => tx`select kind from email_events where email_id = ${email_id}`,
      )
      expect(events.map(({ kind }) => kind)).toEqual(['bounced'])
      await sendEmail(services, { email_id })
      expect(mailbox.received).toHaveLength(1)
    },
  )

  it('whatever they say stays on one line and within its length', async () => {
    const app = await withApp({ env: { MAIL_BOUNCE_SECRET: bounceSecret } })
    const { services } = app
    const mail = await sentMail(services, 'lucia@example.it')
    const said = `User unknown\r\nBcc: tutti@example.it\u0000 ${'è'.repeat(900)}`
    const report = { id: 'odd', ...failureOf(services, mail.email_id, 'lucia@example.it'), said }
    expect((await sendReports(app, [report])).body).toMatchObject({ applied: 1 })
    const [event] = await services.asSystem(
      (tx) => tx`select said from email_events where email_id = ${mail.email_id} and kind = 'bounced'`,
    )
    expect(event?.said).toMatch(/^User unknown Bcc: tutti@example.it è+$/)
    expect(event?.said).toHaveLength(500)
  })
})

/** A failure for good, as a provider reports it about this mail. */
const failureOf = (services: Services, email_id: number, recipient: string) => ({
  ...{ kind: 'failed', recipient, status: '5.1.1', said: 'User unknown' },
  message_id: `<${mailReference(services.env.SALDO_SECRET, email_id)}@saldo.example>`,
})
