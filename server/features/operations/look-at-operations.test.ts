import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import type { OperationCheck, Operations } from '@saldo/contract/operations/checks'
import { type CheckCode, checkCodes, checks } from '@saldo/domain/operations/checks'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Services } from '../../services.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeCustomer, signIn } from '../../testing/people.ts'
import { freePort, startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { allChecks } from './checks/all-checks.ts'
import type { Check } from './checks/check.ts'
import { readVitals } from './checks/database-vitals.ts'
import { runChecks } from './checks/run-checks.ts'
import { isStuck } from './stuck-attempts/stuck.ts'

let sandbox: TestSandbox
let app: TestApp
let services: Services
let owner: postgres.Sql
let headers: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox({ port: await freePort() })
  app = await startApp({ provider: sandbox.url })
  services = app.services
  owner = postgres(app.database_url, { max: 3, onnotice: () => {} })
  ;({ headers } = await signIn(services, 'super_user'))
})
afterAll(async () => {
  await owner?.end()
  await app?.close()
  await sandbox?.stop()
})

/** The answer of one check, asked with these settings. */
async function ask(code: CheckCode, env: Partial<Services['env']> = {}, change: Partial<Check> = {}) {
  const check = allChecks.find((each) => each.code === code) as Check
  const [found] = await runChecks({ ...services, env: { ...services.env, ...env } }, [
    { ...check, ...change },
  ])
  return found
}
const asSystem: Services['asSystem'] = (work) => services.asSystem(work)

