import type { AccountReport, MonthsReport, ReportFigures, TimeToPay } from '@saldo/contract/reports/reports'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { countedFigures, recomputedFigures } from '../../testing/features/report-places.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'
import { foldFigures } from './fold-figures.job.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const day = (days: number) => addDays(today(), days)
const month = (of: string) => of.slice(0, 7)
/** The month that lies so many months from this one. */
const monthFromNow = (months: number) => {
  const number = Number(today().slice(0, 4)) * 12 + Number(today().slice(5, 7)) - 1 + months
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}
const period = `from=${monthFromNow(-12)}&to=${monthFromNow(0)}`

async function setUp() {
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const subject_id = await makeSubject(test.services, customer_id)
  const account_id = await makeAccount(test.services, customer_id, { name: 'Aurora' })
  const other_id = await makeAccount(test.services, customer_id, { name: 'Borea' })
  const get = async <T>(url: string, as = headers) => {
    const { status, body } = await test.call({ url: `/v1/reports/${url}`, headers: as })
    expect([url, status, status === 200 ? '' : body]).toEqual([url, 200, ''])
    return body as T
  }
  const owes = (account: number, due: [on: string, amount: number][], draft = false) =>
    makeBill(test.services, customer_id, {
      ...{ account_id: account, subject_id, amounts: due.map(([, amount]) => amount) },
      ...{ due_dates: due.map(([on]) => on), draft },
    })
  const collect = async (account: number, amount: number, received_on: string, method = 'CASH') => {
    const payload = { account_id: account, subject_id, amount, received_on, method, confirm_day: true }
    const { status, body } = await test.call({ method: 'POST', url: '/v1/payments', headers, payload })
    expect(status, JSON.stringify(body)).toBe(201)
    return (body as { payment_id: number }).payment_id
  }
  return { customer_id, headers, subject_id, account_id, other_id, get, owes, collect }
}
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number | null) =>
  rows.reduce((all, row) => all + (of(row) ?? 0), 0)

describe('GET /v1/reports/months', () => {
  it('200: what fell due in each month, what of it is not paid, and what came in, without drafts', async () => {
    const { account_id, other_id, get, owes, collect } = await setUp()
    await owes(account_id, [
      [day(-40), 10_000],
      [day(-2), 500],
      [day(3), 70],
    ])
    await owes(other_id, [[day(-40), 1_000]])
    await owes(account_id, [[day(-40), 99_000]], true)
    await collect(account_id, 10_100, day(-1))
    const { months } = await get<MonthsReport>(`months?${period}`)
    expect(months).toHaveLength(13)
    const of = (on: string) => months.find((each) => each.month === month(on))
    const dueIn = (on: string) =>
      (
        [
          [-40, 11_000],
          [-2, 500],
          [3, 70],
        ] as const
      )
        .filter(([days]) => month(day(days)) === month(on))
        .reduce((all, [, amount]) => all + amount, 0)
    expect(of(day(-40))).toMatchObject({ due: dueIn(day(-40)) })
    expect(of(day(-2))).toMatchObject({ due: dueIn(day(-2)) })
    expect(sum(months, ({ still_due }) => still_due)).toBe(
      1_000 + 400 + (month(day(3)) === month(today()) ? 70 : 0),
    )
    expect(sum(months, ({ overdue }) => overdue)).toBe(1_400)
    expect(of(day(-1))?.collected).toBe(10_100)
    const one = await get<MonthsReport>(`months?${period}&account_ids=${other_id}`)
    expect(sum(one.months, ({ collected }) => collected)).toBe(0)
    expect(sum(one.months, ({ due }) => due)).toBe(1_000)
  })

  it('200: compares with the months just before, or with those of a year before', async () => {
    const { account_id, get, owes, collect } = await setUp()
    await owes(account_id, [[day(-500), 50_000]])
    const [yearAgo, lastMonth] = [`${monthFromNow(-12)}-10`, `${monthFromNow(-1)}-10`]
    await collect(account_id, 300, yearAgo)
    await collect(account_id, 20, lastMonth)
    const now = `from=${monthFromNow(0)}&to=${monthFromNow(0)}`
    const before = async (compare: string) =>
      (await get<MonthsReport>(`months?${now}&compare=${compare}`)).before.map(({ month, collected }) => [
        ...[month, collected],
      ])
    expect(await before('year_before')).toEqual([[monthFromNow(-12), 300]])
    expect(await before('before')).toEqual([[monthFromNow(-1), 20]])
  })

  it('400: a period that ends before it begins, or is longer than 36 months', async () => {
    const { headers } = await setUp()
    for (const url of ['months', 'accounts', 'accounts/summary', 'figures', 'time-to-pay'])
      for (const query of ['from=2026-05&to=2026-04', 'from=2020-01&to=2023-01', 'from=2026-13&to=2026-12']) {
        const { status } = await test.call({ url: `/v1/reports/${url}?${query}`, headers })
        expect([url, query, status]).toEqual([url, query, 400])
      }
  })

  it('200: figures of bills are null without the permission to read bills; other condominiums do not count', async () => {
    const { customer_id, account_id, other_id, get, owes, collect } = await setUp()
    await owes(account_id, [[day(-40), 10_000]])
    await owes(other_id, [[day(-40), 700]])
    await collect(account_id, 100, day(0))
    await collect(other_id, 9, day(0))
    const { headers } = await signInSubUser(test.services, customer_id, {
      ...{ permissions: ['payments:read'], accounts: [other_id] },
    })
    const { months } = await get<MonthsReport>(`months?${period}`, headers)
    expect(months.at(-1)).toMatchObject({
      issued: null,
      due: null,
      still_due: null,
      overdue: null,
      collected: 9,
    })
    const figures = await get<ReportFigures>(`figures?${period}`, headers)
    expect(figures).toMatchObject({ ageing: null, debits: null, forecast: null, ways: [{ collected: 9 }] })
    const { items } = await get<{ items: AccountReport[] }>(`accounts?${period}`, headers)
    expect(items).toMatchObject([
      { account_id: other_id, collected: 9, due: null, residue: null, overdue: null },
    ])
    const refused = await test.call({ url: `/v1/reports/accounts?${period}&sort=residue`, headers })
    expect(refused.status).toBe(403)
  })
})

