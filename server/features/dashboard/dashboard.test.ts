import type { Dashboard } from '@saldo/contract/reports/dashboard'
import { addDays, today } from '@saldo/domain/dates'
import { describe, expect, it } from 'vitest'
import { post } from '../../ledger/ledger.ts'
import type { Services } from '../../services.ts'
import { withApp } from '../../testing/app.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'

/** The dashboard of a user with all permissions: no figure is null. */
type Whole = { [Part in keyof Dashboard]: NonNullable<Dashboard[Part]> }
const thisYear = Number(today().slice(0, 4))

async function setUp() {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const dashboard = async (as: Record<string, string> = headers, query = '') => {
    const { status, body } = await test.call({ url: `/v1/dashboard${query}`, headers: as })
    return { status, body: body as Whole }
  }
  const get = async (path: string) => (await test.call({ url: path, headers })).body as Record<string, number>
  return { ...test, customer_id, headers, dashboard, get }
}

type Made = Awaited<ReturnType<typeof makeBill>>
const issueOn = (services: Services, { bill_id }: Made, day: string) =>
  services.asSystem((tx) => tx`update bills set issue_date = ${day} where bill_id = ${bill_id}`)

async function pay(
  services: Services,
  bill: Made,
  of: { state: string; amount: number; refunded?: number; settled?: string; created?: string },
) {
  const { customer_id, account_id, bill_id, subject_id } = bill
  const { state, amount, refunded = 0, settled = null, created = new Date().toISOString() } = of
  await services.asSystem(async (tx) => {
    const [row] = await tx`
      insert into payments ${tx({ customer_id, account_id, bill_id, subject_id, method: 'CARD', amount, state, refunded, settled_at: settled, created_at: created })}
      returning payment_id`
    if (!settled) return
    const payment_id = row?.payment_id as number
    const where = { customer_id, account_id, bill_id, subject_id, payment_id, source: `test:${payment_id}` }
    await post(tx, { ...where, kind: 'collection', day: today(new Date(settled)), description: 'Incasso' }, [
      { ledger_account: 'provider_transit', amount },
      { ledger_account: 'receivables', amount: -amount, bill_id },
    ])
    if (refunded === 0) return
    await post(tx, { ...where, kind: 'refund', description: 'Rimborso' }, [
      { ledger_account: 'provider_transit', amount: -refunded },
      { ledger_account: 'receivables', amount: refunded, bill_id },
    ])
  })
}

const nothing = { count: 0, amount: 0 }

