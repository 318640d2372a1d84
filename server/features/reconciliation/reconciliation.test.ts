import type { ReconciliationDay, ReconciliationItem, ReconciliationRun } from '@saldo/contract/reconciliation'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, signIn } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { applyDisputeEvent } from '../disputes/apply-dispute-event.ts'
import { settleAttempt } from '../payments/settle-attempt.ts'

let sandbox: TestSandbox
let test: TestApp
let owner: postgres.Sql
type Person = Awaited<ReturnType<typeof signIn>>
/** A customer of its own for every test, so that its books hold what the test did and nothing else. */
let who: Person
let backoffice: Person

beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
  owner = postgres(test.services.env.DATABASE_URL, { max: 1, onnotice: () => {} })
  backoffice = await signIn(test.services, 'super_user')
})
afterAll(async () => {
  await owner.end()
  await test.close()
  await sandbox.stop()
})
beforeEach(async () => {
  who = await signIn(test.services, 'customer')
})

const get = async <T>(url: string, as: Person = who) =>
  (await test.call({ url: `/v1/reconciliation${url}`, headers: as.headers })).body as T
const act = async (url: string, payload?: object, as: Person = who) => {
  const { status, body } = await test.call({
    method: 'POST',
    url: `/v1/reconciliation${url}`,
    headers: as.headers,
    ...(payload ? { payload } : {}),
  })
  return {
    status,
    body: body as Omit<ReconciliationItem, 'state'> & ReconciliationRun & { error?: string; fields?: object },
  }
}
/** Compares yesterday and today, as a person asks for it. */
async function compare(as: Person = who) {
  const { status, body } = await act('/runs', {}, as)
  expect(status).toBe(202)
  await runJobs(test.services)
  const run = await get<ReconciliationRun>(`/runs/${body.run_id}`, as)
  expect(run).toMatchObject({ state: 'done', failure: null })
}
const openItems = async (as: Person = who) =>
  (await get<{ items: ReconciliationItem[] }>('/items?state=open', as)).items
const onlyItem = async () => {
  const items = await openItems()
  expect(items).toHaveLength(1)
  return items[0] as ReconciliationItem
}
/** What the days of this customer come to. */
async function sums() {
  const { items } = await get<{ items: ReconciliationDay[] }>('/days')
  const sum = (of: keyof ReconciliationDay) => items.reduce((total, day) => total + Number(day[of]), 0)
  return {
    provider: sum('provider_amount'),
    ours: sum('our_amount'),
    ledger: sum('ledger_amount'),
    fees: [sum('provider_fee'), sum('ledger_fee')],
    unexplained: sum('unexplained'),
  }
}
const inBalance = async (cents: number) => {
  const { fees, ...found } = await sums()
  expect(found).toEqual({ provider: cents, ours: cents, ledger: cents, unexplained: 0 })
  expect(fees[0]).toBe(fees[1])
  expect(await openItems()).toEqual([])
}

const payment = async (amount: number, body: object = {}, path = 'charge') => {
  const bill = await makeBill(test.services, who.customer_id, { amounts: [amount] })
  const reply = await test.call({
    method: 'POST',
    url: `/v1/stripe/${path}/${bill.token}`,
    payload:
      path === 'charge'
        ? { payment_method: 'CARD', payment_method_id: 'pm_card_visa', ...body }
        : { email: 'lucia@example.it', ...body },
  })
  const made = reply.body as {
    payment_id: number
    state: string
    next_action: { redirect_url: string } | null
  }
  return { bill, ...made }
}
const attemptOf = async (payment_id: number) => {
  const [attempt] = await test.services.asSystem(
    (tx) => tx`select * from payment_attempts where payment_id = ${payment_id}`,
  )
  return attempt as { attempt_id: number; provider_object: string; provider_charge: string; state: string }
}
const debit = async (iban: string) => {
  const method = await sandbox.stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban },
    billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
  })
  return {
    payment_method: 'SEPA_DEBIT',
    payment_method_id: method.id,
    email: 'lucia@example.it',
    mandate: { accepted: true },
  }
}
const settle = async (payment_id: number) =>
  settleAttempt(test.services, (await attemptOf(payment_id)).attempt_id)
