import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '@saldo/contract/registry/documents'
import { mostDocumentBytes } from '@saldo/domain/registry/document'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesIn } from '../../files/file-store.ts'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { newsOf } from '../../testing/news.ts'
import { makeAccount, makeSubject, signIn, signInFor, signInSubUser } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'
import { refused, taken } from './sample-files.ts'
import { tellReview } from './tell-review.job.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
const [pdf] = taken['piano.pdf'] as [Buffer, string]

const upload = async (url: string, headers: Headers, file: Buffer | null = pdf, name = 'carta.pdf') => {
  const { status, body } = await sendFile(app, { method: 'PUT', url, headers, file, name })
  return { status, body: body as Document & { error: string; fields?: Record<string, string> } }
}
const call = async <Body = Document>(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
) => {
  const reply = await app.call({ method, url, headers, ...(payload ? { payload } : {}) })
  return { ...reply, body: reply.body as Body & { error: string; fields?: Record<string, string> } }
}
/** Runs the job that tells the office of this decision, without waiting for its seconds. */
const tell = ({ document_id, checked_at }: Pick<Document, 'document_id' | 'checked_at'>) =>
  tellReview(app.services, { document_id, checked_at: checked_at as string })
const filesOf = (document_id: number) =>
  app.services.asSystem(
    (tx) => tx<{ file_path: string }[]>`select file_path from documents where document_id = ${document_id}`,
  )

/** An office with a condominium and a person, and a user of the back office. */
async function office(role: 'customer' | 'awaiting' | 'store' = 'customer') {
  const { headers, customer_id } = await signIn(app.services, role)
  const backOffice = (await signIn(app.services, 'super_user')).headers
  const account_id = await makeAccount(app.services, customer_id)
  const subject_id = await makeSubject(app.services, customer_id)
  return { headers, backOffice, customer_id, account_id, subject_id }
}

