import type { EmailTemplate } from '@saldo/contract/settings/email-templates'
import { expect } from 'vitest'
import { catalogue } from '../../features/email-templates/catalogue/catalogue.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { TestApp } from '../app.ts'
import { makeBill, makeCustomer } from '../people.ts'

const base = '/v1/settings/email'
type Said = EmailTemplate & { error?: string; fields?: Record<string, string> }

/** A template of MJML around this text. */
export const mjml = (inner: string) =>
  `<mjml>\n  <mj-body>\n    <mj-section>\n      <mj-column>\n        ${inner}\n      </mj-column>\n    </mj-section>\n  </mj-body>\n</mjml>\n`
export const idOf = (template: keyof typeof catalogue) => catalogue[template].id

/** Calls of the back office for templates, with the headers of a super user, and mails written by them. */
export function templateFixtures(app: TestApp, headers: Record<string, string>) {
  const get = async <Reply = Said>(path: string, as = headers) => {
    const { status, body } = await app.call({ url: `${base}/${path}`, headers: as })
    return { status, body: body as Reply }
  }
  const post = async <Reply = Said>(path: string, body: object, as = headers) => {
    const reply = await app.call({ method: 'POST', url: `${base}/${path}`, headers: as, body })
    return { status: reply.status, body: reply.body as Reply }
  }
  const boundary = 'saldo-boundary'
  const upload = async (id: number | null, template: string | Buffer, revision?: number | string) => {
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
        ...(revision === undefined ? [] : [part('name="revision"', String(revision))]),
        part('name="template"; filename="modello.html"', template),
        Buffer.from(`--${boundary}--\r\n`),
      ]),
    })
    return { status: reply.status, body: reply.body as Said }
  }

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
  return { get, post, upload, revisionOf, keep, toSandbox, publish, mailOf }
}