const refund = async (payment_id: number, amount: number) => {
  const reply = await test.call({
    method: 'POST',
    url: `/v1/stripe/refund/${payment_id}`,
    headers: who.headers,
    payload: { amount, reason: 'requested_by_customer' },
  })
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
}
/** The payer's bank takes the money back. */
const contest = async (charge: string): Promise<string> => {
  const reply = await fetch(`${sandbox.url}/_sandbox/disputes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ charge }),
  })
  return ((await reply.json()) as { id: string }).id
}
/** Tears a page out of the ledger, which nothing but its owner could do. */
const tearOut = (payment_id: number, kind: string) =>
  owner.begin(async (sql) => {
    await sql`alter table ledger_entries disable trigger user`
    await sql`alter table ledger_lines disable trigger user`
    await sql`
      delete from ledger_lines where entry_id in (
        select entry_id from ledger_entries where payment_id = ${payment_id} and kind = ${kind})`
    await sql`delete from ledger_entries where payment_id = ${payment_id} and kind = ${kind}`
    await sql`alter table ledger_entries enable trigger user`
    await sql`alter table ledger_lines enable trigger user`
  })

describe('books that say the same are in balance', () => {
  it('cards, debits and Klarna, each with its fee', async () => {
    await payment(41_250)
    const sepa = await payment(20_000, await debit('IT56B9999999999000000000001'))
    const klarna = await payment(5_000, {}, 'klarna')
    await fetch(klarna.next_action?.redirect_url as string, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    })
    await sandbox.advance(100)
    await settle(sepa.payment_id)
    await settle(klarna.payment_id)
    await compare()
    await inBalance(66_250)
    expect((await sums()).fees[0]).toBeGreaterThan(0)
  })

  it('a debit under way is in none of them, a card that was declined neither', async () => {
    await payment(20_000, await debit('IT84E9999999999000000000004'))
    await payment(1_000, { payment_method_id: 'pm_card_chargeDeclined' })
    await compare()
    await inBalance(0)
  })

  it('a debit that came and went back, with what the bank asks for it', async () => {
    const { payment_id } = await payment(20_000, await debit('IT10D9999999999000000000003'))
    await sandbox.advance(100)
    await settle(payment_id)
    expect((await attemptOf(payment_id)).state).toBe('returned')
    await compare()
    await inBalance(0)
    expect((await sums()).fees[0]).toBeGreaterThan(35)
  })

  it('money given back in part and in whole, and money contested, then won or lost', async () => {
    const part = await payment(41_250)
    await refund(part.payment_id, 1_250)
    const whole = await payment(5_000)
    await refund(whole.payment_id, 5_000)
    for (const verdict of ['winning_evidence', 'losing_evidence']) {
      const { payment_id } = await payment(10_000)
      const { provider_charge } = await attemptOf(payment_id)
      const dispute = await contest(provider_charge)
      await applyDisputeEvent(test.services, 'stripe', dispute)
      await compare()
      expect(await openItems()).toEqual([])
      await sandbox.stripe.disputes.update(dispute, { evidence: { uncategorized_text: verdict } })
      await applyDisputeEvent(test.services, 'stripe', dispute)
    }
    await compare()
    await inBalance(40_000 + 10_000)
  })

  it('a payment that goes on to the administrator’s account, less the platform’s fee', async () => {
    const account = await sandbox.stripe.accounts.create({
      country: 'IT',
      capabilities: { transfers: { requested: true } },
    })
    await fetch(`${sandbox.url}/_sandbox/accounts/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: account.id }),
    })
    await test.services.asSystem(
      (tx) => tx`
        insert into provider_accounts (customer_id, provider_account, account_destination, state, fee_bps)
        values (${who.customer_id}, 'stripe', ${account.id}, 'active', 150)`,
    )
    const { payment_id } = await payment(41_250)
    expect(await sandbox.stripe.balance.retrieve({}, { stripeAccount: account.id })).toMatchObject({
      pending: [{ amount: 41_250 - 619 }],
    })
    await compare()
    await inBalance(41_250)
    await refund(payment_id, 1_250)
    await compare()
    await inBalance(40_000)
  })

  it('compared again, nothing changes', async () => {
    await payment(41_250)
    await compare()
    const [before] = (await get<{ items: { day_id: number }[] }>('')).items
    await compare()
    await inBalance(41_250)
    expect((await get<{ items: { day_id: number }[] }>('')).items[0]?.day_id).toBe(before?.day_id)
  })

  it('what came on another day than we heard of it is found there, not missed here', async () => {
    const { payment_id } = await payment(41_250)
    // We learned of it the day before, by our clock.
    await owner.begin(async (sql) => {
      await sql`update payments set settled_at = settled_at - interval '1 day' where payment_id = ${payment_id}`
      await sql`alter table ledger_entries disable trigger user`
      await sql`update ledger_entries set at = at - interval '1 day' where payment_id = ${payment_id}`
      await sql`alter table ledger_entries enable trigger user`
    })
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await act('/runs', { from: day, to: day })
    await runJobs(test.services)
    expect(await openItems()).toEqual([])
    await compare()
    await inBalance(41_250)
  })
})

