import type { OrphanFiles, StoredFile } from '@saldo/contract/backoffice/files'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { fileFixtures, pdf } from '../../testing/features/file-fixtures.ts'
import { newsOf } from '../../testing/news.ts'
import { signIn } from '../../testing/people.ts'
import { checkFiles } from './check-files.job.ts'

let at: Awaited<ReturnType<typeof fileFixtures>>
beforeAll(async () => {
  at = await fileFixtures()
})
afterAll(() => at.app.close())

describe('GET /v1/files', () => {
  it('200: whose it is, what it is and where it belongs, and sums of what is filtered', async () => {
    const { file_id, customer_id, account_id, document_id } = await at.loaded()
    const { body } = await at.get(`/v1/files?customer_id=${customer_id}&kind=document&state=present`)
    expect((body as { items: StoredFile[] }).items).toMatchObject([
      { file_id, customer_id, account_id, record_id: document_id, name: 'delibera.pdf', scan: 'not_scanned' },
    ])
    expect((await at.get(`/v1/files/summary?customer_id=${customer_id}`)).body).toEqual({
      count: 1,
      bytes: pdf.length,
    })
    expect((await at.get(`/v1/files/summary?customer_id=${customer_id}&state=removed`)).body).toMatchObject({
      count: 0,
    })
    const csv = await at.get(`/v1/files/export?customer_id=${customer_id}&columns=name,kind`)
    expect(csv.raw.toString()).toContain('delibera.pdf;Documento')
  })
  it('200: a file is found by its name, and by the name of its office', async () => {
    const { file_id, customer_id } = await at.loaded(pdf, 'planimetria.pdf')
    await at.system(
      (tx) => tx`update customers set business_name = 'Studio Zanardelli' where customer_id = ${customer_id}`,
    )
    for (const q of ['planimetria', 'zanardelli'])
      expect((await at.get(`/v1/files?q=${q}`)).body, q).toMatchObject({ items: [{ file_id }] })
  })
  it('403: an office; 404 where offices find theirs: another office’s file', async () => {
    const { headers, file_id, document_id } = await at.loaded()
    const other = await signIn(at.app.services, 'customer')
    const own = `/v1/accounts/docs/download/${document_id}`
    expect((await at.get(own, other.headers)).status).toBe(404)
    for (const url of [
      '/v1/files',
      '/v1/files/kinds',
      '/v1/files/orphans',
      `/v1/files/${file_id}`,
      `/v1/files/${file_id}/content`,
    ])
      expect((await at.get(url, headers)).status, url).toBe(403)
    expect((await at.get('/v1/files/99999999')).status).toBe(404)
  })
})

describe('who was given a file', () => {
  it('is noted with name, way and address: the office, then the back office', async () => {
    const { file_id, download } = await at.loaded()
    expect((await download()).status).toBe(200)
    expect((await at.get(`/v1/files/${file_id}/preview`)).status).toBe(200)
    expect((await at.get(`/v1/files/${file_id}/content`)).status).toBe(200)
    expect((await at.get(`/v1/files/${file_id}/download`)).status).toBe(200)
    const { last_downloads, downloads } = await at.detail(file_id)
    expect(downloads).toBe(3)
    expect(last_downloads.map(({ how, by_super_user, address }) => [how, by_super_user, address])).toEqual([
      ['download', true, '127.0.0.1'],
      ['preview', true, '127.0.0.1'],
      ['download', false, '127.0.0.1'],
    ])
  })
  it('is nobody when the file could not be opened', async () => {
    const { file_id, path, download } = await at.loaded()
    await at.app.services.files.delete(path)
    expect((await download()).status).toBeGreaterThanOrEqual(400)
    expect((await at.detail(file_id)).downloads).toBe(0)
  })
  it('is never changed', async () => {
    const { file_id, download } = await at.loaded()
    await download()
    for (const act of ['delete from file_downloads', `update file_downloads set actor = 'x'`])
      await expect(at.system((tx) => tx.unsafe(`${act} where file_id = ${file_id}`))).rejects.toMatchObject({
        code: '42501',
      })
  })
})

describe('GET /v1/files/{id}/content', () => {
  it('200: by the type of its content, and nothing in it runs', async () => {
    const { file_id } = await at.loaded(pdf, 'pagina.html')
    const { status, headers, raw } = await at.get(`/v1/files/${file_id}/content`)
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
    const { file_id, path } = await at.loaded()
    await at.app.services.files.put(path, '<!doctype html><script>alert(1)</script>')
    expect((await at.get(`/v1/files/${file_id}/content`)).status).toBe(409)
    expect((await at.get(`/v1/files/${file_id}/preview`)).body).toMatchObject({ shows: 'text' })
  })
})

