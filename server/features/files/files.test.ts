import type { OrphanFiles, StoredFile, StoredFileDetail } from '@saldo/contract/backoffice/files'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { newsOf } from '../../testing/news.ts'
import { makeAccount, makeCustomer, signIn } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'
import { taken } from '../documents/sample-files.ts'
import { checkFiles } from './check-files.job.ts'
import { expireFiles } from './expire-files.job.ts'

let app: TestApp
let back: Record<string, string>
beforeAll(async () => {
  app = await startApp()
  back = (await signIn(app.services, 'super_user')).headers
})
afterAll(() => app.close())

const system: TestApp['services']['asSystem'] = (work) => app.services.asSystem(work)
const pdf = taken['piano.pdf']?.[0] as Buffer

/** A document that an office has loaded, and the same as a stored file. */
async function loaded(content: Buffer = pdf, name = 'delibera.pdf') {
  const { headers, customer_id } = await signIn(app.services, 'customer')
  const account_id = await makeAccount(app.services, customer_id)
  const url = `/v1/accounts/docs/${account_id}/other`
  const { body, status } = await sendFile(app, { method: 'PUT', url, headers, file: content, name })
  expect(status).toBeLessThan(300)
  const { document_id } = body as { document_id: number }
  const [row] = await system(
    (tx) => tx<{ file_id: number; path: string }[]>`
      select file_id, path from stored_files where record_table = 'documents' and record_id = ${document_id}`,
  )
  const { file_id, path } = row as { file_id: number; path: string }
  const download = () => app.call({ url: `/v1/accounts/docs/download/${document_id}`, headers })
  return { headers, customer_id, account_id, document_id, file_id, path, download }
}
const get = (url: string, headers = back) => app.call({ url, headers })
const post = (url: string, payload: object, headers = back) =>
  app.call({ method: 'POST', url, headers, payload })
const detail = async (file_id: number) => (await get(`/v1/files/${file_id}`)).body as StoredFileDetail
/** A file of a bank that the office has loaded, in this state. */
async function flow(state: 'done' | 'refused') {
  const customer_id = await makeCustomer(app.services)
  const file_path = `flows/${state}-${customer_id}`
  await app.services.files.put(file_path, 'a;b\n1;2\n')
  const read = state === 'done' ? { kind: 'statement', format: 'csv' } : { refusal: 'Non si legge.' }
  const of = {
    customer_id,
    direction: 'in',
    state,
    file_name: 'banca.csv',
    file_path,
    file_bytes: 8,
    actor: 'Ada',
  }
  await system(
    (tx) => tx`insert into flows ${tx({ ...of, ...read, sha256: String(customer_id).padStart(64, '0') })}`,
  )
  const [row] = await system((tx) => tx`select file_id from stored_files where path = ${file_path}`)
  return { file_id: row?.file_id as number, customer_id, path: file_path }
}

describe('GET /v1/files', () => {
  it('200: whose it is, what it is and where it belongs, and sums of what is filtered', async () => {
    const { file_id, customer_id, account_id, document_id } = await loaded()
    const { body } = await get(`/v1/files?customer_id=${customer_id}&kind=document&state=present`)
    expect((body as { items: StoredFile[] }).items).toMatchObject([
      { file_id, customer_id, account_id, record_id: document_id, name: 'delibera.pdf', scan: 'not_scanned' },
    ])
    expect((await get(`/v1/files/summary?customer_id=${customer_id}`)).body).toEqual({
      count: 1,
      bytes: pdf.length,
    })
    expect((await get(`/v1/files/summary?customer_id=${customer_id}&state=removed`)).body).toMatchObject({
      count: 0,
    })
    const csv = await get(`/v1/files/export?customer_id=${customer_id}&columns=name,kind`)
    expect(csv.raw.toString()).toContain('delibera.pdf;Documento')
  })
  it('200: a file is found by its name, and by the name of its office', async () => {
    const { file_id, customer_id } = await loaded(pdf, 'planimetria.pdf')
    await system(
      (tx) => tx`update customers set business_name = 'Studio Zanardelli' where customer_id = ${customer_id}`,
    )
    for (const q of ['planimetria', 'zanardelli'])
      expect((await get(`/v1/files?q=${q}`)).body, q).toMatchObject({ items: [{ file_id }] })
  })
  it('403: an office; 404 where offices find theirs: another office’s file', async () => {
    const { headers, file_id, document_id } = await loaded()
    const other = await signIn(app.services, 'customer')
    const own = `/v1/accounts/docs/download/${document_id}`
    expect((await get(own, other.headers)).status).toBe(404)
    for (const url of [
      '/v1/files',
      '/v1/files/kinds',
      '/v1/files/orphans',
      `/v1/files/${file_id}`,
      `/v1/files/${file_id}/content`,
    ])
      expect((await get(url, headers)).status, url).toBe(403)
    expect((await get('/v1/files/99999999')).status).toBe(404)
  })
})