describe('what one book alone says', () => {
  it('an attempt whose answer was lost: charged there, not here; applied, it is', async () => {
    await sandbox.fault({ kind: 'drop', rate: 1, path: '/v1/payment_intents/*/confirm', times: 1 })
    const lost = await payment(41_250)
    await sandbox.heal()
    // The payer was told after three seconds; what waits for the provider gives up later.
    for (let tries = 0; (await attemptOf(lost.payment_id)).state !== 'unknown' && tries < 100; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 150))
    await compare()
    const item = await onlyItem()
    expect(item).toMatchObject({
      kind: 'not_here',
      provider_amount: 41_250,
      our_amount: 0,
      difference: 41_250,
    })
    expect(item.provider_object).toMatch(/^pi_/)
    expect((await sums()).unexplained).toBe(41_250)
    expect(await act(`/items/${item.item_id}/apply`)).toMatchObject({
      status: 200,
      body: { state: 'resolved' },
    })
    await inBalance(41_250)
  })

  it('a payment of ours that the provider never heard of, explained and taken back', async () => {
    const { payment_id, bill } = await payment(1_000, { payment_method_id: 'pm_card_chargeDeclined' })
    await test.services.asSystem(async (tx) => {
      await tx`update payments set state = 'succeeded', settled_at = now() where payment_id = ${payment_id}`
      await tx`
        insert into payment_attempts (customer_id, bill_id, payment_id, state, provider_account, provider_object, request,
          next_check_at)
        values (${who.customer_id}, ${bill.bill_id}, ${payment_id}, 'succeeded', 'stripe', 'pi_neverheard', '{"amount": 1000}',
          null)`
    })
    await compare()
    const item = await onlyItem()
    expect(item).toMatchObject({
      kind: 'not_there',
      provider_amount: 0,
      our_amount: 1_000,
      difference: -1_000,
    })
    expect(await act(`/items/${item.item_id}/apply`)).toMatchObject({ status: 200, body: { state: 'open' } })
    expect(await act(`/items/${item.item_id}/explain`, { reason: '  ' })).toMatchObject({ status: 400 })
    const explained = await act(`/items/${item.item_id}/explain`, { reason: 'Prova fatta a mano' })
    expect(explained).toMatchObject({
      status: 200,
      body: { state: 'explained', reason: 'Prova fatta a mano' },
    })
    expect(explained.body.explained_by).toMatch(/^Persona/)
    expect((await sums()).unexplained).toBe(0)
    await compare()
    expect(await openItems()).toEqual([])
    expect(await act(`/items/${item.item_id}/apply`)).toMatchObject({ status: 409 })
    expect(await act(`/items/${item.item_id}/reopen`)).toMatchObject({
      status: 200,
      body: { state: 'open', reason: null },
    })
    expect((await sums()).unexplained).toBe(1_000)
  })

  it('a hand-made gap in the ledger is posted anew', async () => {
    const { payment_id } = await payment(41_250)
    await tearOut(payment_id, 'collection')
    await compare()
    const item = await onlyItem()
    expect(item).toMatchObject({
      kind: 'ledger_missing',
      our_amount: 41_250,
      ledger_amount: 0,
      difference: 41_250,
    })
    expect(await act(`/items/${item.item_id}/apply`)).toMatchObject({
      status: 409,
      body: { error: 'not_for_this' },
    })
    expect(await act(`/items/${item.item_id}/post`)).toMatchObject({
      status: 200,
      body: { state: 'resolved' },
    })
    await inBalance(41_250)
    expect(await act(`/items/${item.item_id}/post`)).toMatchObject({ status: 409 })
  })

  it('an entry too many is taken back by another, since none is ever changed', async () => {
    const { payment_id, bill } = await payment(41_250)
    const { account_id, bill_id, customer_id } = bill
    await test.services.asSystem(async (tx) => {
      const entry = {
        customer_id,
        account_id,
        bill_id,
        payment_id,
        kind: 'collection',
        source: `hand:${payment_id}`,
      }
      const [made] =
        await tx`insert into ledger_entries ${tx({ ...entry, description: 'Due volte' })} returning entry_id`
      const line = { customer_id, entry_id: made?.entry_id }
      await tx`
        insert into ledger_lines ${tx([
          { ...line, ledger_account: 'provider_transit', amount: 41_250 },
          { ...line, ledger_account: 'receivables', amount: -41_250 },
        ])}`
    })
    await compare()
    const item = await onlyItem()
    expect(item).toMatchObject({ kind: 'ledger_duplicate', ledger_amount: 82_500, difference: -41_250 })
    await act(`/items/${item.item_id}/post`)
    await inBalance(41_250)
  })

  it('a fee that was not booked is', async () => {
    const { payment_id } = await payment(41_250)
    await tearOut(payment_id, 'collection_fee')
    await compare()
    const item = await onlyItem()
    expect(item).toMatchObject({ kind: 'fee_differs', ledger_amount: 0 })
    expect(item.difference).toBe(item.provider_amount)
    await act(`/items/${item.item_id}/post`)
    await inBalance(41_250)
  })

  it('another amount than ours says so', async () => {
    const { payment_id } = await payment(41_250)
    await owner`
      update payment_attempts set request = jsonb_set(request, '{amount}', '40000') where payment_id = ${payment_id}`
    await compare()
    expect(await onlyItem()).toMatchObject({
      kind: 'amount_differs',
      provider_amount: 41_250,
      our_amount: 40_000,
      difference: 1_250,
    })
  })

  it('money given back behind our back shows as such; applied, it is a refund of ours', async () => {
    const { payment_id } = await payment(41_250)
    const { provider_object } = await attemptOf(payment_id)
    await sandbox.stripe.refunds.create({ payment_intent: provider_object, amount: 1_250 })
    await compare()
    expect(await onlyItem()).toMatchObject({
      kind: 'not_here',
      class: 'refund',
      provider_amount: -1_250,
      our_amount: 0,
    })
    expect((await sums()).provider).toBe(40_000)
    const { item_id } = await onlyItem()
    expect(await act(`/items/${item_id}/apply`)).toMatchObject({ status: 200, body: { state: 'resolved' } })
    await inBalance(40_000)
  })

  it('money contested that nobody told us of shows as such; applied, the payment is contested here, too', async () => {
    const { payment_id } = await payment(41_250)
    await contest((await attemptOf(payment_id)).provider_charge)
    await compare()
    const item = await onlyItem()
    expect(item).toMatchObject({ kind: 'not_here', class: 'dispute', provider_amount: -41_250 })
    await act(`/items/${item.item_id}/apply`)
    expect((await attemptOf(payment_id)).state).toBe('disputed')
    await inBalance(0)
  })

  it('a charge made behind our back belongs to nobody: the back office sees it, no customer does', async () => {
    await sandbox.stripe.paymentIntents.create({
      amount: 7_777,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://example.it',
    })
    await compare()
    await inBalance(0)
    const [item] = (await openItems(backoffice)).filter(({ kind }) => kind === 'nobody')
    expect(item).toMatchObject({ provider_amount: 7_777, customer_id: null, account_id: null })
    const url = `/items/${item?.item_id}/explain`
    expect(await act(url, { reason: 'Prova' })).toMatchObject({ status: 404 })
    expect(await act(url, { reason: 'Prova' }, backoffice)).toMatchObject({
      status: 200,
      body: { state: 'explained' },
    })
  })
})

