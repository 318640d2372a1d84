import type { Account } from '@saldo/contract/registry/accounts'
import type { Subject } from '@saldo/contract/registry/subjects'
import type { Dashboard } from '@saldo/contract/reports/dashboard'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeBill, makeCustomer, signIn, signInSubUser } from '../../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** A person with an overdue debt of 100.00, and a sub-user with these permissions. */
async function debtSeenWith(permissions: string[] | null) {
  const customer_id = await makeCustomer(test.services)
  const bill = await makeBill(test.services, customer_id, {
    amounts: [10_000],
    due_dates: [addDays(today(), -20)],
  })
  const { headers } = permissions
    ? await signInSubUser(test.services, customer_id, { permissions })
    : await signIn(test.services, 'customer', customer_id)
  const get = async <Body = Record<string, unknown>>(url: string) => {
    const reply = await test.call({ url, headers })
    return { ...reply, body: reply.body as Body }
  }
  return { ...bill, get }
}

const registry = ['subjects:write', 'accounts:write']
const noneOwed = { residue: null, overdue: null, pending: null, disputed: null }
const noSums = { ...noneOwed, bills_count: null }
const sums = { residue: 10_000, overdue: 10_000, bills_count: 1 }

describe('figures of bills, for users who may not see bills', () => {
  it('are missing from people and condominiums, never zero', async () => {
    const { get, subject_id, account_id } = await debtSeenWith(registry)
    const people = await get<{ items: Subject[] }>('/v1/subjects')
    expect(people.body.items).toMatchObject([{ subject_id, ...noSums, credit: null }])
    expect((await get(`/v1/subjects/${subject_id}`)).body).toMatchObject({ ...noSums, credit: null })
    expect((await get('/v1/subjects/summary')).body).toEqual({ count: 1, ...noneOwed })
    const nothing = { ...noSums, issued: null, collected: null }
    const accounts = await get<{ items: Account[] }>('/v1/accounts')
    expect(accounts.body.items).toMatchObject([{ account_id, ...nothing }])
    expect((await get(`/v1/accounts/${account_id}`)).body).toMatchObject(nothing)
    const { bills_count: _none, ...totals } = nothing
    expect((await get('/v1/accounts/summary')).body).toEqual({ count: 1, ...totals })
  })

  it('are empty cells in their files', async () => {
    const { get } = await debtSeenWith(registry)
    const people = await get('/v1/subjects/export?columns=nominative,bills_count,residue,overdue')
    expect(people.status).toBe(200)
    expect(people.raw.toString().split('\r\n')[1]).toMatch(/^[^;]+;;;$/)
    const accounts = await get('/v1/accounts/export?columns=name,issued,collected,residue,overdue')
    expect(accounts.raw.toString().split('\r\n')[1]).toMatch(/^[^;]+;;;;$/)
    expect((await get('/v1/subjects/export?format=xlsx')).status).toBe(200)
  })

  it.each([
    'subjects?sort=residue',
    'subjects?sort=-overdue',
    'subjects?sort=bills_count',
    'subjects?debt=none',
    'subjects/summary?debt=overdue',
    'subjects/export?sort=-residue',
    'accounts?sort=-residue',
    'accounts?sort=collected',
    'accounts/export?sort=issued',
  ])('403: cannot be used to sort or filter %s', async (asked) => {
    const { get } = await debtSeenWith(registry)
    const { status, body } = await get(`/v1/${asked}`)
    expect({ status, body }).toMatchObject({ status: 403, body: { error: 'not_permitted' } })
    expect(body.error_description).toContain('«Bollette»')
  })

  it('are not on the dashboard, and neither are figures of payments', async () => {
    const { get } = await debtSeenWith(registry)
    const { body } = await get<Dashboard>('/v1/dashboard')
    expect(body).toMatchObject({
      ...{ year: null, totals: null, to_collect: null, overdue: null, due_soon: null, accounts: null },
      ...{ collected_today: null, under_way: null, latest_payments: null },
    })
    expect(body.months).toHaveLength(12)
    expect(body.months.every(({ issued, collected }) => issued === null && collected === null)).toBe(true)
    expect(body.attention.every(({ amount }) => amount === null)).toBe(true)
  })

  it('are shown to sub-users with bills:read, and to the office', async () => {
    for (const permissions of [[...registry, 'bills:read'], null]) {
      const { get, subject_id, account_id } = await debtSeenWith(permissions)
      expect((await get(`/v1/subjects/${subject_id}`)).body).toMatchObject({ ...sums, credit: 0 })
      expect((await get(`/v1/accounts/${account_id}`)).body).toMatchObject({ ...sums, issued: 10_000 })
      expect((await get('/v1/subjects?sort=-residue&debt=due')).body).toMatchObject({ items: [sums] })
      const { body } = await get<Dashboard>('/v1/dashboard')
      expect(body).toMatchObject({ overdue: { count: 1, amount: 10_000 }, totals: { residue: 10_000 } })
      expect(body.collected_today).toEqual(permissions ? null : { count: 0, amount: 0 })
    }
  })
})