describe('who was given a file', () => {
  it('is noted with name, way and address: the office, then the back office', async () => {
    const { file_id, download } = await loaded()
    expect((await download()).status).toBe(200)
    expect((await get(`/v1/files/${file_id}/preview`)).status).toBe(200)
    expect((await get(`/v1/files/${file_id}/content`)).status).toBe(200)
    expect((await get(`/v1/files/${file_id}/download`)).status).toBe(200)
    const { last_downloads, downloads } = await detail(file_id)
    expect(downloads).toBe(3)
    expect(last_downloads.map(({ how, by_super_user, address }) => [how, by_super_user, address])).toEqual([
      ['download', true, '127.0.0.1'],
      ['preview', true, '127.0.0.1'],
      ['download', false, '127.0.0.1'],
    ])
  })
  it('is nobody when the file could not be opened', async () => {
    const { file_id, path, download } = await loaded()
    await app.services.files.delete(path)
    expect((await download()).status).toBeGreaterThanOrEqual(400)
    expect((await detail(file_id)).downloads).toBe(0)
  })
  it('is never changed', async () => {
    const { file_id, download } = await loaded()
    await download()
    for (const act of ['delete from file_downloads', `update file_downloads set actor = 'x'`])
      await expect(system((tx) => tx.unsafe(`${act} where file_id = ${file_id}`))).rejects.toMatchObject({
        code: '42501',
      })
  })
})

describe('GET /v1/files/{id}/content', () => {
  it('200: by the type of its content, and nothing in it runs', async () => {
    const { file_id } = await loaded(pdf, 'pagina.html')
    const { status, headers, raw } = await get(`/v1/files/${file_id}/content`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="anteprima.pdf"/),
    })
    expect(raw.equals(pdf)).toBe(true)
  })
  it('409: neither pages nor a picture, whatever its record says', async () => {
    const { file_id, path } = await loaded()
    await app.services.files.put(path, '<!doctype html><script>alert(1)</script>')
    expect((await get(`/v1/files/${file_id}/content`)).status).toBe(409)
    expect((await get(`/v1/files/${file_id}/preview`)).body).toMatchObject({ shows: 'text' })
  })
})

describe('GET /v1/files/{id}/download', () => {
  it('200: as an attachment of no type, under the last part of its name', async () => {
    const { file_id } = await loaded()
    await system(
      (tx) => tx`update stored_files set name = '../../etc/cron.d/x.html' where file_id = ${file_id}`,
    )
    const { headers } = await get(`/v1/files/${file_id}/download`)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="x.html"/),
    })
  })
  it('409: removed, with who removed it and why', async () => {
    const { file_id, download } = await loaded()
    await post(`/v1/files/${file_id}/delete`, { reason: 'Caricato per errore' })
    for (const reply of [await get(`/v1/files/${file_id}/download`), await download()])
      expect(reply).toMatchObject({
        status: 409,
        body: {
          error: 'file_deleted',
          error_description: expect.stringMatching(
            /^File eliminato il \d\d\/\d\d\/\d{4} da .+: Caricato per errore$/,
          ),
        },
      })
  })
})

