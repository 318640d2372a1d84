import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { fileFixtures, pdf } from '../../testing/features/file-fixtures.ts'
import { newsOf } from '../../testing/news.ts'
import { expireFiles } from './expire-files.job.ts'

let at: Awaited<ReturnType<typeof fileFixtures>>
beforeAll(async () => {
  at = await fileFixtures()
})
afterAll(() => at.app.close())

describe('at night', () => {
  const expire = async () => {
    await expireFiles(at.app.services, {})
    await runJobs(at.app.services)
  }
  it('a file goes after its last day, and no other', async () => {
    const [due, later, held] = [await at.loaded(), await at.loaded(), await at.loaded()]
    await at.keepUntil(due.file_id, addDays(today(), -1))
    await at.keepUntil(later.file_id, today())
    await at.keepUntil(held.file_id, addDays(today(), -1), 'Causa')
    await expire()
    expect(await at.detail(due.file_id)).toMatchObject({ removed_how: 'retention' })
    expect(await at.app.services.files.exists(due.path)).toBe(false)
    for (const kept of [later, held]) expect((await at.detail(kept.file_id)).removed_at).toBeNull()
  })
  it('a rule of a kind does the same, except for what money depends on', async () => {
    const [booked, refused] = [await at.flow('done'), await at.flow('refused')]
    await at.system(
      (tx) => tx`
      update stored_files set stored_at = now() - interval '40 days' where file_id = any (${[booked.file_id, refused.file_id]}::bigint[])`,
    )
    const url = '/v1/files/kinds'
    expect(
      (
        await at.app.call({
          method: 'POST',
          url,
          headers: at.back,
          payload: { kind: 'flow_in', keep_days: 30, reason: 'Prova' },
        })
      ).status,
    ).toBe(200)
    await expire()
    expect((await at.detail(refused.file_id)).removed_how).toBe('retention')
    expect((await at.detail(booked.file_id)).removed_at).toBeNull()
    await at.app.call({
      method: 'POST',
      url,
      headers: at.back,
      payload: { kind: 'flow_in', keep_days: null, reason: 'Fine' },
    })
  })
  it('keeps the latest verified document of its type and owner, and says why to whoever deletes it', async () => {
    const [older, latest] = [await at.loaded(), await at.loaded()]
    await at.system(
      (
        tx,
      ) => tx`update documents d set state = 'checked', customer_id = o.customer_id, account_id = o.account_id
        from documents o where o.document_id = ${older.document_id}
          and d.document_id = any (${[older.document_id, latest.document_id]}::bigint[])`,
    )
    for (const { file_id } of [older, latest]) await at.keepUntil(file_id, addDays(today(), -1))
    expect((await at.post(`/v1/files/${latest.file_id}/delete`, { reason: 'Pulizia' })).body).toMatchObject({
      error: 'file_needed',
      error_description: expect.stringContaining('ultimo documento verificato'),
    })
    await expire()
    expect((await at.detail(older.file_id)).removed_how).toBe('retention')
    expect((await at.detail(latest.file_id)).removed_at).toBeNull()
  })
  it.each(['logo', 'signature'])('keeps the %s of the letterhead in use', async (type) => {
    const { file_id, document_id } = await at.loaded()
    await at.system(
      (tx) => tx`update documents set type = ${type}, account_id = null, scan = 'not_scanned'
        where document_id = ${document_id}`,
    )
    await at.keepUntil(file_id, addDays(today(), -1))
    expect((await at.post(`/v1/files/${file_id}/delete`, { reason: 'Pulizia' })).body).toMatchObject({
      error: 'file_needed',
      error_description: expect.stringContaining('carta intestata'),
    })
    await expire()
    expect((await at.detail(file_id)).removed_at).toBeNull()
  })
  it('tells each office once how many of its files went, which and why', async () => {
    const { customer_id, file_id } = await at.loaded(pdf, 'primo.pdf')
    const second = await at.loaded(pdf, 'secondo.pdf')
    await at.system(
      (tx) => tx`update stored_files set customer_id = ${customer_id} where file_id = ${second.file_id}`,
    )
    for (const id of [file_id, second.file_id]) await at.keepUntil(id, addDays(today(), -1))
    await expire()
    await expire()
    const news = await newsOf(at.app.services, customer_id)
    expect(news.map(({ title }) => title)).toEqual(['2 file eliminati'])
    expect(news[0]?.body).toContain('Documento «primo.pdf», Documento «secondo.pdf»')
    expect(news[0]?.body).toContain('è finito il tempo di conservazione')
  })
  it('names at most ten of them', async () => {
    const { customer_id, file_id } = await at.loaded(pdf, 'primo.pdf')
    const ids = [file_id]
    for (let n = 2; n <= 12; n += 1) ids.push((await at.loaded(pdf, `altro-${n}.pdf`)).file_id)
    await at.system(
      (tx) => tx`
        update stored_files set customer_id = ${customer_id}, keep_until = current_date - 2
        where file_id = any(${ids})`,
    )
    await expire()
    const [told] = await newsOf(at.app.services, customer_id)
    expect(told?.title).toBe('12 file eliminati')
    expect(told?.body).toMatch(/«altro-10\.pdf» e altri 2\.$/)
  })
})
