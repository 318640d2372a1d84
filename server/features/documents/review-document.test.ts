import type { Document } from '@saldo/contract/registry/documents'
import { ownUpload, uploadInLine } from '@saldo/domain/registry/document'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { newsOf } from '../../testing/news.ts'
import { impersonate, signIn, signInFor } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'
import { taken } from './sample-files.ts'
import { tellReview } from './tell-review.job.ts'

/* Two reviewers, decisions that are taken back, and those that nobody may make. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
type Answer = Document & { error: string; error_description: string }

const [pdf] = taken['piano.pdf'] as [Buffer, string]
async function upload(headers: Headers, customer_id: number): Promise<number> {
  const url = `/v1/customers/docs/${customer_id}/identity`
  const { body } = await sendFile(app, { method: 'PUT', url, headers, file: pdf, name: 'carta.pdf' })
  return (body as unknown as Document).document_id
}
async function call(headers: Headers, act: 'checked' | 'invalid' | 'to-check', id: number, payload?: object) {
  const url = `/v1/customers/docs/${act}/${id}`
  const reply = await app.call({ method: 'POST', url, headers, ...(payload ? { payload } : {}) })
  return { status: reply.status, body: reply.body as Answer }
}
const tell = ({ document_id, checked_at }: Document) =>
  tellReview(app.services, { document_id, checked_at: checked_at as string })
const titles = async (customer_id: number) =>
  (await newsOf(app.services, customer_id)).map(({ title }) => title)

/** An office with a document that waits, and two people of the back office. */
async function waiting() {
  const { headers, customer_id } = await signIn(app.services, 'awaiting')
  const document_id = await upload(headers, customer_id)
  const [first, second] = [await signIn(app.services, 'super_user'), await signIn(app.services, 'super_user')]
  return { headers, customer_id, document_id, first, second }
}