describe('GET /v1/files/{id}/download', () => {
  it('200: as an attachment of no type, under the last part of its name', async () => {
    const { file_id } = await at.loaded()
    await at.system(
      (tx) => tx`update stored_files set name = '../../etc/cron.d/x.html' where file_id = ${file_id}`,
    )
    const { headers } = await at.get(`/v1/files/${file_id}/download`)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="x.html"/),
    })
  })
  it('409: removed, with who removed it and why', async () => {
    const { file_id, download } = await at.loaded()
    await at.post(`/v1/files/${file_id}/delete`, { reason: 'Caricato per errore' })
    for (const reply of [await at.get(`/v1/files/${file_id}/download`), await download()])
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
    const { file_id, path, customer_id } = await at.loaded()
    const { status, body } = await at.post(`/v1/files/${file_id}/delete`, {
      reason: 'Dati di un’altra persona',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ removed_how: 'person', removed_reason: 'Dati di un’altra persona' })
    await runJobs(at.app.services)
    expect(await at.app.services.files.exists(path)).toBe(false)
    expect(await newsOf(at.app.services, customer_id)).toMatchObject([
      { title: 'File eliminato', body: expect.stringContaining('Motivo: Dati di un’altra persona') },
    ])
    const lines = await at.system(
      (tx) => tx`select act, after from audit_log where noun = 'files' and record_id = ${file_id}`,
    )
    expect(lines).toMatchObject([{ act: 'removed', after: { removed_reason: 'Dati di un’altra persona' } }])
  })
  it('400: no reason', async () => {
    const { file_id } = await at.loaded()
    expect((await at.post(`/v1/files/${file_id}/delete`, { reason: ' ' })).status).toBe(400)
  })
  it('409: money depends on it; one that was refused may go', async () => {
    const [booked, refused] = [await at.flow('done'), await at.flow('refused')]
    expect((await at.detail(booked.file_id)).why_kept).toContain('movimenti registrati')
    expect(await at.post(`/v1/files/${booked.file_id}/delete`, { reason: 'Pulizia' })).toMatchObject({
      status: 409,
      body: { error: 'file_needed' },
    })
    expect((await at.post(`/v1/files/${refused.file_id}/delete`, { reason: 'Pulizia' })).status).toBe(200)
  })
  it('409: on hold, for the back office, for its office and for the database', async () => {
    const { file_id, headers, document_id } = await at.loaded()
    await at.retain(file_id, { on_hold: true, reason: 'Procura di Bologna, 12/26' })
    expect(await at.post(`/v1/files/${file_id}/delete`, { reason: 'Pulizia' })).toMatchObject({
      status: 409,
      body: { error: 'on_hold' },
    })
    expect(
      await at.app.call({ method: 'DELETE', url: `/v1/accounts/docs/delete/${document_id}`, headers }),
    ).toMatchObject({ status: 409, body: { error: 'on_hold' } })
    await expect(
      at.system(
        (tx) =>
          tx`update stored_files set removed_at = now(), removed_how = 'retention' where file_id = ${file_id}`,
      ),
    ).rejects.toMatchObject({ constraint_name: 'hold_is_kept' })
  })
})

describe('POST /v1/files', () => {
  it('200: its tags, once each, with a line in the audit log', async () => {
    const { file_id } = await at.loaded()
    const { body } = await at.post('/v1/files', { file_id, tags: ['Verbale', 'causa', 'causa'] })
    expect(body).toMatchObject({ tags: ['causa', 'verbale'] })
    expect((await at.get('/v1/files/tags')).body).toEqual(
      expect.arrayContaining([{ tag: 'causa', count: 1 }]),
    )
    expect((await at.get('/v1/files?tag=Causa')).body).toMatchObject({ items: [{ file_id }] })
    expect(await at.linesOf(file_id)).toMatchObject([{ act: 'changed', after: { tags: 'causa, verbale' } }])
  })
  it('409: a removed file', async () => {
    const { file_id } = await at.loaded()
    await at.post(`/v1/files/${file_id}/delete`, { reason: 'Doppio' })
    expect((await at.post('/v1/files', { file_id, tags: [] })).status).toBe(409)
  })
})

