import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { idOf, mjml, templateFixtures } from '../../testing/features/template-fixtures.ts'
import { makeBill, makeCustomer, signIn } from '../../testing/people.ts'

/** Where mails are sent, the live version writes them; the server of this address is never reached. */
let app: TestApp
let at: ReturnType<typeof templateFixtures>
let headers: Record<string, string>
beforeAll(async () => {
  app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  headers = (await signIn(app.services, 'super_user')).headers
  at = templateFixtures(app, headers)
})
afterAll(() => app.close())

describe('promotion', () => {
  it('409: a design or a sandbox that nobody saw does not go on', async () => {
    const id = idOf('report')
    await at.keep(id, mjml('<mj-text>Uno {{title}} {{url}}</mj-text>'))
    await at.keep(id, mjml('<mj-text>Due {{title}} {{url}}</mj-text>'))
    expect((await at.post('template-update-sandbox', { id, revision: 1 })).status).toBe(409)
    const { body } = await at.toSandbox(id)
    expect(body).toMatchObject({ sandbox_number: 1, live_number: null, draft: false })
    expect((await at.post('template-update-live', { id, number: 2 })).status).toBe(409)
    expect((await at.post('template-update-live', { id: idOf('new-ibans'), number: 1 })).status).toBe(409)
  })
  it('rollback makes an earlier live version live again, in the sandbox too; 409 when it was never live', async () => {
    const id = idOf('refund')
    const first = await at.publish(id, mjml('<mj-text>Prima {{amount}}</mj-text>'))
    const second = await at.publish(id, mjml('<mj-text>Seconda {{amount}}</mj-text>'))
    expect((await at.mailOf('refund')).html).toContain('Seconda')
    const { status, body } = await at.post('template-rollback', { id, number: first, live_number: second })
    expect(status).toBe(200)
    expect(body).toMatchObject({ live_number: first, sandbox_number: first })
    expect((await at.mailOf('refund')).html).toContain('Prima')
    expect((await at.post('template-rollback', { id, number: second, live_number: second })).status).toBe(409)
    await at.keep(id, mjml('<mj-text>Terza {{amount}}</mj-text>'))
    const { body: third } = await at.toSandbox(id)
    expect(
      (await at.post('template-rollback', { id, number: third.sandbox_number, live_number: first })).status,
    ).toBe(409)
    expect((await at.post('template-rollback', { id, number: 999, live_number: first })).status).toBe(404)
  })
  it('rollback to 0 makes the built-in template live again, as a version, once; the draft stays', async () => {
    const id = idOf('receipt-void')
    const wrong = mjml('<mj-text>Sbagliata {{receipt_number}} {{why}}</mj-text>')
    expect((await at.post('template-rollback', { id, number: 0, live_number: 1 })).status).toBe(409)
    const live_number = await at.publish(id, wrong)
    const { status, body } = await at.post('template-rollback', { id, number: 0, live_number })
    expect(status).toBe(200)
    expect(body).toMatchObject({ live_number: 2, sandbox_number: 2, source: wrong, draft: true })
    const live = await at.get<{ html: string }>(`template-preview/${id}?stage=live`)
    const first = await at.get<{ html: string }>(`template-preview/${id}?stage=built_in`)
    expect(live.body.html).toBe(first.body.html)
    const again = await at.post('template-rollback', { id, number: 0, live_number: 2 })
    expect(again.body).toMatchObject({ live_number: 2 })
  })
  it('a version’s checksum is that of a JSON array, as the contract says', async () => {
    const id = idOf('receipt-void')
    const { body: versions } = await at.get<{ checksum: string; number: number }[]>(`template-versions/${id}`)
    const [row] = await app.services.asSystem(
      (tx) => tx`
        select kind, subject, source, plain from email_template_versions
        where template_id = ${id} and number = ${versions[0]?.number ?? 0}`,
    )
    const array = JSON.stringify([row?.kind, row?.subject, row?.source, row?.plain])
    expect(versions[0]?.checksum).toBe(createHash('sha256').update(array, 'utf8').digest('hex'))
  })
  it('versions never change, and say in which lines they differ', async () => {
    const id = idOf('refund')
    const { body: versions } = await at.get<{ number: number; live_at: string | null }[]>(
      `template-versions/${id}`,
    )
    expect(versions.length).toBeGreaterThan(2)
    const { body } = await at.get<{ parts: { field: string; lines: { change: string; text: string }[] }[] }>(
      `template-difference/${id}?from=${versions[2]?.number}&to=${versions[1]?.number}`,
    )
    expect(
      body.parts[0]?.lines.some(({ change, text }) => change === 'added' && text.includes('Seconda')),
    ).toBe(true)
    expect((await at.get(`template-difference/${id}?from=999`)).status).toBe(404)
    await expect(
      app.services.asSystem(
        (tx) => tx`update email_template_versions set source = 'x' where template_id = ${id}`,
      ),
    ).rejects.toThrow('permission denied')
  })
})