describe('200', () => {
  it('shows an empty dashboard if there are no data', async () => {
    const { dashboard } = await setUp()
    const { status, body } = await dashboard()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      year: null,
      totals: { count: 0, amount: 0, settled: 0, residue: 0 },
      overdue: nothing,
      due_soon: nothing,
      collected_today: nothing,
      under_way: nothing,
      attention: [],
      latest_payments: [],
      accounts: [],
    })
    expect(body.months).toHaveLength(12)
    expect(body.months.at(-1)).toEqual({ month: today().slice(0, 7), issued: 0, collected: 0, corrected: 0 })
    expect(new Set(body.months.map(({ month }) => month)).size).toBe(12)
  })

  it('shows the amounts due, equal to the lists that they link to', async () => {
    const { services, customer_id, dashboard, get } = await setUp()
    const day = (days: number) => addDays(today(), days)
    const make = async (due_dates: string[], of: Parameters<typeof makeBill>[2] = {}) => {
      const bill = await makeBill(services, customer_id, {
        amounts: due_dates.map((_, n) => 100 * (n + 1)),
        due_dates,
        ...of,
      })
      await issueOn(services, bill, today())
      return bill
    }
    await make([day(-5), day(20), day(100)])
    await make([day(-1)])
    await make([day(0), day(5), day(200)])
    await make([day(25)])
    await make([day(31)])
    await make([day(-9)], { draft: true })
    const returned = await make([day(-9)])
    await services.asSystem(
      (tx) => tx`update bill_instalments set returned = amount where bill_id = ${returned.bill_id}`,
    )
    const { body } = await dashboard()
    expect(body.year).toBe(thisYear)
    expect(body.totals).toEqual({
      count: 6,
      amount: 600 + 100 + 600 + 100 + 100 + 100,
      settled: 0,
      residue: 1_600,
      overdue: 300,
      falling_due: 600,
      pending: 0,
    })
    expect(body.overdue).toEqual({ count: 3, amount: 300 })
    // All that falls due from today to thirty days on, also of the bill with something overdue.
    expect(body.due_soon).toEqual({ count: 3, amount: 200 + 300 + 100 })
    expect(body.attention).toEqual([
      { kind: 'returned', count: 1, amount: 100 },
      { kind: 'overdue', count: 3, amount: 300 },
      { kind: 'due_soon', count: 1, amount: 600 },
    ])
    expect(await get('/v1/bills/summary?money=overdue')).toMatchObject({ count: 3, overdue: 300 })
    const { count, falling_due } = await get('/v1/bills/summary?money=falling_due')
    expect({ count, amount: falling_due }).toEqual(body.due_soon)
    expect(await get('/v1/bills/summary?state=overdue')).toMatchObject({ count: 2, overdue: 200 })
    expect((await get('/v1/bills/summary?money=residue')).residue).toBe(body.to_collect.residue)
    expect(await get('/v1/bills/summary?state=due_soon')).toMatchObject({ count: 1, residue: 600 })
    expect((await get('/v1/bills/summary?state=returned')).count).toBe(1)
    expect((await get('/v1/accounts/summary')).overdue).toBe(body.overdue.amount)
  })

  it('counts money received today in Rome, pending payments, recent failures and unknown results', async () => {
    const { services, customer_id, dashboard, get } = await setUp()
    const bill = await makeBill(services, customer_id)
    const now = new Date().toISOString()
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await pay(services, bill, { state: 'succeeded', amount: 1_000, settled: now })
    await pay(services, bill, { state: 'partly_refunded', amount: 500, refunded: 200, settled: now })
    await pay(services, bill, { state: 'succeeded', amount: 9_000, settled: ago(2), created: ago(2) })
    await pay(services, bill, { state: 'processing', amount: 70, created: ago(1) })
    await pay(services, bill, { state: 'unknown', amount: 30, created: ago(1) })
    await pay(services, bill, { state: 'failed', amount: 11, created: ago(3) })
    await pay(services, bill, { state: 'failed', amount: 12, created: ago(40) })
    const { body } = await dashboard()
    expect(body.collected_today).toEqual({ count: 2, amount: 1_300 })
    const ofToday = `moved_on_from=${today()}&moved_on_to=${today()}`
    expect(await get(`/v1/payments/summary?${ofToday}`)).toMatchObject({
      count: 2,
      gross: 1_500,
      given_back: 200,
      net: 1_300,
    })
    expect(body.under_way).toEqual({ count: 2, amount: 100 })
    expect(body.attention).toContainEqual({ kind: 'failed', count: 1, amount: 11 })
    expect(body.attention).toContainEqual({ kind: 'unknown', count: 1, amount: 30 })
    expect(body.months.reduce((sum, { collected }) => sum + Number(collected), 0)).toBe(10_300)
    expect(body.latest_payments.map(({ amount }) => amount).slice(0, 2)).toEqual([500, 1_000])
    expect(body.latest_payments).toHaveLength(7)
    expect(body.latest_payments.find(({ amount }) => amount === 11)).toMatchObject({
      bill_number: bill.number,
    })
  })

  it('leaves corrections of money of earlier days out of today’s collections, and shows them apart', async () => {
    const { services, customer_id, headers, call, dashboard, get } = await setUp()
    const { account_id, subject_id } = await makeBill(services, customer_id, { amounts: [90_000] })
    const collect = async (amount: number, received_on: string) => {
      const payload = { account_id, subject_id, amount, received_on, method: 'CASH', confirm_day: true }
      const { status, body } = await call({ method: 'POST', url: '/v1/payments', headers, payload })
      expect(status, JSON.stringify(body)).toBe(201)
      return (body as { payment_id: number }).payment_id
    }
    const reverse = async (payment_id: number, payload: object) => {
      const url = `/v1/payments/${payment_id}/reversal`
      const { status, body } = await call({ method: 'POST', url, headers, payload })
      expect(status, JSON.stringify(body)).toBeLessThan(300)
    }
    const earlier = addDays(today(), -40)
    await collect(3_000, today())
    const wrong = await collect(12_000, earlier)
    const mistaken = await collect(700, earlier)
    const ofToday = await collect(500, today())
    await reverse(wrong, { reason: 'other_amount', amount: 10_000 })
    await reverse(mistaken, { reason: 'by_mistake' })
    await reverse(ofToday, { reason: 'by_mistake' })
    const { body } = await dashboard()
    expect(body.collected_today).toEqual({ count: 1, amount: 3_000 })
    expect(body.corrected_today).toEqual({ count: 3, amount: 10_000 - 12_000 - 700 })
    expect(body.months.at(-1)).toMatchObject({ collected: 3_000, corrected: -2_700 })
    expect(body.months.find(({ month }) => month === earlier.slice(0, 7))).toMatchObject({
      ...{ collected: 12_700, corrected: 0 },
    })
    const days = `moved_on_from=${today()}&moved_on_to=${today()}`
    const ofPeriod = await get(`/v1/payments/summary?${days}`)
    expect(ofPeriod).toMatchObject({ gross: 3_000, corrected: -2_700, net: 300 })
    type Moved = { items: { gross: number; corrected: number; net: number }[] }
    const { items } = (await call({ url: `/v1/payments?${days}`, headers })).body as never as Moved
    const sum = (part: 'gross' | 'corrected' | 'net') => items.reduce((all, row) => all + row[part], 0)
    expect([sum('gross'), sum('corrected'), sum('net')]).toEqual([3_000, -2_700, 300])
    const came = await get(`/v1/payments?moved_on_from=${today()}&money=gross`)
    expect(came).toMatchObject({ items: [{ gross: 3_000 }] })
    expect(await get('/v1/payments/summary')).toMatchObject({ gross: 13_000, corrected: 0, net: 13_000 })
  })

  it('falls back to all years if no bill was issued this year', async () => {
    const { services, customer_id, dashboard } = await setUp()
    await issueOn(services, await makeBill(services, customer_id, { amounts: [700] }), '2001-05-01')
    const { body } = await dashboard()
    expect(body.year).toBeNull()
    expect(body.totals).toMatchObject({ count: 1, amount: 700, settled: 0, residue: 700, overdue: 0 })
    expect(body.to_collect).toEqual({ residue: 700, earlier: 700, later: 0 })
  })

  it('shows on 1 January the residue of earlier years beside the first bill of the new year', async () => {
    const { services, customer_id, dashboard, get } = await setUp()
    const make = async (amount: number, day: string) =>
      issueOn(services, await makeBill(services, customer_id, { amounts: [amount], due_dates: [day] }), day)
    await make(50_000, `${thisYear - 1}-05-01`)
    await make(7_000, `${thisYear - 3}-05-01`)
    await make(900, `${thisYear}-01-01`)
    await make(40, `${thisYear + 1}-01-02`)
    const { body } = await dashboard()
    expect(body).toMatchObject({ year: thisYear, totals: { count: 1, amount: 900, residue: 900 } })
    expect(body.to_collect).toEqual({ residue: 57_940, earlier: 57_000, later: 40 })
    expect(body.overdue).toEqual({ count: 3, amount: 57_900 })
    expect((await get(`/v1/bills/summary?money=residue&issue_date_to=${thisYear - 1}-12-31`)).residue).toBe(
      57_000,
    )
  })

  it('lists the condominiums with the largest residue first, and names those without IBAN', async () => {
    const { services, customer_id, dashboard, get } = await setUp()
    const small = await makeAccount(services, customer_id, { name: 'Piccolo', iban: null })
    const large = await makeAccount(services, customer_id, { name: 'Grande' })
    await makeBill(services, customer_id, { account_id: small, amounts: [100] })
    const paid = await makeBill(services, customer_id, { account_id: large, amounts: [300, 300] })
    await services.asSystem(
      (tx) => tx`update bill_instalments set settled = 300 where bill_id = ${paid.bill_id} and position = 1`,
    )
    const { body } = await dashboard()
    expect(body.accounts).toEqual([
      { account_id: large, name: 'Grande', city: 'Firenze', issued: 600, collected: 300, residue: 300 },
      { account_id: small, name: 'Piccolo', city: 'Firenze', issued: 100, collected: 0, residue: 100 },
    ])
    expect(body.attention).toContainEqual({ kind: 'without_iban', count: 1, amount: 100 })
    expect(await get('/v1/accounts/summary?iban=without')).toMatchObject({ count: 1, residue: 100 })
    expect((await get('/v1/accounts/summary?iban=with')).count).toBe(1)
  })

  it('shows consumers their own bills, and zeros to stores and customers awaiting activation', async () => {
    const { services, customer_id, dashboard } = await setUp()
    const consumer = await signIn(services, 'consumer')
    const subject_id = await makeSubject(services, customer_id, { user_id: consumer.user_id })
    const own = await makeBill(services, customer_id, {
      subject_id,
      amounts: [250],
      due_dates: ['2020-01-01'],
    })
    await pay(services, own, { state: 'failed', amount: 250 })
    const account_id = await makeAccount(services, customer_id, { iban: null })
    const other = await makeBill(services, customer_id, {
      account_id,
      amounts: [900],
      due_dates: ['2020-01-01'],
    })
    await pay(services, other, { state: 'failed', amount: 900 })
    await makeBill(services, customer_id, { subject_id, account_id, amounts: [10], draft: true })
    const { status, body } = await dashboard(consumer.headers)
    expect(status).toBe(200)
    expect(body.overdue).toEqual({ count: 1, amount: 250 })
    expect(body.accounts.map((account) => account.account_id)).toEqual([own.account_id])
    expect(body.latest_payments.map(({ amount }) => amount)).toEqual([250])
    expect(body.attention.map(({ kind }) => kind).toSorted()).toEqual(['failed', 'overdue'])
    for (const role of ['store', 'awaiting'] as const) {
      const zeros = await dashboard((await signIn(services, role)).headers)
      expect(zeros.status).toBe(200)
      expect(zeros.body).toMatchObject({
        totals: { count: 0 },
        attention: [],
        accounts: [],
        latest_payments: [],
      })
    }
  })

  it('narrows every figure, chart and list to one condominium, and all of them add up to the whole', async () => {
    const { services, customer_id, dashboard, get } = await setUp()
    const one = await makeAccount(services, customer_id, { name: 'Uno', iban: null })
    const two = await makeAccount(services, customer_id, { name: 'Due' })
    const day = (days: number) => addDays(today(), days)
    for (const [account_id, factor] of [
      [one, 1],
      [two, 10],
    ] as const) {
      const make = (amount: number, due: string) =>
        makeBill(services, customer_id, { account_id, amounts: [amount * factor], due_dates: [due] })
      await make(100, day(-5))
      await make(200, day(3))
      const returned = await make(300, day(-9))
      await services.asSystem(
        (tx) => tx`update bill_instalments set returned = amount where bill_id = ${returned.bill_id}`,
      )
      const now = new Date().toISOString()
      await pay(services, await make(400, day(40)), { state: 'succeeded', amount: 50 * factor, settled: now })
      await pay(services, returned, { state: 'unknown', amount: 7 * factor })
      await pay(services, returned, { state: 'failed', amount: 9 * factor })
      await issueOn(services, await make(500, day(60)), `${thisYear - 1}-03-01`)
    }
    const of = async (query: string) => (await dashboard(undefined, query)).body
    const [whole, first, second] = [
      await of(''),
      await of(`?account_id=${one}`),
      await of(`?account_id=${two}`),
    ]
    const figures = ({
      totals,
      to_collect,
      overdue,
      due_soon,
      collected_today,
      under_way,
      months,
    }: Whole) => [
      ...[
        totals.count,
        totals.amount,
        totals.residue,
        totals.overdue,
        to_collect.residue,
        to_collect.earlier,
      ],
      ...[overdue.amount, overdue.count, due_soon.amount, due_soon.count, collected_today.amount],
      ...[under_way.amount, ...months.flatMap(({ issued, collected }) => [issued ?? 0, collected ?? 0])],
    ]
    const sums = figures(second).map((figure, at) => figure + (figures(first)[at] as number))
    expect(figures(whole)).toEqual(sums)
    expect(first.overdue).toEqual({ count: 2, amount: 400 })
    expect(second.attention).toEqual([
      { kind: 'returned', count: 1, amount: 3_000 },
      { kind: 'failed', count: 1, amount: 90 },
      { kind: 'overdue', count: 2, amount: 4_000 },
      { kind: 'unknown', count: 1, amount: 70 },
      { kind: 'due_soon', count: 1, amount: 2_000 },
    ])
    expect(first.attention).toContainEqual({ kind: 'without_iban', count: 1, amount: expect.any(Number) })
    expect(first.accounts.map(({ name }) => name)).toEqual(['Uno'])
    expect(first.latest_payments.map(({ account_id }) => account_id)).toEqual([one, one, one])
    expect((await get(`/v1/bills/summary?money=overdue&account_id=${one}`)).overdue).toBe(400)
  })

  it('shows a chosen condominium also when nothing is missing', async () => {
    const { services, customer_id, dashboard } = await setUp()
    const bill = await makeBill(services, customer_id, { amounts: [500] })
    await services.asSystem(
      (tx) => tx`update bill_instalments set settled = 500 where bill_id = ${bill.bill_id}`,
    )
    expect((await dashboard()).body.accounts).toEqual([])
    const { body } = await dashboard(undefined, `?account_id=${bill.account_id}`)
    expect(body.accounts).toMatchObject([{ account_id: bill.account_id, issued: 500, residue: 0 }])
  })

  it('shows a super user the chosen customer, or all of them', async () => {
    const { services, customer_id, dashboard } = await setUp()
    await makeBill(services, customer_id, { amounts: [100] })
    await makeBill(services, await makeCustomer(services), { amounts: [50] })
    const { headers } = await signIn(services, 'super_user')
    const issued = async (as: Record<string, string>) => (await dashboard(as)).body.totals.amount
    expect(await issued({ ...headers, 'x-customer-id': String(customer_id) })).toBe(100)
    expect(await issued(headers)).toBe(150)
  })
})

describe('404', () => {
  it('a condominium of another customer, or one that a sub-user does not see', async () => {
    const { services, customer_id, dashboard } = await setUp()
    const foreign = await makeAccount(services, await makeCustomer(services))
    expect((await dashboard(undefined, `?account_id=${foreign}`)).status).toBe(404)
    const [seen, hidden] = [
      await makeAccount(services, customer_id),
      await makeAccount(services, customer_id),
    ]
    const { headers } = await signInSubUser(services, customer_id, {
      permissions: ['bills:read'],
      accounts: [seen],
    })
    expect((await dashboard(headers, `?account_id=${seen}`)).status).toBe(200)
    expect((await dashboard(headers, `?account_id=${hidden}`)).status).toBe(404)
  })
})

describe('401', () => {
  it('refuses an anonymous caller', async () => {
    const { dashboard } = await setUp()
    expect((await dashboard({})).status).toBe(401)
  })
})