describe('201, 200', () => {
  it('stores documents of an office, a condominium and a person, each for its owner', async () => {
    const { headers, customer_id, account_id, subject_id } = await office()
    const doors = {
      customers: [customer_id, 'insurance', { account_id: null, subject_id: null }],
      accounts: [account_id, 'appointment', { account_id, subject_id: null }],
      subjects: [subject_id, 'identity', { account_id: null, subject_id }],
    } as const
    for (const [noun, [id, type, whose]] of Object.entries(doors)) {
      const { status, body } = await upload(`/v1/${noun}/docs/${id}/${type}`, headers)
      expect([status, body]).toMatchObject([
        201,
        { ...whose, customer_id, type, file_name: 'carta.pdf', mime: 'application/pdf', size: pdf.length },
      ])
      expect(body).toMatchObject({ state: 'to_check', scan: 'not_scanned', uploaded_by: expect.any(String) })
      const list = await call<Document[]>('GET', `/v1/${noun}/docs/${id}`, headers)
      expect(list.body).toEqual([body])
    }
  })

  it('accepts every allowed type of file, and returns the same bytes', async () => {
    const { headers, account_id } = await office()
    for (const [name, [bytes, mime]] of Object.entries(taken)) {
      const { status, body } = await upload(`/v1/accounts/docs/${account_id}/other`, headers, bytes, name)
      expect([name, status, body.mime, body.file_name]).toEqual([name, 201, mime, name])
      const file = await call('GET', `/v1/accounts/docs/download/${body.document_id}`, headers)
      expect(file.raw.equals(bytes)).toBe(true)
      expect(file.headers).toMatchObject({
        'content-type': mime,
        'content-disposition': expect.stringMatching(/^attachment; /),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    }
  })

  it('stores the file under a meaningless name that cannot be guessed', async () => {
    const { headers, account_id } = await office()
    const paths = []
    for (const _again of [1, 2]) {
      const { body } = await upload(`/v1/accounts/docs/${account_id}/other`, headers)
      paths.push((await filesOf(body.document_id))[0]?.file_path)
    }
    expect(new Set(paths).size).toBe(2)
    for (const path of paths) expect(path).toMatch(/^documents\/[0-9a-f-]{36}$/)
  })

  it('accepts documents of an office awaiting activation, and of a store', async () => {
    for (const role of ['awaiting', 'store'] as const) {
      const { headers, customer_id } = await office(role)
      expect((await upload(`/v1/customers/docs/${customer_id}/identity`, headers)).status).toBe(201)
    }
  })

  it('the back office verifies a document, and the office is notified once, whichever customer is impersonated', async () => {
    const { headers, backOffice, customer_id } = await office()
    const { body } = await upload(`/v1/customers/docs/${customer_id}/identity`, headers)
    const other = await office()
    const working = { ...backOffice, 'x-customer-id': String(other.customer_id) }
    for (const _again of [1, 2]) {
      const checked = await call('POST', `/v1/customers/docs/checked/${body.document_id}`, working)
      expect([checked.status, checked.body]).toMatchObject([
        200,
        { state: 'checked', reason: null, checked_at: expect.any(String) },
      ])
      await tell(checked.body)
    }
    expect(await newsOf(app.services, customer_id)).toEqual([
      {
        title: 'Documento verificato',
        body: 'Documento d’identità, «carta.pdf»: va bene.',
        metadata: { kind: 'document', link: '/documenti' },
      },
    ])
  })

  it('the back office rejects a document with a reason, which the office reads on screen and by mail', async () => {
    const { headers, backOffice, customer_id, account_id } = await office()
    const { body } = await upload(`/v1/accounts/docs/${account_id}/bank`, headers)
    const reason = 'La firma non si legge <b>'
    const judged = await call('POST', `/v1/accounts/docs/invalid/${body.document_id}`, backOffice, { reason })
    expect(judged.body).toMatchObject({ state: 'invalid', reason })
    expect(await newsOf(app.services, customer_id)).toEqual([])
    await tell(judged.body)
    expect((await newsOf(app.services, customer_id))[0]).toMatchObject({
      title: 'Documento non valido',
      body: `Intestazione del conto, «carta.pdf»: ${reason}`,
    })
    const [mail] = await app.services.asSystem(
      (tx) => tx`
        select m.text, m.html, m.subject from emails m
        join customers c on c.primary_email = m.to_address where c.customer_id = ${customer_id}`,
    )
    expect(mail?.subject).toBe('Un tuo documento non è valido')
    expect(mail?.text).toContain(reason)
    expect(mail?.html).not.toContain('<b>')
    const lines = await app.services.asSystem(
      (tx) => tx`
        select act, after, flag_super_user from audit_log
        where noun = 'documents' and record_id = ${body.document_id} order by audit_id`,
    )
    expect(lines).toMatchObject([
      { act: 'created', flag_super_user: false },
      { act: 'changed', after: { state: 'invalid', reason }, flag_super_user: true },
    ])
    expect(JSON.stringify(lines)).not.toContain('documents/')
  })

  it('204: removes the document and its file', async () => {
    const { headers, account_id } = await office()
    const { body } = await upload(`/v1/accounts/docs/${account_id}/other`, headers)
    const file_path = (await filesOf(body.document_id))[0]?.file_path as string
    expect((await call('DELETE', `/v1/accounts/docs/delete/${body.document_id}`, headers)).status).toBe(204)
    expect(await app.services.files.exists(file_path)).toBe(true)
    await runJobs(app.services)
    expect(await app.services.files.exists(file_path)).toBe(false)
    expect((await call('GET', `/v1/accounts/docs/${account_id}`, headers)).body).toEqual([])
  })
})

describe('400', () => {
  it('an unknown type, or a reason that is too long', async () => {
    const { headers, backOffice, account_id } = await office()
    const wrong = await upload(`/v1/accounts/docs/${account_id}/insurance`, headers)
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['type']])
    const { body } = await upload(`/v1/accounts/docs/${account_id}/other`, headers)
    const refusal = await call('POST', `/v1/accounts/docs/invalid/${body.document_id}`, backOffice, {
      reason: 'x'.repeat(501),
    })
    expect([refusal.status, Object.keys(refusal.body.fields ?? {})]).toEqual([400, ['reason']])
  })
})

describe('POST docs/invalid without a reason', () => {
  it('200: without a body, or with an empty reason; the office reads that none was given', async () => {
    const { headers, backOffice, account_id } = await office()
    for (const payload of [undefined, {}, { reason: null }, { reason: '  ' }]) {
      const { body } = await upload(`/v1/accounts/docs/${account_id}/other`, headers)
      const url = `/v1/accounts/docs/invalid/${body.document_id}`
      expect(await call('POST', url, backOffice, payload)).toMatchObject({
        status: 200,
        body: { state: 'invalid', reason: 'Il motivo non è indicato: chiedilo a chi gestisce Saldo.' },
      })
    }
  })
})