describe('the second of two reviewers', () => {
  it('409: is told who decided and what, and nothing is overwritten, not even by the same decision', async () => {
    const { customer_id, document_id, first, second } = await waiting()
    const decided = await call(first.headers, 'invalid', document_id, { reason: 'È scaduto.' })
    for (const act of ['checked', 'invalid'] as const) {
      const late = await call(second.headers, act, document_id, { reason: 'Manca la firma.' })
      expect([late.status, late.body.error]).toEqual([409, 'already_decided'])
      expect(late.body.error_description).toMatch(/^Persona \d+ l’ha già segnato come non valido \(.+\)\.$/)
    }
    await tell(decided.body)
    expect((await newsOf(app.services, customer_id)).map(({ body }) => body)).toEqual([
      'Documento d’identità, «carta.pdf»: È scaduto.',
    ])
  })

  it('200, 409: of two at the same moment one decides', async () => {
    const { document_id, first, second } = await waiting()
    const answers = await Promise.all([
      call(first.headers, 'checked', document_id),
      call(second.headers, 'invalid', document_id, { reason: 'È scaduto.' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('200: who saw the decision may replace it, and the office is told of both', async () => {
    const { customer_id, document_id, first, second } = await waiting()
    const before = await call(first.headers, 'invalid', document_id, { reason: 'È scaduto.' })
    await tell(before.body)
    const after = await call(second.headers, 'checked', document_id, { replaces: before.body.checked_at })
    expect([after.status, after.body.state]).toEqual([200, 'checked'])
    await tell(after.body)
    expect(await titles(customer_id)).toEqual(['Documento verificato', 'Documento non valido'])
  })

  it('409: not what they saw, if it was taken back or replaced meanwhile', async () => {
    const { document_id, first, second } = await waiting()
    const seen = await call(first.headers, 'checked', document_id)
    await call(first.headers, 'to-check', document_id)
    const late = await call(second.headers, 'invalid', document_id, { replaces: seen.body.checked_at })
    expect([late.status, late.body.error]).toEqual([409, 'already_decided'])
  })

  it('409: one who changes their mind says which decision it replaces', async () => {
    const { document_id, first } = await waiting()
    const { body } = await call(first.headers, 'checked', document_id)
    const blind = await call(first.headers, 'invalid', document_id, { reason: 'È scaduto.' })
    expect(blind.body.error_description).toMatch(/^L’hai già segnato come verificato/)
    const said = { reason: 'È scaduto.', replaces: body.checked_at }
    expect((await call(first.headers, 'invalid', document_id, said)).status).toBe(200)
  })
})

describe('a decision that is taken back', () => {
  it('200: the document waits again and the office hears nothing; the log has both', async () => {
    const { customer_id, document_id, first } = await waiting()
    const { body } = await call(first.headers, 'invalid', document_id, { reason: 'È scaduto.' })
    const back = await call(first.headers, 'to-check', document_id)
    expect([back.status, back.body]).toMatchObject([
      200,
      { state: 'to_check', reason: null, checked_at: null },
    ])
    await tell(body)
    expect(await titles(customer_id)).toEqual([])
    const lines = await app.services.asSystem(
      (tx) => tx`
        select after ->> 'state' as state from audit_log where noun = 'documents' and record_id = ${document_id}
        order by audit_id`,
    )
    expect(lines.map(({ state }) => state)).toEqual(['to_check', 'invalid', 'to_check'])
  })

  it('is followed by another one, of which the office is told alone, and once', async () => {
    const { customer_id, document_id, first } = await waiting()
    const wrong = await call(first.headers, 'invalid', document_id, { reason: 'È scaduto.' })
    await call(first.headers, 'to-check', document_id)
    const right = await call(first.headers, 'checked', document_id)
    for (const { body } of [wrong, right, right]) await tell(body)
    expect(await titles(customer_id)).toEqual(['Documento verificato'])
  })

  it('200: one that replaced a decision of which the office was told, until it is told as well', async () => {
    const { customer_id, document_id, first } = await waiting()
    const told = await call(first.headers, 'checked', document_id)
    await tell(told.body)
    const fresh = { reason: 'È scaduto.', replaces: told.body.checked_at }
    const { body } = await call(first.headers, 'invalid', document_id, fresh)
    expect((await call(first.headers, 'to-check', document_id)).body).toMatchObject({ state: 'to_check' })
    await tell(body)
    expect(await titles(customer_id)).toEqual(['Documento verificato'])
    await tell((await call(first.headers, 'invalid', document_id, { reason: 'È scaduto.' })).body)
    const late = await call(first.headers, 'to-check', document_id)
    expect([late.status, late.body.error]).toEqual([409, 'already_told'])
  })

  it('409: not once the office was told, not that of somebody else, not one that was never made', async () => {
    const { document_id, first, second } = await waiting()
    expect((await call(first.headers, 'to-check', document_id)).body.error).toBe('nothing_to_take_back')
    const { body } = await call(first.headers, 'checked', document_id)
    expect((await call(second.headers, 'to-check', document_id)).body.error).toBe('not_your_decision')
    await tell(body)
    const late = await call(first.headers, 'to-check', document_id)
    expect([late.status, late.body.error]).toEqual([409, 'already_told'])
  })
})

describe('one’s own upload', () => {
  it('409: a super user does not decide about what they loaded while acting for the office', async () => {
    const { customer_id, second } = await waiting()
    const person = await signInFor(app.services, customer_id)
    const own = await upload(person.headers, customer_id)
    for (const act of ['checked', 'invalid'] as const) {
      const refused = await call(person.headers, act, own, { reason: 'x' })
      expect([refused.status, refused.body.error, refused.body.error_description]).toEqual([
        409,
        'own_upload',
        ownUpload,
      ])
    }
    expect((await call(second.headers, 'checked', own)).status).toBe(200)
  })

  it('409: nor does whom they invited, or who invited them', async () => {
    const { customer_id, second } = await waiting()
    const person = await signInFor(app.services, customer_id)
    const own = await upload(person.headers, customer_id)
    const invited = await signIn(app.services, 'super_user', undefined, person.user_id)
    const refused = await call(invited.headers, 'checked', own)
    expect([refused.status, refused.body.error, refused.body.error_description]).toEqual([
      409,
      'upload_in_line',
      uploadInLine,
    ])
    const opened = await app.call({
      method: 'GET',
      url: `/v1/document-checks/${own}`,
      headers: invited.headers,
    })
    expect(opened.body).toMatchObject({ why_not: uploadInLine })
    const write = app.services.asSystem(
      (tx) => tx`
        update documents set checked_by = ${invited.user_id}, checked_at = now(), state = 'checked'
        where document_id = ${own}`,
    )
    await expect(write).rejects.toMatchObject({ constraint_name: 'checked_by_another_hand' })
    expect((await call(second.headers, 'checked', own)).status).toBe(200)
  })

  it('409: nor does whom the same person invited, just after getting into the back office', async () => {
    const { customer_id, first, second } = await waiting()
    const uploader = await signIn(app.services, 'customer', customer_id, first.user_id)
    const own = await upload(uploader.headers, customer_id)
    const sibling = await signIn(app.services, 'super_user', undefined, first.user_id)
    await app.services.asSystem(
      (tx) =>
        tx`update users set activated_at = now() - interval '71 hours' where user_id = ${sibling.user_id}`,
    )
    const refused = await call(sibling.headers, 'checked', own)
    expect([refused.status, refused.body.error]).toEqual([409, 'activated_just_now'])
    const write = app.services.asSystem(
      (tx) => tx`
        update documents set checked_by = ${sibling.user_id}, checked_at = now(), state = 'checked'
        where document_id = ${own}`,
    )
    await expect(write).rejects.toMatchObject({ constraint_name: 'second_person_activated_just_now' })
    expect((await call(second.headers, 'checked', own)).status).toBe(200)
  })

  it('is refused by the database, whichever act writes it', async () => {
    const { document_id, first } = await waiting()
    const write = app.services.asSystem(
      (tx) => tx`
        update documents set uploaded_by = ${first.user_id}, checked_by = ${first.user_id}, checked_at = now(), state = 'checked'
        where document_id = ${document_id}`,
    )
    await expect(write).rejects.toMatchObject({ constraint_name: 'checked_by_another' })
  })
})

describe('403, 404', () => {
  it('403: an office decides about no document, takes none back, also not for a super user who acts for it', async () => {
    const { headers, customer_id, document_id, first } = await waiting()
    for (const act of ['checked', 'invalid', 'to-check'] as const)
      expect((await call(headers, act, document_id, { reason: 'x' })).status).toBe(403)
    const acting = await impersonate(app.services, first, customer_id)
    expect((await call(acting, 'checked', document_id)).status).toBe(200)
  })
  it('404: a document that was deleted meanwhile', async () => {
    const { headers, document_id, first } = await waiting()
    await app.call({ method: 'DELETE', url: `/v1/customers/docs/delete/${document_id}`, headers })
    for (const act of ['checked', 'invalid', 'to-check'] as const)
      expect((await call(first.headers, act, document_id, {})).status).toBe(404)
  })
})
