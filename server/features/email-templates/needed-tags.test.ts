import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { idOf, mjml, templateFixtures } from '../../testing/features/template-fixtures.ts'
import { signIn } from '../../testing/people.ts'

let app: TestApp
let at: ReturnType<typeof templateFixtures>
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'https://paga.saldo.example' } })
  at = templateFixtures(app, (await signIn(app.services, 'super_user')).headers)
})
afterAll(() => app.close())

describe('a design without what its mail exists for', () => {
  const code = idOf('one-time-code')
  it.each([
    ['no code at all', 'Ciao', null, ['source']],
    ['a code in the preview alone', '<b style="display:none">{{otp}}</b>', null, ['source']],
    ['a code in a title alone', '<b title="{{otp}}">Ciao</b>', null, ['source']],
    ['no code in its own text part', '{{otp}}', 'Ciao', ['plain']],
  ])('409: %s does not go into the sandbox; the draft stays', async (_what, words, plain, fields) => {
    const kept = await at.keep(code, mjml(`<mj-text>${words}</mj-text>`), {
      plain,
      subject: 'Codice {{otp}}',
    })
    expect(kept.status).toBe(200)
    const { status, body } = await at.toSandbox(code)
    expect({ status, error: body.error, fields: Object.keys(body.fields ?? {}) }).toEqual({
      ...{ status: 409, error: 'tags_missing', fields },
    })
    expect(Object.values(body.fields ?? {})).toEqual(['Manca {{otp}}, o non si vede.'])
    expect((body as { error_description?: string }).error_description).toContain('{{otp}}')
    expect((await at.get(`template-id/${code}`)).body).toMatchObject({ sandbox_number: null, draft: true })
  })
  it('409: a reminder without the links of its bills', async () => {
    const id = idOf('reminder')
    const list = (inner: string) => mjml(`<mj-text>{{#bills}}${inner}{{/bills}}</mj-text>`)
    await at.keep(id, list('{{number}} {{amount}}'), { plain: null })
    expect((await at.toSandbox(id)).body.fields?.source).toContain('{{url}}')
    await at.keep(id, list('<a href="{{url}}">{{number}}</a>'), { plain: null })
    expect((await at.toSandbox(id)).status).toBe(200)
  })
  it('409: a version that is in the sandbox already does not go live', async () => {
    const id = idOf('invitation')
    await app.services.asSystem(async (tx) => {
      await tx`
        insert into email_templates (template_id, template, kind, subject, source, revision)
        values (${id}, 'invitation', 'mjml', 'x', ${mjml('<mj-text>Ciao</mj-text>')}, 1)`
      await tx`
        with made as (insert into email_template_versions (template_id, number, kind, subject, source, checksum)
          values (${id}, 1, 'mjml', 'x', ${mjml('<mj-text>Ciao</mj-text>')}, ${'0'.repeat(64)}) returning version_id)
        insert into email_template_promotions (template_id, version_id, stage) select ${id}, version_id, 'sandbox' from made`
      await tx`
        update email_templates t set sandbox_number = 1, sandbox_version_id = v.version_id
        from email_template_versions v where v.template_id = t.template_id and t.template_id = ${id}`
    })
    const { status, body } = await at.post('template-update-live', { id, number: 1 })
    expect([status, body.error]).toEqual([409, 'tags_missing'])
  })
})

describe('a mail about somebody’s access', () => {
  const id = idOf('password-recovery')
  const link = '<a href="{{url}}">Scegli</a>'
  const keep = (inner: string, more: object = {}) =>
    at.keep(id, mjml(`\n<mj-text>${link}\n${inner}</mj-text>`), { plain: null, ...more })
  it.each([
    ['a link', '<a href="https://paga-saldo.example/">Entra</a>'],
    ['a link that only begins like ours', '<a href="https://paga.saldo.example.evil.example/">Entra</a>'],
    ['an address that is written out', 'Vai su https://evil.example/login'],
    ['an address without scheme', 'Vai su www.evil.example'],
    ['a mailbox', '<a href="mailto:a@evil.example">Scrivi</a>'],
    ['a hidden link', '<b style="display:none"><a href="https://evil.example/">x</a></b>'],
    ['a telephone', '<a href="tel:+390551234567">Chiama</a>'],
  ])('400: %s does not lead to Saldo', async (_what, inner) => {
    const { status, body } = await keep(inner)
    expect([status, body.error, body.fields?.source]).toEqual([
      ...[400, 'template_refused', expect.stringMatching(/^Riga \d+: .*non è un indirizzo di Saldo/)],
    ])
  })
  it.each([
    ['a domain', 'entra su saldo-accesso.ru e scrivi la password'],
    ['a domain with a path', 'entra su saldo-accesso.ru/entra'],
    ['a domain below another', 'entra su saldo.accesso.de/x'],
    ['a mailbox', 'scrivi ad assistenza@saldo-accesso.com'],
    ['a domain in parts', 'entra su saldo-<b>accesso</b><i>.com</i>'],
    ['a domain with a sign that nobody sees', 'entra su saldo-accesso&#8203;.com'],
    ['a domain with a placeholder', 'entra su saldo-{{user_name}}.com'],
    ['a number of a computer', 'entra su 203.0.113.7/entra'],
  ])('400: it names no other domain: %s', async (_what, inner) => {
    const { status, body } = await keep(inner)
    expect([status, body.fields?.source]).toEqual([400, expect.stringContaining('sembra un indirizzo')])
  })
  it('400: a full stop without a space looks like a domain, and the sentence says so', async () => {
    expect((await keep('Questa è la fine.Inizio di nuovo')).body.fields?.source).toBe(
      'Riga 7: fine.Inizio sembra un indirizzo che non è di Saldo: se è la fine di una frase, metti uno spazio dopo il punto.',
    )
  })
  it('400: nor does an address in the subject, in the text part or in uploaded HTML', async () => {
    expect((await keep('a', { plain: '{{url}}\nhttps://evil.example/x' })).body.fields?.plain).toContain(
      'Riga 2: https://evil.example/x',
    )
    expect((await keep('a', { subject: 'www.evil.example' })).body.fields).toHaveProperty('subject')
    const { status } = await at.upload(id, `${link}<a href="https://evil.example/">b</a>`)
    expect(status).toBe(400)
  })
  it('200: to Saldo, by a placeholder or written; 400: another mail that leads elsewhere', async () => {
    const own =
      '<a href="https://paga.saldo.example/#/accesso">Entra</a> o https://paga.saldo.example. Scrivi ad aiuto@paga.saldo.example.'
    expect((await keep(own, { plain: '{{url}}' })).status).toBe(200)
    const elsewhere = mjml('<mj-text>{{amount}} <a href="https://studio.example/">Studio</a></mj-text>')
    expect((await at.keep(idOf('refund'), elsewhere)).body.fields?.source).toContain(
      'Riga 5: https://studio.example/ non è un indirizzo di Saldo',
    )
    const named = mjml('<mj-text>{{amount}} di studio.example</mj-text>')
    expect((await at.keep(idOf('refund'), named)).status).toBe(200)
  })
})
