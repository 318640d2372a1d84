import type { EmailTemplate } from '@saldo/contract/settings/email-templates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { idOf, mjml, templateFixtures } from '../../testing/features/template-fixtures.ts'
import { signIn } from '../../testing/people.ts'
import { catalogue } from './catalogue/catalogue.ts'

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

describe('GET /v1/settings/email/template', () => {
  it('200: every mail, searched, by area and state', async () => {
    const { status, body } = await at.get<{ items: EmailTemplate[] }>('template?limit=200')
    expect(status).toBe(200)
    expect(body.items).toHaveLength(Object.keys(catalogue).length)
    const found = await at.get<{ items: EmailTemplate[] }>('template?q=sollecito&area=bills&state=built_in')
    expect(found.body.items.map(({ template }) => template)).toContain('reminder')
    const page = await at.get<{ items: EmailTemplate[]; next_cursor: string }>(
      'template?limit=2&sort=-changed_at',
    )
    const next = await at.get<{ items: EmailTemplate[] }>(
      `template?limit=2&sort=-changed_at&cursor=${page.body.next_cursor}`,
    )
    expect(next.body.items).toHaveLength(2)
  })
  it('403: nobody but the back office', async () => {
    const office = await signIn(app.services, 'customer')
    expect((await at.get('template', office.headers)).status).toBe(403)
  })
})