describe('POST /v1/files/{id}/retention', () => {
  it('200: last day and hold, each with its reason in the audit log', async () => {
    const { file_id } = await at.loaded()
    const keep_until = addDays(today(), 30)
    expect(
      (await at.retain(file_id, { keep_until, on_hold: true, reason: 'Causa Rossi' })).body,
    ).toMatchObject({
      own_keep_until: keep_until,
      hold_reason: 'Causa Rossi',
    })
    // Another day does not say why the hold was set.
    expect((await at.retain(file_id, { on_hold: true, reason: 'Durata per regola' })).body).toMatchObject({
      own_keep_until: null,
      hold_reason: 'Causa Rossi',
    })
    expect((await at.retain(file_id, { reason: 'Causa finita' })).body).toMatchObject({ hold_reason: null })
    expect(await at.linesOf(file_id)).toEqual([
      {
        act: 'changed',
        before: {},
        after: { keep_until, hold_reason: 'Causa Rossi', reason: 'Causa Rossi' },
      },
      { act: 'changed', before: { keep_until }, after: { reason: 'Durata per regola' } },
      { act: 'changed', before: { hold_reason: 'Causa Rossi' }, after: { reason: 'Causa finita' } },
    ])
  })
  it('400: no reason, or a new last day in the past', async () => {
    const { file_id } = await at.loaded()
    const past = addDays(today(), -1)
    expect((await at.retain(file_id, { on_hold: true, reason: ' ' })).body).toMatchObject({
      fields: { reason: 'Scrivi il motivo.' },
    })
    expect((await at.retain(file_id, { keep_until: past, reason: 'Pulizia' })).body).toMatchObject({
      fields: { keep_until: expect.stringContaining('deve ancora venire') },
    })
    // A day that passed while the file was kept may stay.
    await at.keepUntil(file_id, past)
    expect((await at.retain(file_id, { keep_until: past, on_hold: true, reason: 'Causa' })).status).toBe(200)
  })
  it('409: a removed file', async () => {
    const { file_id } = await at.loaded()
    await at.post(`/v1/files/${file_id}/delete`, { reason: 'Doppio' })
    expect((await at.retain(file_id, { reason: 'Causa' })).status).toBe(409)
  })
})

describe('POST /v1/files/kinds', () => {
  const rule = async (keep_days: number | null, reason: string) =>
    at.post('/v1/files/kinds', { kind: 'handover_in', keep_days, reason })
  it('200: the rule of a kind, with what was before and the reason in the audit log', async () => {
    expect((await rule(90, 'Spazio')).status).toBe(200)
    expect((await rule(null, 'Servono ancora')).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'handover_in', keep_days: null })]),
    )
    const lines = await at.system(
      (tx) =>
        tx`select act, before, after from audit_log where noun = 'file_rules' order by audit_id desc limit 2`,
    )
    expect(lines).toEqual([
      { act: 'changed', before: { keep_days: 90 }, after: { reason: 'Servono ancora' } },
      { act: 'changed', before: {}, after: { keep_days: 90, reason: 'Spazio' } },
    ])
  })
  it('400: no reason', async () => expect((await rule(90, ' ')).status).toBe(400))
})

describe('the comparison with the disk', () => {
  it('finds what is missing and what nobody names, and deletes nothing', async () => {
    // Run the deletions of earlier tests first, because their files would count as orphans.
    await runJobs(at.app.services)
    const { file_id, path } = await at.loaded()
    await at.app.services.files.delete(path)
    await at.app.services.files.put('documents/di-nessuno', 'abc')
    await checkFiles(at.app.services, {})
    expect((await at.detail(file_id)).missing_since).not.toBeNull()
    expect((await at.get('/v1/files?state=missing')).body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ file_id })]),
    })
    // It may belong to something that is being written: it counts from the next day.
    expect((await at.get('/v1/files/orphans')).body as OrphanFiles).toMatchObject({ items: [] })
    const { list } = at.app.services.files
    const yesterday = new Date(Date.now() - 25 * 3600_000)
    const aged = async function* () {
      for await (const file of list()) yield { ...file, written_at: yesterday }
    }
    const services = { ...at.app.services, files: { ...at.app.services.files, list: aged } }
    await checkFiles(services, {})
    expect((await at.get('/v1/files/orphans')).body as OrphanFiles).toMatchObject({
      items: [{ path: 'documents/di-nessuno', bytes: 3 }],
    })
    expect(await at.app.services.files.exists('documents/di-nessuno')).toBe(true)
    await at.app.services.files.put(path, pdf)
    await checkFiles(at.app.services, {})
    expect((await at.detail(file_id)).missing_since).toBeNull()
  })
  it('202: the back office may ask for it', async () => {
    expect((await at.post('/v1/files/check', {})).status).toBe(202)
  })
})

it('a file whose record is deleted or names another one is told as removed', async () => {
  const { file_id, headers, document_id } = await at.loaded()
  await at.app.call({ method: 'DELETE', url: `/v1/accounts/docs/delete/${document_id}`, headers })
  expect(await at.detail(file_id)).toMatchObject({ removed_how: 'record', why_kept: null })
})
