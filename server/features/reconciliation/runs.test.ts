import type { ReconciliationDay, ReconciliationRun } from '@saldo/contract/reports/reconciliation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import {
  type ReconciliationFixtures,
  reconciliationFixtures,
} from '../../testing/features/reconciliation-fixtures.ts'
import { newsOf } from '../../testing/news.ts'
import { makeAccount, makeBill, makeCustomer, signIn } from '../../testing/people.ts'

let fixtures: ReconciliationFixtures
beforeAll(async () => {
  fixtures = await reconciliationFixtures()
})
afterAll(() => fixtures.close())
beforeEach(() => fixtures.anotherOffice())

describe('visibility', () => {
  it('a customer sees its own days and runs, whoever started them', async () => {
    await fixtures.payment(41_250)
    const other = await signIn(fixtures.test.services, 'customer')
    await fixtures.compare(other)
    await fixtures.inBalance(41_250)
    expect(await fixtures.get<ReconciliationRun[]>('/runs')).toEqual([])
    expect((await fixtures.get<{ items: unknown[] }>('/days', other)).items).toEqual([])
  })
  it('404: another customer’s item, for every act', async () => {
    const { payment_id } = await fixtures.payment(41_250)
    await fixtures.tearOut(payment_id, 'collection')
    await fixtures.compare()
    const { item_id } = await fixtures.onlyItem()
    const other = await signIn(fixtures.test.services, 'customer')
    for (const path of ['apply', 'post', 'reopen'])
      expect((await fixtures.act(`/items/${item_id}/${path}`, undefined, other)).status).toBe(404)
    expect((await fixtures.act(`/items/${item_id}/explain`, { reason: 'Mia' }, other)).status).toBe(404)
  })
})

describe('runs', () => {
  it('202: two requests start one run', async () => {
    const [one, two] = await Promise.all([fixtures.act('/runs'), fixtures.act('/runs')])
    expect([one.status, two.status]).toEqual([202, 202])
    expect(one.body.run_id).toBe(two.body.run_id)
    await runJobs(fixtures.test.services)
    expect((await fixtures.get<ReconciliationRun[]>('/runs')).map(({ state }) => state)).toEqual(['done'])
  })
  it.each([
    [{ to: '2099-01-01' }, ['to']],
    [{ from: '2026-09-15', to: '2026-09-14' }, ['from']],
    [{ from: '2020-01-01' }, ['from']],
    [{ from: '2026-02-30' }, ['from']],
  ])('400: %j', async (days, fields) => {
    const { status, body } = await fixtures.act('/runs', days)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields })
  })
  it('a silent provider ends a run with the reason; the next one can start', async () => {
    await fixtures.sandbox.fault({ kind: '500', rate: 1, path: '/v1/balance_transactions' })
    const { body } = await fixtures.act('/runs')
    await runJobs(fixtures.test.services)
    await fixtures.sandbox.heal()
    const run = await fixtures.get<ReconciliationRun>(`/runs/${body.run_id}`)
    expect(run.state).toBe('failed')
    expect(run.failure).toContain('Il provider non ha risposto')
    await fixtures.compare()
  })
  it('the nightly run compares yesterday and earlier open items', async () => {
    const { payment_id } = await fixtures.payment(41_250)
    await fixtures.tearOut(payment_id, 'collection')
    await fixtures.compare()
    await fixtures.owner`update reconciliation_items set day = day - 20 where payment_id = ${payment_id}`
    const seen = await fixtures.get<ReconciliationRun[]>('/runs?limit=50', fixtures.backoffice)
    await fixtures.test.services.asSystem((tx) =>
      fixtures.test.services.queue.enqueue(tx, 'reconcile-at-night', {}),
    )
    await runJobs(fixtures.test.services)
    const runs = (await fixtures.get<ReconciliationRun[]>('/runs?limit=50', fixtures.backoffice)).slice(
      0,
      -seen.length,
    )
    expect(runs.every(({ started_by, state }) => started_by === 'night' && state === 'done')).toBe(true)
    expect(runs.length).toBeGreaterThanOrEqual(2)
    expect(await fixtures.onlyItem()).toMatchObject({ kind: 'ledger_missing', payment_id })
    const news = await newsOf(fixtures.test.services, fixtures.who.customer_id)
    expect(news[0]).toMatchObject({
      title: 'Quadratura: una voce da spiegare',
      body: expect.stringContaining('412,50\u00a0€ di differenza'),
      metadata: {
        kind: 'reconciliation',
        link: expect.stringMatching(/^\/quadratura\?day=\d{4}-\d\d-\d\d$/),
      },
    })
  })
})