describe('GET /v1/reports/accounts', () => {
  it('200: sums by condominium, whose totals are those of the months', async () => {
    const { account_id, other_id, get, owes, collect } = await setUp()
    await owes(account_id, [[day(-40), 10_000]])
    await owes(other_id, [
      [day(-400), 700],
      [day(50), 30],
    ])
    await collect(account_id, 2_500, day(-1))
    await collect(other_id, 50, `${monthFromNow(-14)}-03`)
    const { items } = await get<{ items: AccountReport[] }>(`accounts?${period}`)
    expect(items).toEqual([
      {
        ...{ account_id, name: 'Aurora', due: 10_000, collected: 2_500, corrected: 0, collected_before: 0 },
        ...{ issued: 10_000, residue: 7_500, overdue: 7_500 },
      },
      {
        ...{ account_id: other_id, name: 'Borea', collected: 0, corrected: 0, collected_before: 50 },
        ...{ issued: 730, due: month(day(-400)) >= monthFromNow(-12) ? 700 : 0, residue: 680, overdue: 650 },
      },
    ])
    const totals = await get<AccountReport & { count: number }>(`accounts/summary?${period}`)
    expect(totals).toMatchObject({
      count: 2,
      issued: 10_730,
      collected: 2_500,
      residue: 8_180,
      overdue: 8_150,
    })
    const { months } = await get<MonthsReport>(`months?${period}`)
    expect(sum(months, ({ issued }) => issued)).toBe(totals.issued)
    expect(sum(months, ({ due }) => due)).toBe(totals.due)
    expect(sum(months, ({ collected }) => collected)).toBe(totals.collected)
  })
})

describe('GET /v1/reports/figures', () => {
  it('200: ways to pay with their collections; a reversed one does not count', async () => {
    const { account_id, headers, get, owes, collect } = await setUp()
    await owes(account_id, [[day(-40), 90_000]])
    await collect(account_id, 1_000, day(0))
    await collect(account_id, 300, day(0))
    await collect(account_id, 70, day(0), 'BANK_TRANSFER')
    const wrong = await collect(account_id, 5, day(0), 'CHEQUE')
    const payload = { reason: 'by_mistake' }
    await test.call({ method: 'POST', url: `/v1/payments/${wrong}/reversal`, headers, payload })
    const { ways } = await get<ReportFigures>(`figures?${period}`)
    expect(ways).toEqual([
      { method: 'CASH', collections: 2, collected: 1_300, fees: 0, collected_before: 0 },
      { method: 'BANK_TRANSFER', collections: 1, collected: 70, fees: 0, collected_before: 0 },
    ])
  })

  it('200: the forecast takes off the share of the last twelve whole months that is still unpaid', async () => {
    const { account_id, get, owes, collect } = await setUp()
    await owes(account_id, [[`${monthFromNow(-1)}-10`, 8_000]])
    await collect(account_id, 6_000, `${monthFromNow(-1)}-20`)
    await owes(account_id, [
      [day(0), 1_000],
      [day(29), 200],
      [day(30), 44],
      [day(89), 4],
      [day(90), 77_777],
    ])
    const { forecast } = await get<ReportFigures>(`figures?${period}`)
    expect(forecast).toEqual({
      history: { from: monthFromNow(-12), to: monthFromNow(-1), due: 8_000, unpaid: 2_000 },
      windows: [
        { from: day(0), to: day(29), due: 1_200, expected: 900 },
        { from: day(30), to: day(59), due: 44, expected: 33 },
        { from: day(60), to: day(89), due: 4, expected: 3 },
      ],
    })
  })
})

