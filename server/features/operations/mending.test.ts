import type { FailedJob, FailedJobDetail } from '@saldo/contract/operations/failed-jobs'
import type { StuckAttempt } from '@saldo/contract/operations/stuck-attempts'
import { jobNames } from '@saldo/domain/operations/job-names'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JobName } from '../../jobs/jobs.ts'
import { runJobs } from '../../jobs/worker.ts'
import type { Services } from '../../services.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeCustomer, signIn } from '../../testing/people.ts'
import { collectFailedJobs } from './failed-jobs/collect-failed-jobs.ts'
import { errorOf } from './failed-jobs/error-of.ts'
import { retryRefusal } from './failed-jobs/retry-refusal.ts'

let app: TestApp
let services: Services
let owner: postgres.Sql
let headers: Record<string, string>
beforeAll(async () => {
  app = await startApp()
  services = app.services
  owner = postgres(app.database_url, { max: 2, onnotice: () => {} })
  ;({ headers } = await signIn(services, 'super_user'))
})
afterAll(async () => {
  await owner?.end()
  await app?.close()
})
afterEach(async () => {
  await services.asSystem((tx) => tx`delete from failed_jobs`)
  await owner`delete from pgboss.job`
})

const post = async <Body>(url: string, payload?: object) => {
  const { status, body } = await app.call({ method: 'POST', url, headers, ...(payload ? { payload } : {}) })
  return { status, body: body as Body & { error?: string; error_description?: string } }
}
const get = async <Body>(url: string) => (await app.call({ url, headers })).body as Body
const queued = async (name: JobName) =>
  (await owner`select id from pgboss.job where name = ${name} and state < 'active'`).length

/** Runs a job of this name once, and lets it fail with what somebody typed in the message. */
async function fail<N extends JobName>(name: N, data: object): Promise<void> {
  const { run } = services.jobs[name]
  services.jobs[name].run = async () => {
    throw Object.assign(new Error('no IBAN IT60X0542811101000000123456 of ada@example.it'), { code: 'P0001' })
  }
  try {
    await services.asSystem((tx) => services.queue.enqueue(tx, name, data as never))
    await owner`update pgboss.job set retry_limit = 0 where name = ${name}`
    await runJobs(services).catch(() => {})
  } finally {
    services.jobs[name].run = run
  }
}
async function failed(name: JobName = 'sweep-attempts', data: object = {}): Promise<FailedJob> {
  await fail(name, data)
  await collectFailedJobs(services)
  const { items } = await get<{ items: FailedJob[] }>(`/v1/failed-jobs?name=${name}`)
  return items[0] as FailedJob
}

describe('GET /v1/failed-jobs', () => {
  it('200: a job that failed for good, once, with the kind of its error and no word that somebody typed', async () => {
    const job = await failed('settle-attempt', { attempt_id: 7 })
    await collectFailedJobs(services)
    expect(await get('/v1/failed-jobs/summary')).toEqual({ count: 1 })
    expect(job).toMatchObject({
      name: 'settle-attempt',
      ids: 'attempt_id 7',
      error_type: 'Error P0001',
      state: 'failed',
    })
    const detail = await get<FailedJobDetail>(`/v1/failed-jobs/${job.failed_job_id}`)
    expect(detail.error.stack).toContain('mending.test.ts')
    const file = await app.app.inject({ url: '/v1/failed-jobs/export', headers })
    expect(file.body).toContain('Richiesta dell’esito di un pagamento')
    for (const shown of [JSON.stringify([job, detail]), file.body]) expect(shown).not.toMatch(/IT60|ada@/)
  })
  it('200: filters, order and search', async () => {
    await failed('sweep-attempts')
    await failed('settle-attempt', { attempt_id: 7 })
    const names = async (query: string) =>
      (await get<{ items: FailedJob[] }>(`/v1/failed-jobs?${query}`)).items.map(({ name }) => name)
    expect(await names('sort=name')).toEqual(['settle-attempt', 'sweep-attempts'])
    expect(await names('sort=-name&limit=1')).toEqual(['sweep-attempts'])
    expect(await names('q=sweep')).toEqual(['sweep-attempts'])
    expect(await names(`q=${encodeURIComponent('dell’esito pagamento')}`)).toEqual(['settle-attempt'])
    expect(await names('state=discarded')).toEqual([])
  })
  it('200: a job whose work succeeded later by itself is healed', async () => {
    const job = await failed()
    await services.asSystem((tx) => services.queue.enqueue(tx, 'sweep-attempts', {}))
    await runJobs(services)
    await collectFailedJobs(services)
    expect(await get(`/v1/failed-jobs/${job.failed_job_id}`)).toMatchObject({
      state: 'healed',
      handled_by_name: null,
    })
  })
  it('200: what a person typed is not kept', async () => {
    await fail('send-recovery', { user_name: 'ada@example.it' })
    await collectFailedJobs(services)
    const rows = await services.asSystem((tx) => tx`select * from failed_jobs`)
    expect(JSON.stringify(rows)).not.toContain('ada@')
    expect(rows).toMatchObject([{ name: 'send-recovery', data: null }])
  })
})