describe('POST /v1/files/{id}/delete', () => {
  it('200: the content is gone, its history stays, and its office is told', async () => {
    const { file_id, path, customer_id } = await loaded()
    const { status, body } = await post(`/v1/files/${file_id}/delete`, { reason: 'Dati di un’altra persona' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ removed_how: 'person', removed_reason: 'Dati di un’altra persona' })
    await runJobs(app.services)
    expect(await app.services.files.exists(path)).toBe(false)
    expect(await newsOf(app.services, customer_id)).toMatchObject([
      { title: 'File eliminato', body: expect.stringContaining('Motivo: Dati di un’altra persona') },
    ])
    const lines = await system(
      (tx) => tx`select act, after from audit_log where noun = 'files' and record_id = ${file_id}`,
    )
    expect(lines).toMatchObject([{ act: 'removed', after: { removed_reason: 'Dati di un’altra persona' } }])
  })
  it('400: no reason', async () => {
    const { file_id } = await loaded()
    expect((await post(`/v1/files/${file_id}/delete`, { reason: ' ' })).status).toBe(400)
  })
  it('409: money depends on it; one that was refused may go', async () => {
    const [booked, refused] = [await flow('done'), await flow('refused')]
    expect((await detail(booked.file_id)).why_kept).toContain('movimenti registrati')
    expect(await post(`/v1/files/${booked.file_id}/delete`, { reason: 'Pulizia' })).toMatchObject({
      status: 409,
      body: { error: 'file_needed' },
    })
    expect((await post(`/v1/files/${refused.file_id}/delete`, { reason: 'Pulizia' })).status).toBe(200)
  })
  it('409: on hold, for the back office, for its office and for the database', async () => {
    const { file_id, headers, document_id } = await loaded()
    await post('/v1/files', { file_id, hold_reason: 'Procura di Bologna, 12/26' })
    expect(await post(`/v1/files/${file_id}/delete`, { reason: 'Pulizia' })).toMatchObject({
      status: 409,
      body: { error: 'on_hold' },
    })
    expect(
      await app.call({ method: 'DELETE', url: `/v1/accounts/docs/delete/${document_id}`, headers }),
    ).toMatchObject({ status: 409, body: { error: 'on_hold' } })
    await expect(
      system(
        (tx) =>
          tx`update stored_files set removed_at = now(), removed_how = 'retention' where file_id = ${file_id}`,
      ),
    ).rejects.toMatchObject({ constraint_name: 'hold_is_kept' })
  })
})

describe('POST /v1/files', () => {
  it('200: tags, last day and hold, each with its line in the audit log', async () => {
    const { file_id } = await loaded()
    const keep_until = addDays(today(), 30)
    const { body } = await post('/v1/files', { file_id, tags: ['Verbale', 'causa', 'causa'], keep_until })
    expect(body).toMatchObject({ tags: ['causa', 'verbale'], own_keep_until: keep_until })
    expect((await post('/v1/files', { file_id, keep_until: null })).body).toMatchObject({
      own_keep_until: null,
      tags: ['causa', 'verbale'],
    })
    expect((await get('/v1/files/tags')).body).toEqual(expect.arrayContaining([{ tag: 'causa', count: 1 }]))
    expect((await get('/v1/files?tag=Causa')).body).toMatchObject({ items: [{ file_id }] })
    const lines = await system(
      (tx) =>
        tx`select act, before, after from audit_log where noun = 'files' and record_id = ${file_id} order by audit_id`,
    )
    expect(lines).toMatchObject([
      { act: 'changed', after: { tags: 'causa, verbale', keep_until } },
      { act: 'changed', before: { keep_until } },
    ])
  })
  it('409: a removed file', async () => {
    const { file_id } = await loaded()
    await post(`/v1/files/${file_id}/delete`, { reason: 'Doppio' })
    expect((await post('/v1/files', { file_id, tags: [] })).status).toBe(409)
  })
})