describe('GET /v1/reports/time-to-pay', () => {
  it('200: median and distribution of the days from due date to payment', async () => {
    const { account_id, get, owes, collect } = await setUp()
    const pays = async (due: string, received: string, amount: number) => {
      await owes(account_id, [[due, amount]])
      await collect(account_id, amount, received)
    }
    await pays(day(-20), day(-25), 100)
    await pays(day(-20), day(-20), 200)
    await pays(day(-20), day(-15), 300)
    await pays(day(-60), day(-20), 400)
    await pays(day(-200), day(0), 500)
    const { median, delays } = await get<TimeToPay>(`time-to-pay?${period}`)
    expect(median).toBe(5)
    expect(delays).toEqual([
      { id: 'early', count: 1, amount: 100 },
      { id: 'on_time', count: 1, amount: 200 },
      { id: 'week', count: 1, amount: 300 },
      { id: 'month', count: 0, amount: 0 },
      { id: 'quarter', count: 1, amount: 400 },
      { id: 'later', count: 1, amount: 500 },
    ])
    const none = `from=${monthFromNow(-36)}&to=${monthFromNow(-30)}`
    expect((await get<TimeToPay>(`time-to-pay?${none}`)).median).toBeNull()
  })
})

describe('GET /v1/reports/export', () => {
  it('200: each table as CSV and as XLSX', async () => {
    const { account_id, headers, owes, collect } = await setUp()
    await owes(account_id, [[day(-40), 10_000]])
    await collect(account_id, 2_500, day(0))
    for (const table of ['months', 'ways', 'ageing', 'debits', 'forecast', 'time_to_pay']) {
      const file = async (format: string) => {
        const url = `/v1/reports/export?${period}&table=${table}&format=${format}`
        const { status, raw } = await test.call({ url, headers })
        expect([table, status]).toEqual([table, 200])
        return raw
      }
      expect((await file('xlsx')).subarray(0, 2).toString()).toBe('PK')
      const csv = (await file('csv')).toString()
      if (table === 'ways') expect(csv).toContain('Contanti;1;25,00;0,00;0,00')
      if (table === 'ageing') expect(csv).toContain('31–90 giorni;75,00')
      if (table === 'months') expect(csv.trim().split('\r\n')).toHaveLength(14)
    }
  })
})

describe('monthly_figures', () => {
  it('are the same before and after they are folded, and hold one row for each key afterwards', async () => {
    const { customer_id, account_id, owes, collect } = await setUp()
    for (const amount of [100, 200, 300]) await owes(account_id, [[day(-40), amount]])
    await collect(account_id, 250, day(0))
    const before = await countedFigures(test, customer_id)
    expect(before).toEqual(await recomputedFigures(test, customer_id))
    await foldFigures(test.services, {})
    expect(await countedFigures(test, customer_id)).toEqual(before)
    const [rows] = await test.services.asSystem(
      (tx) => tx`
        select count(*)::int as count, count(distinct (account_id, month, method))::int as keys
        from monthly_figures where customer_id = ${customer_id}`,
    )
    expect(rows?.count).toBe(rows?.keys)
  })

  it('follow drafts that are issued, changed and cancelled', async () => {
    const { customer_id, account_id, owes } = await setUp()
    const draft = await owes(account_id, [[day(10), 500]], true)
    const agree = async () => {
      const counted = await countedFigures(test, customer_id)
      expect(counted).toEqual(await recomputedFigures(test, customer_id))
      return counted
    }
    expect(await agree()).toEqual([])
    await test.services.asSystem(
      (tx) => tx`update bills set status = 'issued' where bill_id = ${draft.bill_id}`,
    )
    expect(sum(await agree(), ({ due }) => due)).toBe(500)
    await test.services.asSystem(
      (tx) => tx`update bill_instalments set due_date = ${day(60)} where bill_id = ${draft.bill_id}`,
    )
    expect((await agree()).find(({ due }) => due === 500)?.month).toBe(`${month(day(60))}-01`)
    await test.services.asSystem(
      (tx) => tx`update bills set status = 'cancelled' where bill_id = ${draft.bill_id}`,
    )
    expect(sum(await agree(), ({ due }) => due)).toBe(0)
  })
})
