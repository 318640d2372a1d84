import type { EmailTemplate } from '@saldo/contract/settings/email-templates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeCustomer, signIn } from '../../testing/people.ts'
import { catalogue } from './catalogue/catalogue.ts'

/** Where mails are sent, the live version writes them; the server of this address is never reached. */
let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  headers = (await signIn(app.services, 'super_user')).headers
})
afterAll(() => app.close())

const base = '/v1/settings/email'
type Said = EmailTemplate & { error?: string; fields?: Record<string, string> }
const get = async <Reply = Said>(path: string, as = headers) => {
  const { status, body } = await app.call({ url: `${base}/${path}`, headers: as })
  return { status, body: body as Reply }
}
const post = async <Reply = Said>(path: string, body: object, as = headers) => {
  const reply = await app.call({ method: 'POST', url: `${base}/${path}`, headers: as, body })
  return { status: reply.status, body: reply.body as Reply }
}
const boundary = 'saldo-boundary'
const upload = async (id: number | null, template: string | Buffer) => {
  const part = (head: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
  const reply = await app.call({
    method: 'POST',
    url: `${base}/template-upload`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      ...(id === null ? [] : [part('name="id"', String(id))]),
      part('name="template"; filename="modello.html"', template),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  })
  return { status: reply.status, body: reply.body as Said }
}

const mjml = (inner: string) =>
  `<mjml>\n  <mj-body>\n    <mj-section>\n      <mj-column>\n        ${inner}\n      </mj-column>\n    </mj-section>\n  </mj-body>\n</mjml>\n`
const idOf = (template: keyof typeof catalogue) => catalogue[template].id
const revisionOf = async (id: number) => (await get(`template-id/${id}`)).body.revision
const keep = async (id: number, source: string, more: object = {}) =>
  post('template-update-design', { id, revision: await revisionOf(id), source, ...more })
const toSandbox = async (id: number) =>
  post('template-update-sandbox', { id, revision: await revisionOf(id) })
/** Puts a design live and returns the number of its version. */
async function publish(id: number, source: string, more: object = {}): Promise<number> {
  expect((await keep(id, source, more)).status).toBe(200)
  const { body } = await toSandbox(id)
  const number = body.sandbox_number as number
  expect((await post('template-update-live', { id, number })).status).toBe(200)
  return number
}

let serial = 0
async function mailOf(
  template: 'password-recovery' | 'refund',
  of: { values?: object; customer_id?: number } = {},
) {
  serial += 1
  const dedupe_key = `mail-${serial}`
  const customer_id = of.customer_id ?? (template === 'refund' ? await makeCustomer(app.services) : null)
  const bill_id = customer_id === null ? null : (await makeBill(app.services, customer_id)).bill_id
  await app.services.asSystem((tx) =>
    queueEmail(app.services, tx, {
      ...{ template, to: `chi${serial}@example.it`, customer_id, bill_id, dedupe_key },
      values: {
        nominative: 'Lia',
        user_name: 'lia',
        url: 'https://saldo.example/',
        amount: '1 €',
        where: 'Qui.',
        ...of.values,
      } as never,
    }),
  )
  const [mail] = await app.services.asSystem(
    (tx) => tx`select * from emails where dedupe_key = ${dedupe_key}`,
  )
  return mail as { subject: string; html: string; text: string }
}

describe('GET /v1/settings/email/template', () => {
  it('200: every mail, searched, by area and state', async () => {
    const { status, body } = await get<{ items: EmailTemplate[] }>('template?limit=200')
    expect(status).toBe(200)
    expect(body.items).toHaveLength(Object.keys(catalogue).length)
    const found = await get<{ items: EmailTemplate[] }>('template?q=sollecito&area=bills&state=built_in')
    expect(found.body.items.map(({ template }) => template)).toContain('reminder')
    const page = await get<{ items: EmailTemplate[]; next_cursor: string }>(
      'template?limit=2&sort=-changed_at',
    )
    const next = await get<{ items: EmailTemplate[] }>(
      `template?limit=2&sort=-changed_at&cursor=${page.body.next_cursor}`,
    )
    expect(next.body.items).toHaveLength(2)
  })
  it('403: nobody but the back office', async () => {
    const office = await signIn(app.services, 'customer')
    expect((await get('template', office.headers)).status).toBe(403)
  })
})

describe('GET /v1/settings/email/template-id/{id}', () => {
  it('200: the built-in one, as long as nobody changed it', async () => {
    const { status, body } = await get(`template-id/${idOf('bill-link')}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ revision: 0, live_number: null, sandbox_number: null, draft: false })
    expect(body.source).toBe(body.built_in.source)
    expect(body.source).toContain('{{ask_label}}')
  })
  it('404: no such mail', async () => expect((await get('template-id/99999')).status).toBe(404))
})

describe('GET /v1/settings/email/merge-tags', () => {
  it('200: of one template, and of all', async () => {
    type Tags = { template: string; tags: { name: string; kind: string; of: { name: string }[] }[] }[]
    const one = await get<Tags>(`merge-tags?id=${idOf('reminder')}`)
    expect(one.body[0]?.tags.find(({ name }) => name === 'bills')?.of.map(({ name }) => name)).toContain(
      'pay_one',
    )
    expect((await get<Tags>('merge-tags')).body).toHaveLength(Object.keys(catalogue).length)
    expect((await get('merge-tags?id=99999')).status).toBe(404)
  })
})

describe('POST /v1/settings/email/template-update', () => {
  it('200: name, description, subject and text part; the subject may not have another line', async () => {
    const id = idOf('added')
    const { status, body } = await post('template-update', {
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
    const injected = await post('template-update', {
      id,
      revision: 1,
      subject: 'Ciao\r\nBcc: tutti@example.it',
    })
    expect([injected.status, injected.body.fields?.subject]).toEqual([400, 'L’oggetto sta su una riga sola.'])
    const lines = await post('template-update', { id, revision: 1, subject: 'x {{url}}' })
    expect(lines.status).toBe(400)
  })
  it('409: somebody changed it meanwhile', async () => {
    const id = idOf('added')
    expect((await post('template-update', { id, revision: 0, name: 'Altro' })).status).toBe(409)
  })
  it('404: no such mail', async () =>
    expect((await post('template-update', { id: 99999, revision: 0 })).status).toBe(404))
})

describe('POST /v1/settings/email/template-update-design', () => {
  it('400: unknown placeholders, each with its line', async () => {
    const { status, body } = await keep(idOf('refund'), mjml('<mj-text>{{amount}}\n{{segreto}}</mj-text>'))
    expect(status).toBe(400)
    expect(body.fields?.source).toBe('Riga 6: Il segnaposto {{segreto}} non c’è in questa e-mail.')
  })
  it('200, 409: the editor’s document is kept as it was sent, until the source comes without one', async () => {
    const id = idOf('dispute')
    const project = { pages: [{ component: '<p>“è” 😀</p>' }] }
    const { body } = await keep(id, mjml('<mj-text>Uno</mj-text>'), { project })
    expect(body.project).toEqual(project)
    expect((await keep(id, mjml('<mj-text>Due</mj-text>'))).body.project).toBeNull()
    expect((await post('template-update-design', { id, revision: 1, source: mjml('') })).status).toBe(409)
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
    const number = await publish(id, source, { subject, plain })
    const { body } = await get(`template-id/${id}`)
    expect([body.source, body.subject, body.plain]).toEqual([source, subject, plain])
    const [stored] = await app.services.asSystem(
      (tx) =>
        tx`select source, subject, plain, checksum from email_template_versions where template_id = ${id} and number = ${number}`,
    )
    expect(stored).toMatchObject({ source, subject, plain, checksum: body.live_checksum })
    const mail = await mailOf('refund')
    expect(mail.subject).toBe('Rimborso «è» 😀 1 €')
    expect(mail.text).toBe('Testo: 1 €\r\nPerché 😀')
    expect(mail.html).toContain(`${words.replace('{{amount}}', '1 €')}\r\n  seconda riga`)
  })
  it('of an earlier version are the same after a rollback', async () => {
    const id = idOf('refund')
    const source = mjml(`<mj-text>${words}</mj-text>\r\n\t<mj-spacer />`)
    const subject = 'Prima «è» {{amount}}'
    const first = await publish(id, source, { subject, plain: 'Testo\r\n{{amount}}' })
    const was = (await get(`template-id/${id}`)).body.live_checksum
    const live_number = await publish(id, mjml('<mj-text>Altro {{amount}}</mj-text>'), {
      subject: 'Dopo {{amount}}',
      plain: null,
    })
    expect((await post('template-rollback', { id, number: first, live_number })).status).toBe(200)
    expect((await get(`template-id/${id}`)).body.live_checksum).toBe(was)
    const [stored] = await app.services.asSystem(
      (tx) =>
        tx`select source, subject, plain from email_template_versions where template_id = ${id} and number = ${first}`,
    )
    expect(stored).toEqual({ source, subject, plain: 'Testo\r\n{{amount}}' })
    expect((await mailOf('refund')).subject).toBe('Prima «è» 1 €')
  })
  it('of uploaded HTML survive, and are what is queued', async () => {
    const id = idOf('password-recovery')
    const source = `<p>${words.replace('amount', 'nominative')}\r\n<a href="{{url}}">Scegli</a></p>`
    const { status, body } = await upload(id, source)
    expect([status, body.kind, body.source, body.removed]).toEqual([200, 'html', source, []])
    const { body: tried } = await toSandbox(id)
    await post('template-update-live', { id, number: tried.sandbox_number })
    expect((await get(`template-id/${id}`)).body.source).toBe(source)
    const mail = await mailOf('password-recovery')
    expect(mail.html).toContain(
      source.replace('{{nominative}}', 'Lia').replace('{{url}}', 'https://saldo.example/'),
    )
    expect(mail.text).toContain('Scegli https://saldo.example/')
  })
})

describe('POST /v1/settings/email/template-upload', () => {
  it('200: what is unsafe is left out, and said', async () => {
    const { body } = await upload(
      idOf('invitation'),
      '<p onclick="x()">Ciao <img src="https://spia.example/p.gif"><script>x()</script><iframe src="//a"></iframe></p><style>@import url(//a)</style>',
    )
    expect(body.removed).toEqual(['<iframe>', '<script>', '<style>', 'onclick di <p>', 'src di <img>'])
    const { body: preview } = await get<{ html: string }>(`template-preview/${idOf('invitation')}`)
    expect(preview.html).not.toMatch(/script|onclick|spia|iframe|import/)
  })
  it('400: an unknown placeholder', async () =>
    expect((await upload(idOf('invitation'), 'riga\n{{boh}}')).body.fields?.source).toContain('Riga 2'))
  it('404, 413, 415, 422', async () => {
    expect((await upload(99999, '<p>a</p>')).status).toBe(404)
    expect((await upload(idOf('invitation'), 'a'.repeat(300_001))).status).toBe(413)
    expect((await upload(idOf('invitation'), Buffer.from([0xff, 0xfe, 0x00]))).status).toBe(415)
    expect((await post('template-upload', {})).status).toBe(415)
    expect((await upload(null, '<p>a</p>')).status).toBe(422)
    expect((await upload(idOf('invitation'), '')).status).toBe(422)
  })
})

describe('promotion', () => {
  it('409: a design or a sandbox that nobody saw does not go on', async () => {
    const id = idOf('report')
    await keep(id, mjml('<mj-text>Uno {{title}}</mj-text>'))
    await keep(id, mjml('<mj-text>Due {{title}}</mj-text>'))
    expect((await post('template-update-sandbox', { id, revision: 1 })).status).toBe(409)
    const { body } = await toSandbox(id)
    expect(body).toMatchObject({ sandbox_number: 1, live_number: null, draft: false })
    expect((await post('template-update-live', { id, number: 2 })).status).toBe(409)
    expect((await post('template-update-live', { id: idOf('new-ibans'), number: 1 })).status).toBe(409)
  })
  it('rollback makes an earlier live version live again, in the sandbox too; 409 when it was never live', async () => {
    const id = idOf('refund')
    const first = await publish(id, mjml('<mj-text>Prima {{amount}}</mj-text>'))
    const second = await publish(id, mjml('<mj-text>Seconda {{amount}}</mj-text>'))
    expect((await mailOf('refund')).html).toContain('Seconda')
    const { status, body } = await post('template-rollback', { id, number: first, live_number: second })
    expect(status).toBe(200)
    expect(body).toMatchObject({ live_number: first, sandbox_number: first })
    expect((await mailOf('refund')).html).toContain('Prima')
    expect((await post('template-rollback', { id, number: second, live_number: second })).status).toBe(409)
    await keep(id, mjml('<mj-text>Terza {{amount}}</mj-text>'))
    const { body: third } = await toSandbox(id)
    expect(
      (await post('template-rollback', { id, number: third.sandbox_number, live_number: first })).status,
    ).toBe(409)
    expect((await post('template-rollback', { id, number: 999, live_number: first })).status).toBe(404)
  })
  it('versions never change, and say in which lines they differ', async () => {
    const id = idOf('refund')
    const { body: versions } = await get<{ number: number; live_at: string | null }[]>(
      `template-versions/${id}`,
    )
    expect(versions.length).toBeGreaterThan(2)
    const { body } = await get<{ parts: { field: string; lines: { change: string; text: string }[] }[] }>(
      `template-difference/${id}?from=${versions[2]?.number}&to=${versions[1]?.number}`,
    )
    expect(
      body.parts[0]?.lines.some(({ change, text }) => change === 'added' && text.includes('Seconda')),
    ).toBe(true)
    expect((await get(`template-difference/${id}?from=999`)).status).toBe(404)
    await expect(
      app.services.asSystem(
        (tx) => tx`update email_template_versions set source = 'x' where template_id = ${id}`,
      ),
    ).rejects.toThrow('permission denied')
  })
})

describe('a live version that cannot write a mail', () => {
  it('leaves it to the one before, then to the built-in one; the back office is told once', async () => {
    const id = idOf('refund')
    await publish(id, mjml('<mj-text>Buona {{amount}}</mj-text>'))
    await publish(id, mjml('<mj-text>Rotta {{amount}}</mj-text>'))
    // As if a value were not known any more, or MJML read less than before.
    await app.services.asSystem(async (tx) => {
      const [row] = await tx`
        insert into email_template_versions (template_id, number, kind, subject, source, checksum)
        values (${id}, 900, 'mjml', 'x', ${mjml('<mj-text>{{gone}}</mj-text>')}, ${'0'.repeat(64)}) returning version_id`
      await tx`insert into email_template_promotions (template_id, version_id, stage) values (${id}, ${row?.version_id}, 'live')`
    })
    expect((await mailOf('refund')).html).toContain('Rotta')
    expect((await mailOf('refund')).html).toContain('Rotta')
    await runJobs(app.services)
    const alarms = await app.services.asSystem(
      (tx) =>
        tx`select distinct body, dedupe_key from push_messages where title = 'Un modello di e-mail non funziona'`,
    )
    expect(alarms).toHaveLength(1)
    expect(alarms[0]?.body).toContain('the mail has no gone')
  })
  it('is never the end of a mail', async () => {
    const id = idOf('password-changed')
    await keep(id, mjml('<mj-text>x</mj-text>'))
    await app.services.asSystem(async (tx) => {
      const [row] = await tx`
        insert into email_template_versions (template_id, number, kind, subject, source, checksum)
        values (${idOf('password-recovery')}, 901, 'mjml', 'x', '<mjml><no', ${'1'.repeat(64)}) returning version_id`
      await tx`delete from email_template_promotions where false`.catch(() => {})
      return row
    })
    expect((await mailOf('password-recovery')).html).toContain('Lia')
  })
})

describe('POST /v1/settings/email/template-test and template-test-legacy', () => {
  it('200: one mail, to the caller’s own address; 409: the other kind', async () => {
    const id = idOf('debit-notice')
    await keep(id, mjml('<mj-text>Prova {{amount}}</mj-text>'))
    expect((await post('template-test', { id })).status).toBe(409)
    await toSandbox(id)
    const { status, body } = await post<{ to: string; number: number }>('template-test', { id })
    expect([status, body.number]).toEqual([200, 1])
    const [mail] = await app.services.asSystem(
      (tx) => tx`select * from emails where to_address = ${body.to} and template = 'debit-notice'`,
    )
    expect(mail?.subject).toMatch(/^\[Prova\] /)
    expect(mail?.html).toContain('Prova 312,50 €')
    expect((await post('template-test-legacy', { id })).status).toBe(409)
    await upload(id, '<p>HTML {{amount}}</p>')
    expect((await post('template-test-legacy', { id, stage: 'design' })).status).toBe(200)
    expect((await post('template-test', { id, stage: 'design' })).status).toBe(409)
    expect((await post('template-test', { id: 99999 })).status).toBe(404)
  })
})

describe('GET /v1/settings/email/template-preview/{id}', () => {
  it('200: with examples, or about a real bill, without its link', async () => {
    const customer_id = await makeCustomer(app.services, { business_name: 'Studio Vero' })
    const { bill_id, token } = await makeBill(app.services, customer_id)
    const id = idOf('bill-link')
    type Preview = { html: string; text: string; subject: string }
    expect((await get<Preview>(`template-preview/${id}`)).body.html).toContain('Condominio Ghibellina')
    const { body } = await get<Preview>(`template-preview/${id}?stage=built_in&bill_id=${bill_id}`)
    expect(body.text).toContain('Studio Vero')
    expect(JSON.stringify(body)).not.toContain(token)
    expect((await get(`template-preview/${id}?bill_id=99999999`)).status).toBe(404)
    expect((await get(`template-preview/${idOf('new-ibans')}?stage=sandbox`)).status).toBe(409)
  })
})

it('where mails are not sent, the sandbox’s version writes them', async () => {
  const trying = await startApp()
  try {
    const own = (await signIn(trying.services, 'super_user')).headers
    const call = (path: string, body: object) =>
      trying.call({ method: 'POST', url: `${base}/${path}`, headers: own, body })
    const id = idOf('password-recovery')
    await call('template-update-design', {
      id,
      revision: 0,
      source: mjml('<mj-text>In prova {{nominative}}</mj-text>'),
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