describe('a version that goes live', () => {
  const told = () =>
    app.services.asSystem(async (tx) => ({
      messages: await tx`
        select u.user_id, m.body, m.metadata->>'link' as link from push_messages m join users u using (user_id)
        where m.title like '«Codice per un nuovo IBAN»: in uso la versione %' order by push_message_id`,
      mails: await tx`
        select to_address, subject, text from emails where template = 'template-live' and subject like '«Codice per%'
        order by email_id`,
    }))
  it('is told to every super user by a message and a mail, also a rollback, and stands in the audit', async () => {
    const other = await signIn(app.services, 'super_user')
    const address = `altra.${other.user_id}@example.it`
    await app.services.asSystem(
      (tx) => tx`update users set email = ${address} where user_id = ${other.user_id}`,
    )
    const id = idOf('iban-code')
    const first = await at.publish(id, mjml('<mj-text>Prima {{otp}}</mj-text>'))
    const second = await at.publish(id, mjml('<mj-text>Seconda {{otp}}</mj-text>'))
    await at.post('template-rollback', { id, number: first, live_number: second })
    await at.post('template-update-live', { id, number: first })
    const { messages, mails } = await told()
    const theirs = messages.filter(({ user_id }) => user_id === other.user_id)
    expect(theirs.map(({ body }) => body)).toEqual([
      expect.stringContaining('al posto del modello di base'),
      expect.stringContaining('al posto della versione 1'),
      expect.stringContaining('al posto della versione 2'),
    ])
    expect(theirs[0]?.link).toBe(`/admin-management/email-template/${id}?tab=versioni`)
    const mailed = mails.filter(({ to_address }) => to_address === address)
    expect(mailed.map(({ subject }) => subject.slice(-1))).toEqual(['1', '2', '1'])
    expect(mailed[0]?.text).toContain(`/#/admin-management/email-template/${id}?tab=versioni`)
    const audited = await app.services.asSystem(
      (tx) => tx`
        select audit_id from audit_log where noun = 'email_templates' and record_id = ${id}
          and after ? 'live_number' order by audit_id`,
    )
    expect(audited).toHaveLength(3)
  })
  it('is told by a template that nobody changes', async () => {
    const id = idOf('template-live')
    const { status, body } = await at.keep(id, mjml('<mj-text>{{title}} {{what}} {{url}}</mj-text>'))
    expect([status, body.error]).toEqual([409, 'fixed_template'])
    expect((await at.upload(id, '<p>{{title}} {{what}} {{url}}</p>')).status).toBe(409)
    expect((await at.toSandbox(id)).status).toBe(409)
  })
})