describe('at night', () => {
  const expire = async () => {
    await expireFiles(app.services, {})
    await runJobs(app.services)
  }
  it('a file goes after its last day, and no other', async () => {
    const [due, later, held] = [await loaded(), await loaded(), await loaded()]
    await post('/v1/files', { file_id: due.file_id, keep_until: addDays(today(), -1) })
    await post('/v1/files', { file_id: later.file_id, keep_until: today() })
    await post('/v1/files', { file_id: held.file_id, keep_until: addDays(today(), -1), hold_reason: 'Causa' })
    await expire()
    expect(await detail(due.file_id)).toMatchObject({ removed_how: 'retention' })
    expect(await app.services.files.exists(due.path)).toBe(false)
    for (const kept of [later, held]) expect((await detail(kept.file_id)).removed_at).toBeNull()
  })
  it('a rule of a kind does the same, except for what money depends on', async () => {
    const [booked, refused] = [await flow('done'), await flow('refused')]
    await system(
      (tx) => tx`
      update stored_files set stored_at = now() - interval '40 days' where file_id = any (${[booked.file_id, refused.file_id]}::bigint[])`,
    )
    const url = '/v1/files/kinds'
    expect(
      (await app.call({ method: 'POST', url, headers: back, payload: { kind: 'flow_in', keep_days: 30 } }))
        .status,
    ).toBe(200)
    await expire()
    expect((await detail(refused.file_id)).removed_how).toBe('retention')
    expect((await detail(booked.file_id)).removed_at).toBeNull()
    await app.call({ method: 'POST', url, headers: back, payload: { kind: 'flow_in', keep_days: null } })
  })
  it('keeps the latest verified document of its type and owner, and says why to whoever deletes it', async () => {
    const [older, latest] = [await loaded(), await loaded()]
    await system(
      (
        tx,
      ) => tx`update documents d set state = 'checked', customer_id = o.customer_id, account_id = o.account_id
        from documents o where o.document_id = ${older.document_id}
          and d.document_id = any (${[older.document_id, latest.document_id]}::bigint[])`,
    )
    for (const { file_id } of [older, latest])
      await post('/v1/files', { file_id, keep_until: addDays(today(), -1) })
    expect((await post(`/v1/files/${latest.file_id}/delete`, { reason: 'Pulizia' })).body).toMatchObject({
      error: 'file_needed',
      error_description: expect.stringContaining('ultimo documento verificato'),
    })
    await expire()
    expect((await detail(older.file_id)).removed_how).toBe('retention')
    expect((await detail(latest.file_id)).removed_at).toBeNull()
  })
  it.each(['logo', 'signature'])('keeps the %s of the letterhead in use', async (type) => {
    const { file_id, document_id } = await loaded()
    await system(
      (tx) => tx`update documents set type = ${type}, account_id = null, scan = 'not_scanned'
        where document_id = ${document_id}`,
    )
    await post('/v1/files', { file_id, keep_until: addDays(today(), -1) })
    expect((await post(`/v1/files/${file_id}/delete`, { reason: 'Pulizia' })).body).toMatchObject({
      error: 'file_needed',
      error_description: expect.stringContaining('carta intestata'),
    })
    await expire()
    expect((await detail(file_id)).removed_at).toBeNull()
  })
  it('tells each office once how many of its files went, which and why', async () => {
    const { customer_id, file_id } = await loaded(pdf, 'primo.pdf')
    const second = await loaded(pdf, 'secondo.pdf')
    await system(
      (tx) => tx`update stored_files set customer_id = ${customer_id} where file_id = ${second.file_id}`,
    )
    for (const id of [file_id, second.file_id])
      await post('/v1/files', { file_id: id, keep_until: addDays(today(), -1) })
    await expire()
    await expire()
    const news = await newsOf(app.services, customer_id)
    expect(news.map(({ title }) => title)).toEqual(['2 file eliminati'])
    expect(news[0]?.body).toContain('Documento «primo.pdf», Documento «secondo.pdf»')
    expect(news[0]?.body).toContain('è finito il tempo di conservazione')
  })
  it('names at most ten of them', async () => {
    const { customer_id, file_id } = await loaded(pdf, 'primo.pdf')
    const ids = [file_id]
    for (let n = 2; n <= 12; n += 1) ids.push((await loaded(pdf, `altro-${n}.pdf`)).file_id)
    await system(
      (tx) => tx`
        update stored_files set customer_id = ${customer_id}, keep_until = current_date - 2
        where file_id = any(${ids})`,
    )
    await expire()
    const [told] = await newsOf(app.services, customer_id)
    expect(told?.title).toBe('12 file eliminati')
    expect(told?.body).toMatch(/«altro-10\.pdf» e altri 2\.$/)
  })
})

describe('the comparison with the disk', () => {
  it('finds what is missing and what nobody names, and deletes nothing', async () => {
    const { file_id, path } = await loaded()
    await app.services.files.delete(path)
    await app.services.files.put('documents/di-nessuno', 'abc')
    await checkFiles(app.services, {})
    expect((await detail(file_id)).missing_since).not.toBeNull()
    expect((await get('/v1/files?state=missing')).body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ file_id })]),
    })
    // It may belong to something that is being written: it counts from the next day.
    expect((await get('/v1/files/orphans')).body as OrphanFiles).toMatchObject({ items: [] })
    const { list } = app.services.files
    const yesterday = new Date(Date.now() - 25 * 3600_000)
    const aged = async function* () {
      for await (const file of list()) yield { ...file, written_at: yesterday }
    }
    const services = { ...app.services, files: { ...app.services.files, list: aged } }
    await checkFiles(services, {})
    expect((await get('/v1/files/orphans')).body as OrphanFiles).toMatchObject({
      items: [{ path: 'documents/di-nessuno', bytes: 3 }],
    })
    expect(await app.services.files.exists('documents/di-nessuno')).toBe(true)
    await app.services.files.put(path, pdf)
    await checkFiles(app.services, {})
    expect((await detail(file_id)).missing_since).toBeNull()
  })
  it('202: the back office may ask for it', async () => {
    expect((await post('/v1/files/check', {})).status).toBe(202)
  })
})

it('a file whose record is deleted or names another one is told as removed', async () => {
  const { file_id, headers, document_id } = await loaded()
  await app.call({ method: 'DELETE', url: `/v1/accounts/docs/delete/${document_id}`, headers })
  expect(await detail(file_id)).toMatchObject({ removed_how: 'record', why_kept: null })
})