describe('GET /v1/settings/email/template-id/{id}', () => {
  it('200: the built-in one, as long as nobody changed it', async () => {
    const { status, body } = await at.get(`template-id/${idOf('bill-link')}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ revision: 0, live_number: null, sandbox_number: null, draft: false })
    expect(body.source).toBe(body.built_in.source)
    expect(body.source).toContain('{{ask_label}}')
  })
  it('404: no such mail', async () => expect((await at.get('template-id/99999')).status).toBe(404))
})

describe('GET /v1/settings/email/merge-tags', () => {
  it('200: of one template, and of all', async () => {
    type Tags = { template: string; tags: { name: string; kind: string; of: { name: string }[] }[] }[]
    const one = await at.get<Tags>(`merge-tags?id=${idOf('reminder')}`)
    expect(one.body[0]?.tags.find(({ name }) => name === 'bills')?.of.map(({ name }) => name)).toContain(
      'pay_one',
    )
    expect((await at.get<Tags>('merge-tags')).body).toHaveLength(Object.keys(catalogue).length)
    expect((await at.get('merge-tags?id=99999')).status).toBe(404)
  })
})

describe('POST /v1/settings/email/template-update', () => {
  it('200: name, description, subject and text part; the subject may not have another line', async () => {
    const id = idOf('added')
    const { status, body } = await at.post('template-update', {
      id,
      revision: 0,
      name: 'Mio',
      subject: 'Ciao {{nominative}}',
      plain: '',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Mio',
      subject: 'Ciao {{nominative}}',
      plain: null,
      revision: 1,
      draft: true,
    })
    const injected = await at.post('template-update', {
      id,
      revision: 1,
      subject: 'Ciao\r\nBcc: tutti@example.it',
    })
    expect([injected.status, injected.body.fields?.subject]).toEqual([400, 'L’oggetto sta su una riga sola.'])
    const lines = await at.post('template-update', { id, revision: 1, subject: 'x {{url}}' })
    expect(lines.status).toBe(400)
  })
  it('409: somebody changed it meanwhile', async () => {
    const id = idOf('added')
    expect((await at.post('template-update', { id, revision: 0, name: 'Altro' })).status).toBe(409)
  })
  it('400: no number, a fraction, and a version that no database could number', async () => {
    const id = idOf('added')
    const wrong = await at.post('template-update', { id: 'abc', revision: 1.5 })
    expect([wrong.status, wrong.body.fields]).toEqual([
      ...[400, { id: 'Scrivi un numero.', revision: 'Scrivi un numero intero.' }],
    ])
    const far = await at.get(`template-difference/${id}?from=${2 ** 40}`)
    expect([far.status, far.body.fields]).toEqual([400, { from: 'Valore troppo grande.' }])
  })
  it('404: no such mail', async () =>
    expect((await at.post('template-update', { id: 99999, revision: 0 })).status).toBe(404))
})

describe('POST /v1/settings/email/template-update-design', () => {
  it('400: unknown placeholders, each with its line', async () => {
    const { status, body } = await at.keep(idOf('refund'), mjml('<mj-text>{{amount}}\n{{segreto}}</mj-text>'))
    expect(status).toBe(400)
    expect(body.fields?.source).toBe('Riga 6: Il segnaposto {{segreto}} non c’è in questa e-mail.')
  })
  it('200: another source without a text part: it is made from the source, as with the old words it would lie', async () => {
    const id = idOf('plan-ended')
    const first = await at.keep(id, mjml('<mj-text>Uno {{why}}</mj-text>'), { plain: 'Uno {{why}}' })
    expect(first.body.plain).toBe('Uno {{why}}')
    const same = await at.keep(id, mjml('<mj-text>Uno {{why}}</mj-text>'), { subject: 'Altro' })
    expect(same.body).toMatchObject({ plain: 'Uno {{why}}', subject: 'Altro' })
    const other = await at.keep(id, mjml('<mj-text>Due {{why}}</mj-text>'))
    expect(other.body).toMatchObject({ plain: null, subject: 'Altro' })
    expect((await at.get<{ text: string }>(`template-preview/${id}`)).body.text).toContain('Due')
  })
  it.each([
    ['no MJML', 'ciao', 'Riga 1: Non è MJML: comincia con <mjml> e finisce con </mjml>.'],
    [
      'a tag in the wrong place',
      '<mjml><mj-body>\n<mj-text>a</mj-text></mj-body></mjml>',
      'Riga 2: <mj-text> non può stare dentro <mj-body>, ma solo dentro: mj-attributes, mj-column.',
    ],
    [
      'values that MJML does not take',
      mjml('<mj-text font-size="a">a</mj-text>\n<mj-button width="b">c</mj-button>'),
      'Riga 5: Il valore di font-size non si può usare.\nRiga 6: Il valore di width non si può usare.',
    ],
    [
      'attributes of another tag',
      mjml('<mj-text href="https://a.example">a</mj-text>'),
      'Riga 5: Qui non si può usare: href.',
    ],
  ])('400: %s, in Italian', async (_what, source, sentences) =>
    expect((await at.keep(idOf('refund'), source)).body.fields?.source).toBe(sentences),
  )
  it('400: what the database cannot keep of the editor’s document, at its field', async () => {
    const id = idOf('dispute')
    for (const [field, project] of [
      ['project.a', { a: 'b\u0000' }],
      ['project', { 'a\u0000': 1 }],
      ['project.a.0', { a: ['\ud800'] }],
      ['project', { '\udc00': 1 }],
    ] as const) {
      const { status, body } = await at.keep(id, mjml('<mj-text>Uno</mj-text>'), { project })
      expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [field] })
    }
  })
  it('200, 409: the editor’s document is kept as it was sent, until the source comes without one', async () => {
    const id = idOf('dispute')
    const project = { pages: [{ component: '<p>“è” 😀</p>' }] }
    const { body } = await at.keep(id, mjml('<mj-text>Uno</mj-text>'), { project })
    expect(body.project).toEqual(project)
    expect((await at.keep(id, mjml('<mj-text>Due</mj-text>'))).body.project).toBeNull()
    expect((await at.post('template-update-design', { id, revision: 1, source: mjml('') })).status).toBe(409)
  })
})

describe('bytes', () => {
  const words = 'Perché no? “Città” – 😀 &amp; {{amount}} fine'
  it('of MJML survive editor, sandbox and live, and are what is queued', async () => {
    const id = idOf('refund')
    const source = mjml(`<mj-text>${words}\r\n  seconda riga</mj-text>`)
      .replaceAll('\n', '\r\n')
      .replaceAll('\r\r', '\r')
    const subject = 'Rimborso «è» 😀 {{amount}}'
    const plain = 'Testo: {{amount}}\r\nPerché 😀'
    const number = await at.publish(id, source, { subject, plain })
    const { body } = await at.get(`template-id/${id}`)
    expect([body.source, body.subject, body.plain]).toEqual([source, subject, plain])
    const [stored] = await app.services.asSystem(
      (tx) =>
        tx`select source, subject, plain, checksum from email_template_versions where template_id = ${id} and number = ${number}`,
    )
    expect(stored).toMatchObject({ source, subject, plain, checksum: body.live_checksum })
    const mail = await at.mailOf('refund')
    expect(mail.subject).toBe('Rimborso «è» 😀 1 €')
    expect(mail.text).toBe('Testo: 1 €\r\nPerché 😀')
    expect(mail.html).toContain(`${words.replace('{{amount}}', '1 €')}\r\n  seconda riga`)
  })
  it('of an earlier version are the same after a rollback', async () => {
    const id = idOf('refund')
    const source = mjml(`<mj-text>${words}</mj-text>\r\n\t<mj-spacer />`)
    const subject = 'Prima «è» {{amount}}'
    const first = await at.publish(id, source, { subject, plain: 'Testo\r\n{{amount}}' })
    const was = (await at.get(`template-id/${id}`)).body.live_checksum
    const live_number = await at.publish(id, mjml('<mj-text>Altro {{amount}}</mj-text>'), {
      subject: 'Dopo {{amount}}',
      plain: null,
    })
    expect((await at.post('template-rollback', { id, number: first, live_number })).status).toBe(200)
    expect((await at.get(`template-id/${id}`)).body.live_checksum).toBe(was)
    const [stored] = await app.services.asSystem(
      (tx) =>
        tx`select source, subject, plain from email_template_versions where template_id = ${id} and number = ${first}`,
    )
    expect(stored).toEqual({ source, subject, plain: 'Testo\r\n{{amount}}' })
    expect((await at.mailOf('refund')).subject).toBe('Prima «è» 1 €')
  })
  it('of uploaded HTML survive, and are what is queued', async () => {
    const id = idOf('password-recovery')
    const source = `<p>${words.replace('amount', 'nominative')}\r\n<a href="{{url}}">Scegli</a></p>`
    const { status, body } = await at.upload(id, source)
    expect([status, body.kind, body.source, body.removed]).toEqual([200, 'html', source, []])
    const { body: tried } = await at.toSandbox(id)
    await at.post('template-update-live', { id, number: tried.sandbox_number })
    expect((await at.get(`template-id/${id}`)).body.source).toBe(source)
    const mail = await at.mailOf('password-recovery')
    expect(mail.html).toContain(
      source.replace('{{nominative}}', 'Lia').replace('{{url}}', 'https://saldo.example/'),
    )
    expect(mail.text).toContain('Scegli https://saldo.example/')
  })
  it('of HTML with a byte order mark survive; the mail does not show it', async () => {
    const id = idOf('password-recovery')
    const source = '\uFEFF<p>Perché {{url}}</p>'
    expect((await at.upload(id, source)).body.source).toBe(source)
    const { body: tried } = await at.toSandbox(id)
    await at.post('template-update-live', { id, number: tried.sandbox_number })
    const [stored] = await app.services.asSystem(
      (tx) => tx`
        select source from email_template_versions where template_id = ${id} and number = ${tried.sandbox_number}`,
    )
    expect(stored).toEqual({ source })
    const mail = await at.mailOf('password-recovery')
    expect(mail.html).toContain('<p>Perché https://saldo.example/</p>')
    expect(mail.html + mail.text).not.toContain('\uFEFF')
  })
})

describe('POST /v1/settings/email/template-upload', () => {
  it('200: what is unsafe is left out, and said', async () => {
    const { body } = await at.upload(
      idOf('invitation'),
      '<p onclick="x()">Ciao <img src="https://spia.example/p.gif"><script>x()</script><iframe src="//a"></iframe></p><style>@import url(//a)</style>',
    )
    expect(body.removed).toEqual(['<iframe>', '<script>', '<style>', 'onclick di <p>', 'src di <img>'])
    const { body: preview } = await at.get<{ html: string }>(`template-preview/${idOf('invitation')}`)
    expect(preview.html).not.toMatch(/script|onclick|spia|iframe|import/)
  })
  it('409: somebody saved another draft than the one that was seen; it stays', async () => {
    const id = idOf('invitation')
    const seen = await at.revisionOf(id)
    const other = mjml('<mj-text>Di una collega {{url}}</mj-text>')
    expect((await at.keep(id, other)).status).toBe(200)
    const refused = await at.upload(id, '<p>Mio</p>', seen)
    expect(refused).toMatchObject({ status: 409, body: { error: 'template_changed' } })
    expect((await at.get(`template-id/${id}`)).body.source).toBe(other)
    const { status, body } = await at.upload(id, '<p>Mio</p>', seen + 1)
    expect([status, body.source, body.revision]).toEqual([200, '<p>Mio</p>', seen + 2])
    expect((await at.upload(id, '<p>Mio</p>', 'due')).body.fields).toHaveProperty('revision')
  })
  it('400: an unknown placeholder', async () =>
    expect((await at.upload(idOf('invitation'), 'riga\n{{boh}}')).body.fields?.source).toContain('Riga 2'))
  it('404, 413, 415, 422', async () => {
    expect((await at.upload(99999, '<p>a</p>')).status).toBe(404)
    expect((await at.upload(idOf('invitation'), 'a'.repeat(300_001))).status).toBe(413)
    const binary = await at.upload(idOf('invitation'), Buffer.from([0xff, 0xfe, 0x00]))
    expect([binary.status, Object.keys(binary.body.fields ?? {})]).toEqual([415, ['template']])
    expect((await at.post('template-upload', {})).status).toBe(415)
    expect((await at.upload(null, '<p>a</p>')).status).toBe(422)
    expect((await at.upload(idOf('invitation'), '')).status).toBe(422)
  })
})