describe('403', () => {
  it('an office cannot verify its own documents', async () => {
    const { headers, customer_id } = await office()
    const { body } = await upload(`/v1/customers/docs/${customer_id}/identity`, headers)
    for (const act of ['checked', 'invalid'])
      expect(
        (await call('POST', `/v1/customers/docs/${act}/${body.document_id}`, headers, { reason: 'x' }))
          .status,
      ).toBe(403)
  })
  it('a sub-user without the permission; with it they see documents of their condominiums', async () => {
    const { headers, customer_id, account_id } = await office()
    const hidden = await makeAccount(app.services, customer_id)
    const { body } = await upload(`/v1/accounts/docs/${hidden}/other`, headers)
    const reader = await signInSubUser(app.services, customer_id, {
      permissions: ['documents:read'],
      accounts: [account_id],
    })
    expect((await call('GET', `/v1/accounts/docs/${account_id}`, reader.headers)).status).toBe(200)
    expect((await upload(`/v1/accounts/docs/${account_id}/other`, reader.headers)).body.error).toBe(
      'not_permitted',
    )
    expect((await call('GET', `/v1/accounts/docs/${hidden}`, reader.headers)).status).toBe(404)
    expect((await call('GET', `/v1/accounts/docs/download/${body.document_id}`, reader.headers)).status).toBe(
      404,
    )
    const other = await signInSubUser(app.services, customer_id, { permissions: ['bills:write'] })
    expect((await call('GET', `/v1/accounts/docs/${account_id}`, other.headers)).body.error).toBe(
      'not_permitted',
    )
  })
})

describe('404', () => {
  it('is the answer for all others, through every endpoint', async () => {
    const { headers, account_id } = await office()
    const { body } = await upload(`/v1/accounts/docs/${account_id}/other`, headers)
    const stranger = (await office()).headers
    for (const noun of ['customers', 'accounts', 'subjects']) {
      expect((await call('GET', `/v1/${noun}/docs/download/${body.document_id}`, stranger)).status).toBe(404)
      expect((await call('DELETE', `/v1/${noun}/docs/delete/${body.document_id}`, stranger)).status).toBe(404)
    }
    expect((await upload(`/v1/accounts/docs/${account_id}/other`, stranger)).status).toBe(404)
  })
})

describe('409', () => {
  it('a file that was altered on disk is refused, and the log names its document', async () => {
    const { headers, account_id } = await office()
    const { body } = await upload(`/v1/accounts/docs/${account_id}/other`, headers)
    const path = join(
      filesIn(app.services.env.SALDO_HOME),
      (await filesOf(body.document_id))[0]?.file_path as string,
    )
    const url = `/v1/accounts/docs/download/${body.document_id}`
    const sound = await call('GET', url, headers)
    expect([sound.status, Number(sound.headers['content-length'])]).toEqual([200, pdf.length])
    const bytes = await readFile(path)
    expect(bytes.includes(pdf)).toBe(false)
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1
    await writeFile(path, bytes)
    const altered = await call('GET', url, headers)
    expect([altered.status, altered.body.error]).toEqual([409, 'file_unreadable'])
  })
  it('a verified document is deleted by somebody who is not the back office', async () => {
    const { headers, backOffice, customer_id } = await office()
    const { body } = await upload(`/v1/customers/docs/${customer_id}/identity`, headers)
    await call('POST', `/v1/customers/docs/checked/${body.document_id}`, backOffice)
    const url = `/v1/customers/docs/delete/${body.document_id}`
    expect((await call('DELETE', url, headers)).status).toBe(409)
    expect((await call('DELETE', url, backOffice)).status).toBe(403)
    expect((await call('DELETE', url, (await signInFor(app.services, customer_id)).headers)).status).toBe(204)
  })
})

describe('413, 415, 422', () => {
  const kept = async () => {
    const [row] = await app.services.asSystem((tx) => tx`select count(*)::int as count from documents`)
    return row?.count as number
  }
  it.each(Object.entries(refused))('415: %s, with a sentence at the field', async (name, bytes) => {
    const { headers, account_id } = await office()
    const before = await kept()
    const { status, body } = await upload(`/v1/accounts/docs/${account_id}/other`, headers, bytes, name)
    expect([status, body.fields?.file]).toEqual([415, expect.stringMatching(/\.$/)])
    expect(await kept()).toBe(before)
  })
  it('413: more than 20 MB; exactly 20 MB are accepted', async () => {
    const { headers, account_id } = await office()
    const big = Buffer.alloc(mostDocumentBytes + 1)
    pdf.copy(big)
    expect((await upload(`/v1/accounts/docs/${account_id}/other`, headers, big)).status).toBe(413)
    const most = big.subarray(0, mostDocumentBytes)
    expect((await upload(`/v1/accounts/docs/${account_id}/other`, headers, most)).status).toBe(201)
  })
  it('422: no file, or an empty one; 415: not a form', async () => {
    const { headers, account_id } = await office()
    const url = `/v1/accounts/docs/${account_id}/other`
    expect((await upload(url, headers, null)).status).toBe(422)
    expect((await upload(url, headers, Buffer.alloc(0))).status).toBe(422)
    expect((await app.call({ method: 'PUT', url, headers, payload: { a: 1 } })).status).toBe(415)
  })
})