describe('who sees what', () => {
  it('a customer sees its own days and runs, whoever compared them', async () => {
    await payment(41_250)
    const other = await signIn(test.services, 'customer')
    await compare(other)
    await inBalance(41_250)
    expect(await get<ReconciliationRun[]>('/runs')).toEqual([])
    expect((await get<{ items: unknown[] }>('/days', other)).items).toEqual([])
  })
  it('404: another’s item, for every act', async () => {
    const { payment_id } = await payment(41_250)
    await tearOut(payment_id, 'collection')
    await compare()
    const { item_id } = await onlyItem()
    const other = await signIn(test.services, 'customer')
    for (const path of ['apply', 'post', 'reopen'])
      expect((await act(`/items/${item_id}/${path}`, undefined, other)).status).toBe(404)
    expect((await act(`/items/${item_id}/explain`, { reason: 'Mia' }, other)).status).toBe(404)
  })
})

describe('runs', () => {
  it('202: asked twice, it is one', async () => {
    const [one, two] = await Promise.all([act('/runs'), act('/runs')])
    expect([one.status, two.status]).toEqual([202, 202])
    expect(one.body.run_id).toBe(two.body.run_id)
    await runJobs(test.services)
    expect((await get<ReconciliationRun[]>('/runs')).map(({ state }) => state)).toEqual(['done'])
  })
  it.each([
    [{ to: '2099-01-01' }, ['to']],
    [{ from: '2026-09-15', to: '2026-09-14' }, ['from']],
    [{ from: '2020-01-01' }, ['from']],
    [{ from: '2026-02-30' }, ['from']],
  ])('400: %j', async (days, fields) => {
    const { status, body } = await act('/runs', days)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields })
  })
  it('a provider that is silent ends it with the reason; the next one is free to start', async () => {
    await sandbox.fault({ kind: '500', rate: 1, path: '/v1/balance_transactions' })
    const { body } = await act('/runs')
    await runJobs(test.services)
    await sandbox.heal()
    const run = await get<ReconciliationRun>(`/runs/${body.run_id}`)
    expect(run.state).toBe('failed')
    expect(run.failure).toContain('Il provider non ha risposto')
    await compare()
  })
  it('at night compares yesterday and what is still open before it', async () => {
    const { payment_id } = await payment(41_250)
    await tearOut(payment_id, 'collection')
    await compare()
    await owner`update reconciliation_items set day = day - 20 where payment_id = ${payment_id}`
    const seen = await get<ReconciliationRun[]>('/runs?limit=50', backoffice)
    await test.services.asSystem((tx) => test.services.queue.enqueue(tx, 'reconcile-at-night', {}))
    await runJobs(test.services)
    const runs = (await get<ReconciliationRun[]>('/runs?limit=50', backoffice)).slice(0, -seen.length)
    expect(runs.every(({ started_by, state }) => started_by === 'night' && state === 'done')).toBe(true)
    expect(runs.length).toBeGreaterThanOrEqual(2)
    expect(await onlyItem()).toMatchObject({ kind: 'ledger_missing', payment_id })
  })
})