describe('POST /v1/failed-jobs/{id}/retry', () => {
  it('200: queues it again; clicked twice at once it is one job', async () => {
    const { failed_job_id } = await failed('settle-attempt', { attempt_id: 7 })
    const replies = await Promise.all([1, 2].map(() => post(`/v1/failed-jobs/${failed_job_id}/retry`)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await queued('settle-attempt')).toBe(1)
    expect(replies[0]?.body).toMatchObject({
      state: 'retried',
      handled_by_name: expect.stringContaining('Persona'),
    })
    const lines = await services.asSystem(
      (tx) =>
        tx`select label, after from audit_log where noun = 'failed_jobs' and record_id = ${failed_job_id}`,
    )
    expect(lines).toMatchObject([{ label: 'settle-attempt', after: { state: 'retried' } }])
  })
  it('404: no such job', async () => expect((await post('/v1/failed-jobs/99999/retry')).status).toBe(404))
  it.each([
    ['gave_up', 'read-import'],
    ['personal', 'send-recovery'],
    ['unknown_job', 'job-of-before'],
  ])('409 %s: %s', async (error, name) => {
    const [row] = await services.asSystem(
      (tx) => tx`
        insert into failed_jobs (job_id, name, data, tries, created_at, failed_at)
        values (gen_random_uuid(), ${name}, '{}', 3, now(), now()) returning failed_job_id`,
    )
    const { status, body } = await post(`/v1/failed-jobs/${row?.failed_job_id}/retry`)
    expect([status, body.error]).toEqual([409, error])
    expect(await get(`/v1/failed-jobs/${row?.failed_job_id}`)).toMatchObject({ retry_refused: error })
  })
})

it('POST /v1/failed-jobs/retry: 200: the same work is one job, and what may not be retried is left', async () => {
  await fail('settle-attempt', { attempt_id: 7 })
  await fail('settle-attempt', { attempt_id: 7 })
  await fail('settle-attempt', { attempt_id: 8 })
  await fail('send-recovery', { user_name: 'ada' })
  await collectFailedJobs(services)
  expect(await post('/v1/failed-jobs/retry', { name: 'settle-attempt' })).toMatchObject({
    body: { retried: 3, left: 0 },
  })
  expect(await queued('settle-attempt')).toBe(2)
  expect(await post('/v1/failed-jobs/retry', { name: 'send-recovery' })).toMatchObject({
    body: { retried: 0, left: 1 },
  })
})

describe('POST /v1/failed-jobs/{id}/discard', () => {
  it('200: with the reason, in the audit log too; 409 the second time, and to retry it then', async () => {
    const { failed_job_id } = await failed()
    const url = `/v1/failed-jobs/${failed_job_id}`
    expect((await post(`${url}/discard`, { reason: ' ' })).status).toBe(400)
    const { status, body } = await post(`${url}/discard`, { reason: 'Non serve più' })
    expect([status, body]).toMatchObject([200, { state: 'discarded', reason: 'Non serve più' }])
    expect((await post(`${url}/discard`, { reason: 'Ancora' })).status).toBe(409)
    expect((await post(`${url}/retry`)).body.error).toBe('handled')
    const lines = await services.asSystem(
      (tx) => tx`select after from audit_log where record_id = ${failed_job_id} and noun = 'failed_jobs'`,
    )
    expect(lines).toMatchObject([{ after: { state: 'discarded', reason: 'Non serve più' } }])
  })
})

it('only jobs that told whoever waited, or worked on what somebody typed, are never retried', () => {
  const never = (Object.keys(services.jobs) as JobName[]).filter((name) =>
    retryRefusal(services.jobs, { name, state: 'failed' }),
  )
  for (const name of never)
    expect(services.jobs[name].otherwise ?? services.jobs[name].forget_after, name).toBeDefined()
  expect(never).toContain('write-import')
  expect(never).not.toContain('send-email')
})

it('every job has an Italian name, and no other has one', () =>
  expect(Object.keys(jobNames).sort()).toEqual(Object.keys(services.jobs).sort()))

it('an error of the queue itself is told by its kind', () => {
  expect(errorOf({ value: { message: 'job expired' } })).toEqual({ type: 'TookTooLong' })
  expect(errorOf({ message: 'heartbeat of ada@example.it missed' })).toEqual({ type: 'ProcessDied' })
  expect(errorOf({ type: 'ada@example.it', code: 'no code' })).toEqual({ type: 'Error' })
  expect(errorOf(null)).toEqual({ type: 'Error' })
})

describe('attempts without an outcome', () => {
  async function attempt(of: {
    state: string
    hours: number
    method?: string
    account?: string
  }): Promise<number> {
    const customer_id = await makeCustomer(services)
    const { bill_id, account_id, subject_id } = await makeBill(services, customer_id)
    const provider_account = of.account ?? 'stripe'
    return services.asSystem(async (tx) => {
      const [payment] = await tx`
        insert into payments ${tx({ customer_id, account_id, bill_id, subject_id, method: of.method ?? 'CARD', amount: 41_250, provider_account: provider_account === 'bank' ? null : provider_account })}
        returning payment_id`
      const [row] = await tx`
        insert into payment_attempts (customer_id, bill_id, payment_id, state, provider_account, request, created_at, next_check_at)
        values (${customer_id}, ${bill_id}, ${payment?.payment_id}, ${of.state}, ${provider_account}, '{}',
          now() - make_interval(hours => ${of.hours}), null)
        returning attempt_id`
      return row?.attempt_id as number
    })
  }
  it('200: are those that last longer than their way to pay takes', async () => {
    const stuck = [
      await attempt({ state: 'unknown', hours: 2 }),
      await attempt({ state: 'processing', hours: 3 }),
      await attempt({ state: 'processing', hours: 24 * 16, method: 'SEPA_DEBIT' }),
    ]
    await attempt({ state: 'unknown', hours: 0 })
    await attempt({ state: 'processing', hours: 24 * 10, method: 'SEPA_DEBIT' })
    await attempt({ state: 'failed', hours: 24 * 30 })
    await attempt({ state: 'processing', hours: 24 * 30, method: 'SEPA_DEBIT', account: 'bank' })
    const { items } = await get<{ items: StuckAttempt[] }>('/v1/stuck-attempts')
    expect(items.map(({ attempt_id }) => attempt_id).sort()).toEqual(stuck.sort())
    expect(await get('/v1/stuck-attempts/summary')).toEqual({ count: 3, amount: 3 * 41_250 })
  })
  it('202: the provider is asked once however often one clicks; nothing else changes', async () => {
    const id = await attempt({ state: 'unknown', hours: 2 })
    for (let n = 0; n < 2; n += 1) expect((await post(`/v1/stuck-attempts/${id}/poll`)).status).toBe(202)
    expect(await queued('settle-attempt')).toBe(1)
    const [row] = await services.asSystem(
      (tx) => tx`select state from payment_attempts where attempt_id = ${id}`,
    )
    expect(row?.state).toBe('unknown')
  })
  it('409: its outcome is known, or a bank answers by file; 404: no such attempt', async () => {
    const known = await attempt({ state: 'succeeded', hours: 2 })
    const bank = await attempt({ state: 'processing', hours: 2, account: 'bank', method: 'SEPA_DEBIT' })
    expect((await post(`/v1/stuck-attempts/${known}/poll`)).status).toBe(409)
    expect((await post('/v1/stuck-attempts/999999/poll')).status).toBe(404)
    expect((await post(`/v1/stuck-attempts/${bank}/poll`)).status).toBe(409)
  })
})

describe('POST /v1/provider-events/{id}/apply', () => {
  it('202: queues it again, and it is applied; 409 then; 404: no such event', async () => {
    const [event] = await services.asSystem(
      (tx) => tx`
        insert into provider_events (provider_account, event_id, type, created_at, received_at)
        values ('stripe', 'evt_1', 'nothing.we_know', now(), now() - interval '1 hour') returning event_no`,
    )
    const url = `/v1/provider-events/${event?.event_no}/apply`
    expect(await get('/v1/provider-events?state=waiting&q=evt_1')).toMatchObject({
      items: [{ event_id: 'evt_1' }],
    })
    expect(await post(url)).toMatchObject({ status: 202, body: { state: 'waiting' } })
    await runJobs(services)
    expect((await post(url)).status).toBe(409)
    expect(await get('/v1/provider-events/summary?state=waiting')).toEqual({ count: 0 })
    expect((await post('/v1/provider-events/99999/apply')).status).toBe(404)
  })
})
