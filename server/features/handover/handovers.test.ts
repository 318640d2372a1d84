import { describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { type TestApp, withApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn, signInSubUser } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'
import { openZip } from '../imports/spreadsheet/zip.ts'
import { expireHandovers } from './expire-handovers.job.ts'

type Headers = Record<string, string>
type View = {
  handover_id: number
  state: string
  refusal: string | null
  refusal_file: string | null
  problems: string[]
  notes: string[]
  figures: { known_people: number; people: number; documents: number }
}

/** An office with a condominium, a person and a bill. */
async function office(test: TestApp) {
  const { customer_id, headers, user_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id, { name: 'Condominio Aurora' })
  const subject_id = await makeSubject(test.services, customer_id)
  await makeBill(test.services, customer_id, { account_id, subject_id })
  return { customer_id, headers, user_id, account_id, subject_id }
}

const begin = (test: TestApp, headers: Headers, payload: object) =>
  test.call({ method: 'POST', url: '/v1/handovers', headers, payload })

async function made(test: TestApp, headers: Headers, payload: object): Promise<{ view: View; zip: Buffer }> {
  const begun = await begin(test, headers, payload)
  expect(begun.status, String(begun.raw)).toBe(202)
  await runJobs(test.services)
  const { handover_id } = begun.body as View
  const view = (await test.call({ method: 'GET', url: `/v1/handovers/${handover_id}`, headers })).body as View
  const file = await test.call({ method: 'GET', url: `/v1/handovers/${handover_id}/file`, headers })
  expect(file.status, String(file.raw)).toBe(200)
  return { view, zip: file.raw }
}

async function loaded(test: TestApp, headers: Headers, file: Buffer): Promise<View> {
  const sent = await sendFile(test, {
    method: 'PUT',
    url: '/v1/handovers/upload',
    headers,
    file,
    name: 'c.zip',
  })
  expect(sent.status, String(sent.raw)).toBe(202)
  await runJobs(test.services)
  const { handover_id } = sent.body as View
  return (await test.call({ method: 'GET', url: `/v1/handovers/${handover_id}`, headers })).body as View
}

const act = (test: TestApp, headers: Headers, method: 'POST' | 'DELETE', id: number) =>
  test.call({ method, url: `/v1/handovers/${id}${method === 'POST' ? '/confirm' : ''}`, headers })

const letGo = (test: TestApp, user_id: number) =>
  test.services.asSystem(
    (tx) => tx`update sessions set proved_at = now() - interval '1 hour' where user_id = ${user_id}`,
  )

describe('a handover', () => {
  it('200: tells all full users and the audit log when it is made and downloaded, and holds whole IBANs', async () => {
    const test = await withApp()
    const { customer_id, headers, account_id } = await office(test)
    const { zip } = await made(test, headers, { account_id })
    const names = openZip(zip).names
    expect(names).toEqual(
      expect.arrayContaining(['leggimi.txt', 'manifest.json', 'bollette.csv', 'mandati.csv']),
    )
    expect(names.filter((name) => name.startsWith('bollette/'))).toHaveLength(1)
    const [log, told] = await test.services.asSystem(async (tx) => [
      await tx`select act from audit_log where customer_id = ${customer_id} and noun = 'handovers' order by 1`,
      await tx`select body from push_messages m join users u on u.user_id = m.user_id
        where u.customer_id = ${customer_id} and m.title = 'Passaggio di consegne pronto'`,
    ])
    expect(log.map(({ act }) => act)).toEqual(['created', 'sent'])
    expect(told).toHaveLength(1)
  })

  it('leaves PDFs out if they are not wanted, and a document that is missing, which it names', async () => {
    const test = await withApp()
    const { customer_id, headers, account_id } = await office(test)
    await test.services.files.put('documents/there', Buffer.from('%PDF-1.4\n%%EOF\n'))
    await test.services.asSystem(async (tx) => {
      for (const name of ['there', 'gone'])
        await tx`
          insert into documents (customer_id, account_id, type, file_name, mime, size, sha256, file_path, scan)
          values (${customer_id}, ${account_id}, 'minutes', ${`${name}.pdf`}, 'application/pdf', 15, 'x',
            ${`documents/${name}`}, 'not_scanned')`
    })
    const { view, zip } = await made(test, headers, { account_id, with_pdfs: false })
    expect(view.notes).toEqual(['Manca il documento «gone.pdf».'])
    const names = openZip(zip).names
    expect(names.filter((name) => name.startsWith('documenti/'))).toHaveLength(1)
    expect(names.some((name) => name.startsWith('bollette/'))).toBe(false)
  })

  it('403: asks again who it is, to make, to download and to confirm', async () => {
    const test = await withApp()
    const { headers, user_id, account_id } = await office(test)
    const { view } = await made(test, headers, { account_id })
    await letGo(test, user_id)
    const refused = [
      await begin(test, headers, { account_id }),
      await test.call({ method: 'GET', url: `/v1/handovers/${view.handover_id}/file`, headers }),
      await act(test, headers, 'POST', view.handover_id),
    ]
    for (const { status, body } of refused)
      expect([status, (body as { error: string }).error]).toEqual([403, 'step_up_required'])
  })

  it('409: a sub-user, whatever they were granted; a second one while the first is written', async () => {
    const test = await withApp()
    const { customer_id, headers, account_id } = await office(test)
    const sub = await signInSubUser(test.services, customer_id, {
      permissions: ['office:write', 'bills:write'],
    })
    expect(await begin(test, sub.headers, { account_id })).toMatchObject({
      ...{ status: 409, body: { error: 'full_user_needed' } },
    })
    expect((await begin(test, headers, { account_id })).status).toBe(202)
    expect(await begin(test, headers, { account_id })).toMatchObject({
      status: 409,
      body: { error: 'being_written' },
    })
  })

  it('404: another customer’s condominium or ZIP', async () => {
    const test = await withApp()
    const { headers, account_id } = await office(test)
    const { view } = await made(test, headers, { account_id })
    const other = await signIn(test.services, 'customer')
    expect((await begin(test, other.headers, { account_id })).status).toBe(404)
    for (const url of ['', '/file'])
      expect(
        (
          await test.call({
            method: 'GET',
            url: `/v1/handovers/${view.handover_id}${url}`,
            headers: other.headers,
          })
        ).status,
      ).toBe(404)
  })

  it('409: nothing is downloaded after thirty days, and the file is gone', async () => {
    const test = await withApp()
    const { headers, account_id } = await office(test)
    const { view } = await made(test, headers, { account_id })
    const [row] = await test.services.asSystem(
      (tx) => tx`
        update handovers set created_at = created_at - interval '31 days' returning file_path`,
    )
    await expireHandovers(test.services, {})
    expect(await test.services.files.exists(row?.file_path as string)).toBe(false)
    const url = `/v1/handovers/${view.handover_id}/file`
    expect(await test.call({ method: 'GET', url, headers })).toMatchObject({
      status: 409,
      body: { error: 'expired' },
    })
  })
})

describe('a loaded ZIP', () => {
  it('is refused whole when it is none, its file is deleted, and nothing is written', async () => {
    const test = await withApp()
    const { customer_id, headers } = await signIn(test.services, 'customer')
    const view = await loaded(test, headers, Buffer.from('PK, ma non uno zip'))
    expect(view).toMatchObject({ state: 'refused', refusal: expect.stringContaining('rovinato') })
    const [left] = await test.services.asSystem(
      (tx) => tx`
        select (select count(*)::int from accounts where customer_id = ${customer_id}) as accounts,
          (select file_path from handovers where handover_id = ${view.handover_id}) as file_path`,
    )
    expect(left).toEqual({ accounts: 0, file_path: null })
  })

  it('409: is not taken over twice, nor beside the condominium that it came from', async () => {
    const test = await withApp()
    const { headers, account_id } = await office(test)
    const { zip } = await made(test, headers, { account_id })
    const own = await loaded(test, headers, zip)
    expect(own.problems).toEqual([
      'Nel tuo studio c’è già un condominio con questo IBAN: «Condominio Aurora».',
    ])
    expect((await act(test, headers, 'POST', own.handover_id)).status).toBe(409)
    expect((await act(test, headers, 'DELETE', own.handover_id)).body).toMatchObject({ state: 'discarded' })

    const next = await signIn(test.services, 'customer')
    const view = await loaded(test, next.headers, zip)
    expect((await act(test, next.headers, 'POST', view.handover_id)).status).toBe(202)
    expect((await act(test, next.headers, 'POST', view.handover_id)).status).toBe(409)
    await runJobs(test.services)
    const again = await loaded(test, next.headers, zip)
    expect(again.problems).toHaveLength(1)
    expect((await act(test, next.headers, 'POST', again.handover_id)).status).toBe(409)
  })

  it('recognises people by tax code alone, and stops when a code has another name', async () => {
    const test = await withApp()
    const { headers, account_id, subject_id } = await office(test)
    const { zip } = await made(test, headers, { account_id })
    const next = await signIn(test.services, 'customer')
    const copy = (name: string) =>
      test.services.asSystem(async (tx) => {
        await tx`delete from subjects where customer_id = ${next.customer_id}`
        await tx`
          insert into subjects (customer_id, nominative, fiscal_code)
          select ${next.customer_id}, coalesce(nullif(${name}, ''), nominative), fiscal_code from subjects
          where subject_id = ${subject_id}`
      })
    await copy('Verdi Anna')
    const stopped = await loaded(test, next.headers, zip)
    expect(stopped.problems).toEqual([expect.stringContaining('«Verdi Anna»')])
    await copy('')
    const known = await loaded(test, next.headers, zip)
    expect(known).toMatchObject({ state: 'to_check', problems: [], figures: { known_people: 1, people: 1 } })
    await act(test, next.headers, 'POST', known.handover_id)
    await runJobs(test.services)
    const [people] = await test.services.asSystem(
      (tx) => tx`select count(*)::int as count from subjects where customer_id = ${next.customer_id}`,
    )
    expect(people?.count).toBe(1)
  })
})