describe('lists', () => {
  it('200: filtered, paged and exported alike', async () => {
    const account_id = await makeAccount(test.services, who.customer_id, { name: 'Condominio Aurora' })
    const bill = await makeBill(test.services, who.customer_id, { account_id })
    await test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${bill.token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    const { payment_id } = await payment(5_000)
    await tearOut(payment_id, 'collection')
    await compare()
    const days = await get<{ items: ReconciliationDay[]; next_cursor: null }>('/days?open=true')
    expect(days.items).toHaveLength(1)
    expect(days.items[0]).toMatchObject({ accounts: 2, unexplained: 5_000, open_items: 1 })
    const day = days.items[0]?.day as string
    expect(await get('/days?open=false')).toEqual({ items: [], next_cursor: null })
    expect(await get(`/days?open=true&account_id=${account_id}`)).toEqual({ items: [], next_cursor: null })
    expect(await get(`/days/${day}`)).toMatchObject({ matched: true, unexplained: 5_000 })
    const ofAccount = await get<{ items: { account_name: string }[] }>(
      `?day_from=${day}&account_id=${account_id}`,
    )
    expect(ofAccount.items.map(({ account_name }) => account_name)).toEqual(['Condominio Aurora'])
    const worst = await get<{ items: { unexplained: number }[]; next_cursor: string }>(
      '?sort=-unexplained&limit=1',
    )
    expect(worst.items[0]?.unexplained).toBe(5_000)
    const rest = await get<{ items: unknown[] }>(`?sort=-unexplained&limit=1&cursor=${worst.next_cursor}`)
    expect(rest.items).toHaveLength(1)
    expect(await get('/summary')).toMatchObject({ count: 2, days: 1, unexplained: 5_000 })
    expect(await get(`/items/summary?kind=ledger_missing`)).toEqual({ count: 1, unexplained: 5_000 })
    expect(await get(`/items/summary?q=${bill.number}`)).toEqual({ count: 0, unexplained: 0 })
    expect(await get(`/items/summary?q=PG-${payment_id}`)).toEqual({ count: 1, unexplained: 5_000 })
    for (const path of ['export', 'items/export']) {
      const file = await test.call({ url: `/v1/reconciliation/${path}`, headers: who.headers })
      expect(file.status).toBe(200)
      expect(file.raw.toString()).toContain(path === 'export' ? 'Condominio Aurora' : 'Scrittura mancante')
    }
  })
})

it('a day of twenty thousand movements is compared in sets', async () => {
  const customer_id = await makeCustomer(test.services)
  const bill = await makeBill(test.services, customer_id)
  const { account_id, bill_id, subject_id } = bill
  await test.services.asSystem(async (tx) => {
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
  await owner`analyze payments, payment_attempts, provider_movements`
  const began = performance.now()
  const { match } = await import('./match.sql.ts')
  await test.services.asSystem((tx) => match(tx, { provider_account: 'stripe2', day: '2026-03-10' }))
  console.log(`20,000 movements compared in ${Math.round(performance.now() - began)} ms`)
  const [row] =
    await owner`select count(*)::int as count, sum(gap)::bigint as gap from reconciliation_items where customer_id = ${customer_id}`
  expect(row).toMatchObject({ count: 20_000, gap: '20000000' })
}, 170_000)