describe('POST /v1/operations/check', () => {
  it('200: looks at everything that these settings have, and all is well', async () => {
    const { status, body } = await app.call({ method: 'POST', url: '/v1/operations/check', headers })
    expect(status).toBe(200)
    const { checks: found, alarms_to } = body as Operations
    expect(found.map(({ code }) => code)).toEqual(
      checkCodes.filter((code) => !['mail_server', 'scanner', 'certificate'].includes(code)),
    )
    expect(found.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(alarms_to).toEqual([expect.stringMatching(/@example\.it$/)])
  })
  it('200: GET answers the same; what is old is unknown, not ok', async () => {
    const get = async () =>
      ((await app.call({ url: '/v1/operations', headers })).body as Operations).checks.find(
        ({ code }) => code === 'clock',
      ) as OperationCheck
    expect(await get()).toMatchObject({ state: 'ok' })
    await asSystem(
      (tx) => tx`update operation_checks set checked_at = now() - interval '1 hour' where code = 'clock'`,
    )
    expect(await get()).toMatchObject({ state: 'unknown', why: expect.stringContaining('vecchia') })
  })
  it.each(['customer', 'consumer', 'store', 'awaiting'] as const)('403: %s', async (role) => {
    const other = await signIn(services, role)
    expect((await app.call({ url: '/v1/operations', headers: other.headers })).status).toBe(403)
  })
})

describe('a check that cannot be asked', () => {
  it('is unknown, with a reason that quotes nothing', async () => {
    const look = async () => {
      throw new Error('IT60X0542811101000000123456 of ada@example.it')
    }
    const [found] = await runChecks(services, [{ code: 'clock', seconds: 5, look }])
    expect(found).toMatchObject({ state: 'unknown', why: 'Errore Error.' })
  })
  it('is unknown after its time, and holds up no other', async () => {
    const [slow, quick] = await runChecks(services, [
      { code: 'clock', seconds: 0.05, look: () => new Promise(() => {}) },
      { code: 'storage_probe', seconds: 5, look: async () => ({ state: 'ok' }) },
    ])
    expect(slow).toMatchObject({ state: 'unknown', why: expect.stringContaining('Nessuna risposta') })
    expect(quick).toMatchObject({ state: 'ok' })
  })
  it('is unknown while its table is locked, and the wait for the lock is seen', async () => {
    const locker = await owner.reserve()
    onTestFinished(() => locker.release())
    await locker`begin`
    await locker`lock table emails in access exclusive mode`
    const asked = ask('mails_waiting', {}, { seconds: 0.5 })
    expect(await asked).toMatchObject({ state: 'unknown' })
    const { longest_wait, oldest_transaction, hidden } = await readVitals(services)
    await locker`rollback`
    expect(longest_wait).toBeGreaterThan(0)
    expect(oldest_transaction).toBeGreaterThan(0)
    expect(hidden).toBe(0)
  })
})

describe('the provider', () => {
  it('that answers with faults is broken, and recovers', async () => {
    await sandbox.fault({ kind: '500', rate: 1, path: '/v1/balance' })
    const found = await ask('provider').finally(() => sandbox.heal())
    expect(found).toMatchObject({ state: 'broken', why: 'Il provider risponde con un errore suo.' })
    expect(await ask('provider')).toMatchObject({ state: 'ok' })
  })
  it('that hangs up is broken for what asks whether it answers, and unknown for what asks more', async () => {
    await sandbox.fault({ kind: 'reset', rate: 1, path: '/v1/balance' })
    const [reached, balance] = await Promise.all([ask('provider'), ask('provider_balance')]).finally(() =>
      sandbox.heal(),
    )
    expect(reached).toMatchObject({ state: 'broken', why: 'Nessuna risposta dal provider.' })
    expect(balance).toMatchObject({ state: 'unknown', why: 'Nessuna risposta dal provider.' })
  })
  it('whose webhook is disabled is broken', async () => {
    const [endpoint] = (await sandbox.stripe.webhookEndpoints.list()).data
    await sandbox.stripe.webhookEndpoints.update(endpoint?.id as string, { disabled: true })
    const found = await ask('webhook_endpoint')
    await sandbox.stripe.webhookEndpoints.update(endpoint?.id as string, { disabled: false })
    expect(found).toMatchObject({ state: 'broken', figure: 1 })
    expect(await ask('webhook_endpoint')).toMatchObject({ state: 'ok' })
  })
  it('that was paid at and sent no event is silent', async () => {
    const customer_id = await makeCustomer(services)
    const attempt_id = await openAttempt(customer_id, { state: 'processing', hours: 2, asked: true })
    const found = await ask('webhook_silence')
    await asSystem((tx) => tx`update payment_attempts set state = 'failed' where attempt_id = ${attempt_id}`)
    await asSystem(
      (tx) => tx`update payment_attempts set confirm_started_at = null where attempt_id = ${attempt_id}`,
    )
    expect(found).toMatchObject({ state: 'attention' })
  })
})

/** An attempt by card that was made so many hours ago. */
async function openAttempt(
  customer_id: number,
  { state, hours, asked = false }: { state: string; hours: number; asked?: boolean },
): Promise<number> {
  const { bill_id, account_id, subject_id } = await makeBill(services, customer_id)
  return asSystem(async (tx) => {
    const [payment] = await tx`
      insert into payments ${tx({ customer_id, account_id, bill_id, subject_id, method: 'CARD', amount: 41_250, provider_account: 'stripe' })}
      returning payment_id`
    const [attempt] = await tx`
      insert into payment_attempts (customer_id, bill_id, payment_id, state, provider_account, request, provider_object, created_at,
        confirm_started_at, next_check_at)
      values (${customer_id}, ${bill_id}, ${payment?.payment_id}, ${state}, 'stripe', '{}', ${`pi_${bill_id}`},
        now() - make_interval(hours => ${hours}), ${asked ? new Date().toISOString() : null}, null)
      returning attempt_id`
    return attempt?.attempt_id as number
  })
}

it('attempts without an outcome are found among those that are open, and not by reading all', async () => {
  const plan = await asSystem(async (tx) => {
    await tx`set local enable_seqscan = off`
    return tx`
      explain (costs off) select t.attempt_id from payment_attempts t
      join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id where ${isStuck(tx)}`
  })
  expect(JSON.stringify(plan)).toContain('payment_attempts_open')
})

describe('jobs', () => {
  it('that wait too long are told with their name', async () => {
    await asSystem((tx) => services.queue.enqueue(tx, 'delete-file', { file_path: 'documents/none' }))
    await owner`update pgboss.job set start_after = now() - interval '1 hour', created_on = now() - interval '1 hour' where name = 'delete-file'`
    const found = await ask('waiting_jobs')
    await owner`delete from pgboss.job where name = 'delete-file'`
    expect(found).toMatchObject({
      state: 'broken',
      parts: [{ name: 'Cancellazione di un file', note: '1 in coda' }],
    })
    expect(found?.figure).toBeGreaterThanOrEqual(3600)
  })
})

describe('mails', () => {
  const insert = (
    of: { sent?: boolean; refused?: boolean; bounced?: boolean; failure?: string; hours: number },
    count = 1,
  ) =>
    asSystem(
      (tx) => tx`
        insert into emails (template, to_address, subject, html, text, dedupe_key, created_at, sent_at, refused_at, bounced_at,
          failure, suppressed)
        select 'receipt', 'ada@example.it', '', '', '', gen_random_uuid()::text, now() - make_interval(hours => ${of.hours}),
          case when ${of.sent ?? false} then now() end, case when ${of.refused ?? false} then now() end,
          case when ${of.bounced ?? false} then now() end, ${of.failure ?? null}, ${of.failure === 'suppressed'}
        from generate_series(1, ${count})`,
    )
  it('that wait for hours are broken, and no address is shown', async () => {
    await insert({ hours: 5 })
    const found = await ask('mails_waiting')
    await asSystem((tx) => tx`delete from emails`)
    expect(found).toMatchObject({ state: 'broken', parts: [{ name: 'Ricevuta', note: '1 in attesa' }] })
    expect(JSON.stringify(found)).not.toContain('example.it')
  })
  it('that are refused need attention when they are many', async () => {
    await insert({ hours: 1, refused: true }, 12)
    const found = await ask('mails_refused')
    await insert({ hours: 1, sent: true }, 120)
    const few = await ask('mails_refused')
    await asSystem((tx) => tx`delete from emails`)
    expect([found?.state, found?.figure, few?.state]).toEqual(['attention', 12, 'ok'])
  })
  it('that came back count as refused; those that we did not send do not', async () => {
    for (const failure of ['suppressed', 'replaced', 'lapsed'])
      await insert({ hours: 1, refused: true, failure }, 20)
    const ours = await ask('mails_refused')
    await insert({ hours: 1, sent: true }, 20)
    await insert({ hours: 1, sent: true, bounced: true, failure: 'no_mailbox' }, 11)
    await insert({ hours: 1, refused: true, failure: 'no_mailbox' }, 1)
    const theirs = await ask('mails_refused')
    await asSystem((tx) => tx`delete from emails`)
    expect([ours?.state, ours?.figure]).toEqual(['ok', 0])
    expect([theirs?.state, theirs?.figure]).toEqual(['attention', 12])
  })
  it('whose server refuses us are a fault until one leaves', async () => {
    await asSystem(
      (tx) =>
        tx`insert into mail_faults (fault, times, last_at) values ('sign_in', 3, now() - interval '1 minute')`,
    )
    expect(await ask('mail_faults')).toMatchObject({
      ...{ state: 'broken', figure: 3, parts: [{ name: 'Accesso al server', figure: 3 }] },
    })
    await insert({ hours: 1, sent: true })
    expect(await ask('mail_faults')).toMatchObject({ state: 'ok' })
    await asSystem((tx) => tx`delete from emails`)
    await asSystem((tx) => tx`delete from mail_faults`)
  })
  it('whose server is away are broken; its address with the password is not shown', async () => {
    const found = await ask('mail_server', { SMTP_URL: `smtp://saldo:segreta@127.0.0.1:${await freePort()}` })
    expect(found).toMatchObject({ state: 'broken' })
    expect(JSON.stringify(found)).not.toContain('segreta')
  })
})

describe('the database', () => {
  it('with an index that was left half built needs attention', async () => {
    await owner`create table halves as select 1 as n from generate_series(1, 2)`
    await owner`create unique index concurrently half_built on halves (n)`.catch(() => {})
    const found = await ask('database_indexes')
    await owner`drop table halves`
    expect(found).toMatchObject({ state: 'attention', parts: [{ name: 'half_built' }] })
  })
  it('with migrations of another release is broken', async () => {
    await owner`insert into migrations (name, checksum) values ('9999-later.sql', 'x')`
    const found = await ask('database_migrations')
    await owner`delete from migrations where name = '9999-later.sql'`
    expect(found).toMatchObject({ state: 'broken', parts: [{ name: '9999-later.sql' }] })
  })
  it('that cannot be reached leaves its checks unknown', async () => {
    const asSystem = () => Promise.reject(Object.assign(new Error('10.0.0.7'), { code: 'ECONNREFUSED' }))
    const found = await runChecks(
      { ...services, asSystem },
      allChecks.filter(({ code }) => code in checks && checks[code].group === 'database'),
    )
    expect(found).toHaveLength(10)
    for (const each of found) expect(each).toMatchObject({ state: 'unknown', why: 'Connessione rifiutata.' })
  })
})

describe('storage', () => {
  it('that does not take a file is broken', async () => {
    const files = {
      ...services.files,
      put: () => Promise.reject(Object.assign(new Error('/var/saldo/files'), { code: 'ENOSPC' })),
    }
    const check = allChecks.find(({ code }) => code === 'storage_probe') as Check
    const [found] = await runChecks({ ...services, files }, [check])
    expect(found).toMatchObject({ state: 'broken', why: 'Il disco è pieno.' })
  })
  it('that gives back no file, or another one, is broken, and keeps none of the probes', async () => {
    const probe = allChecks.find(({ code }) => code === 'storage_probe') as Check
    const withRead = (read: Services['files']['read']) =>
      runChecks({ ...services, files: { ...services.files, read } }, [probe])
    const [lost] = await withRead(() => Promise.reject(Object.assign(new Error('gone'), { code: 'EIO' })))
    const [other] = await withRead(async () => ({ content: Readable.from([Buffer.from('x')]), bytes: 1 }))
    expect(lost).toMatchObject({ state: 'broken' })
    expect(other).toMatchObject({ state: 'broken', why: 'Il file riletto non è quello scritto.' })
    const names: string[] = []
    for await (const { name } of services.files.list()) names.push(name)
    expect(names.filter((name) => name.startsWith('probes/'))).toEqual([])
  })
  it('says how much all files take, whatever their kind, without those that were deleted', async () => {
    const customer_id = await makeCustomer(services)
    const store = (path: string, removed_how: string | null) =>
      asSystem(
        (tx) => tx`
          insert into stored_files (customer_id, kind, record_table, record_id, path, name, bytes, removed_at, removed_how)
          values (${customer_id}, 'office_logo', 'office_logos', 1, ${path}, 'logo.png', 3e9::bigint,
            case when ${removed_how}::text is not null then now() end, ${removed_how})`,
      )
    await store('logos/one', null)
    await store('logos/two', 'record')
    const found = await ask('storage_space')
    await asSystem((tx) => tx`delete from stored_files where customer_id = ${customer_id}`)
    expect(found?.parts).toContainEqual({ name: 'file conservati', figure: null, note: '1, 3,0 GB' })
  })
  it('whose scanner answers is ok, and broken when it does not', async () => {
    const clamd = createServer((socket) => socket.once('data', () => socket.end('PONG\0')))
    const port = await freePort()
    await new Promise<void>((resolve) => clamd.listen(port, '127.0.0.1', resolve))
    const SCAN_URL = `clamd://127.0.0.1:${port}`
    expect(await ask('scanner', { SCAN_URL })).toMatchObject({ state: 'ok' })
    await new Promise((resolve) => clamd.close(resolve))
    expect(await ask('scanner', { SCAN_URL })).toMatchObject({
      state: 'broken',
      why: 'Connessione rifiutata.',
    })
  })
})

it('docs/operations.md explains every check, and none that there is not', () => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const explained = [...page.matchAll(/^### (\w+)\n\n(.*?)\. /gm)].map(([, code, name]) => [code, name])
  expect(explained).toEqual(checkCodes.map((code) => [code, checks[code].name]))
  expect(allChecks.map(({ code }) => code).sort()).toEqual([...checkCodes].sort())
})