describe('a live version that cannot write a mail', () => {
  /** Puts a source live that the API refuses: as if a value were gone, or MJML read less than before. */
  const breakLive = (id: number, source: string) =>
    app.services.asSystem(async (tx) => {
      const [row] = await tx`
        insert into email_template_versions (template_id, number, kind, subject, source, checksum)
        values (${id}, 900, 'mjml', 'x', ${source}, ${'0'.repeat(64)}) returning version_id`
      await tx`
        insert into email_template_promotions (template_id, version_id, stage)
        values (${id}, ${row?.version_id}, 'live')`
    })
  it('leaves it to the one before; the back office is told once', async () => {
    const id = idOf('refund')
    await at.publish(id, mjml('<mj-text>Buona {{amount}}</mj-text>'))
    await at.publish(id, mjml('<mj-text>Ultima buona {{amount}}</mj-text>'))
    await breakLive(id, mjml('<mj-text>{{gone}}</mj-text>'))
    expect((await at.mailOf('refund')).html).toContain('Ultima buona')
    expect((await at.mailOf('refund')).html).toContain('Ultima buona')
    await runJobs(app.services)
    const alarms = await app.services.asSystem(
      (tx) =>
        tx`select distinct body, dedupe_key from push_messages where title = 'Un modello di e-mail non funziona'`,
    )
    expect(alarms).toHaveLength(1)
    expect(alarms[0]?.body).toContain('the mail has no gone')
  })
  it('leaves it to the built-in one when no other was live', async () => {
    const id = idOf('password-recovery')
    const { html: built_in } = await at.mailOf('password-recovery')
    await at.keep(id, mjml('<mj-text>Mai usata</mj-text>'))
    await breakLive(id, '<mjml><no')
    expect((await at.mailOf('password-recovery')).html).toBe(built_in)
  })
})

describe('POST /v1/settings/email/template-test and template-test-legacy', () => {
  it('200: one mail, to the caller’s own address; 409: the other kind', async () => {
    const id = idOf('debit-notice')
    await at.keep(id, mjml('<mj-text>Prova {{amount}} {{collect_on}}</mj-text>'))
    expect((await at.post('template-test', { id })).status).toBe(409)
    await at.toSandbox(id)
    const { status, body } = await at.post<{ to: string; number: number }>('template-test', { id })
    expect([status, body.number]).toEqual([200, 1])
    const [mail] = await app.services.asSystem(
      (tx) => tx`select * from emails where to_address = ${body.to} and template = 'debit-notice'`,
    )
    expect(mail?.subject).toMatch(/^\[Prova\] /)
    expect(mail?.html).toContain('Prova 312,50 €')
    expect((await at.post('template-test-legacy', { id })).status).toBe(409)
    await at.upload(id, '<p>HTML {{amount}}</p>')
    expect((await at.post('template-test-legacy', { id, stage: 'design' })).status).toBe(200)
    expect((await at.post('template-test', { id, stage: 'design' })).status).toBe(409)
    expect((await at.post('template-test', { id: 99999 })).status).toBe(404)
  })
})

describe('GET /v1/settings/email/template-preview/{id}', () => {
  it('200: with examples, or about a real bill, without its link', async () => {
    const customer_id = await makeCustomer(app.services, { business_name: 'Studio Vero' })
    const { bill_id, token } = await makeBill(app.services, customer_id)
    const id = idOf('bill-link')
    type Preview = { html: string; text: string; subject: string }
    expect((await at.get<Preview>(`template-preview/${id}`)).body.html).toContain('Condominio Ghibellina')
    const { body } = await at.get<Preview>(`template-preview/${id}?stage=built_in&bill_id=${bill_id}`)
    expect(body.text).toContain('Studio Vero')
    expect(JSON.stringify(body)).not.toContain(token)
    expect((await at.get(`template-preview/${id}?bill_id=99999999`)).status).toBe(404)
    expect((await at.get(`template-preview/${idOf('new-ibans')}?stage=sandbox`)).status).toBe(409)
  })
})

it('where mails are not sent, the sandbox’s version writes them', async () => {
  const trying = await startApp()
  try {
    const own = (await signIn(trying.services, 'super_user')).headers
    const call = (path: string, body: object) =>
      trying.call({ method: 'POST', url: `/v1/settings/email/${path}`, headers: own, body })
    const id = idOf('password-recovery')
    await call('template-update-design', {
      id,
      revision: 0,
      source: mjml('<mj-text>In prova {{nominative}}, {{url}}</mj-text>'),
    })
    await call('template-update-sandbox', { id, revision: 1 })
    await trying.services.asSystem((tx) =>
      queueEmail(trying.services, tx, {
        ...{
          template: 'password-recovery',
          to: 'a@example.it',
          customer_id: null,
          bill_id: null,
          dedupe_key: 'one',
        },
        values: { nominative: 'Lia', user_name: 'lia', url: 'https://saldo.example/' },
      }),
    )
    const [mail] = await trying.services.asSystem((tx) => tx`select html from emails`)
    expect(mail?.html).toContain('In prova Lia')
  } finally {
    await trying.close()
  }
})