describe('lists', () => {
  it('200: are filtered, paged and exported alike', async () => {
    const account_id = await makeAccount(fixtures.test.services, fixtures.who.customer_id, {
      name: 'Condominio Aurora',
    })
    const bill = await makeBill(fixtures.test.services, fixtures.who.customer_id, { account_id })
    await fixtures.test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${bill.token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    const { payment_id } = await fixtures.payment(5_000)
    await fixtures.tearOut(payment_id, 'collection')
    await fixtures.compare()
    const days = await fixtures.get<{ items: ReconciliationDay[]; next_cursor: null }>('/days?open=true')
    expect(days.items).toHaveLength(1)
    expect(days.items[0]).toMatchObject({ accounts: 2, unexplained: 5_000, open_items: 1 })
    const day = days.items[0]?.day as string
    expect(await fixtures.get('/days?open=false')).toEqual({ items: [], next_cursor: null })
    expect(await fixtures.get(`/days?open=true&account_id=${account_id}`)).toEqual({
      items: [],
      next_cursor: null,
    })
    expect(await fixtures.get(`/days/${day}`)).toMatchObject({ matched: true, unexplained: 5_000 })
    const ofAccount = await fixtures.get<{ items: { account_name: string }[] }>(
      `?day_from=${day}&account_id=${account_id}`,
    )
    expect(ofAccount.items.map(({ account_name }) => account_name)).toEqual(['Condominio Aurora'])
    const worst = await fixtures.get<{ items: { unexplained: number }[]; next_cursor: string }>(
      '?sort=-unexplained&limit=1',
    )
    expect(worst.items[0]?.unexplained).toBe(5_000)
    const rest = await fixtures.get<{ items: unknown[] }>(
      `?sort=-unexplained&limit=1&cursor=${worst.next_cursor}`,
    )
    expect(rest.items).toHaveLength(1)
    expect(await fixtures.get('/summary')).toMatchObject({ count: 2, days: 1, unexplained: 5_000 })
    expect(await fixtures.get(`/items/summary?kind=ledger_missing`)).toEqual({ count: 1, unexplained: 5_000 })
    expect(await fixtures.get(`/items/summary?q=${bill.number}`)).toEqual({ count: 0, unexplained: 0 })
    expect(await fixtures.get(`/items/summary?q=PG-${payment_id}`)).toEqual({ count: 1, unexplained: 5_000 })
    for (const path of ['export', 'items/export']) {
      const file = await fixtures.test.call({
        url: `/v1/reconciliation/${path}`,
        headers: fixtures.who.headers,
      })
      expect(file.status).toBe(200)
      expect(file.raw.toString()).toContain(path === 'export' ? 'Condominio Aurora' : 'Scrittura mancante')
    }
  })
})

it('a day of twenty thousand movements is compared in sets', async () => {
  const customer_id = await makeCustomer(fixtures.test.services)
  const bill = await makeBill(fixtures.test.services, customer_id)
  const { account_id, bill_id, subject_id } = bill
  await fixtures.test.services.asSystem(async (tx) => {
    await tx`
      insert into payments (customer_id, account_id, bill_id, subject_id, method, amount, state, provider_account, settled_at)
      select ${customer_id}, ${account_id}, ${bill_id}, ${subject_id}, 'CARD', 1000, 'succeeded', 'stripe2', '2026-03-10 12:00Z'
      from generate_series(1, 20000)`
    await tx`
      insert into payment_attempts (customer_id, bill_id, payment_id, state, provider_account, provider_object, request, next_check_at)
      select customer_id, bill_id, payment_id, 'succeeded', 'stripe2', 'pi_bulk' || payment_id, '{"amount": 1000}', null
      from payments where customer_id = ${customer_id}`
    await tx`
      insert into provider_movements (provider_account, movement_id, class, type, amount, fee, day, at, payment_intent)
      select 'stripe2', 'txn_bulk' || payment_id, 'charge', 'charge', 1000, 0, '2026-03-10', '2026-03-10 12:00Z', 'pi_bulk' || payment_id
      from payments where customer_id = ${customer_id}`
  })
  await fixtures.owner`analyze payments, payment_attempts, provider_movements`
  const began = performance.now()
  const { match } = await import('./match.sql.ts')
  await fixtures.test.services.asSystem((tx) => match(tx, { provider_account: 'stripe2', day: '2026-03-10' }))
  console.log(`20,000 movements compared in ${Math.round(performance.now() - began)} ms`)
  const [row] =
    await fixtures.owner`select count(*)::int as count, sum(gap)::bigint as gap from reconciliation_items where customer_id = ${customer_id}`
  expect(row).toMatchObject({ count: 20_000, gap: '20000000' })
})
