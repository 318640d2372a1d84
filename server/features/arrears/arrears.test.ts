import type { AccountArrears, SubjectArrears } from '@saldo/contract/bills/arrears'
import { ageBands } from '@saldo/domain/arrears/arrears'
import { addDays, today } from '@saldo/domain/dates'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

async function setUp() {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const get = async <T>(url: string) => {
    const { status, body } = await test.call({ url: `/v1/${url}`, headers })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as T
  }
  const arrears = async <T = AccountArrears>(query = '', of = '') =>
    (await get<{ items: T[] }>(`arrears${of}?${query}`)).items
  const owes = (account_id: number, subject_id: number, ages: [ago: number, amount: number][]) =>
    makeBill(test.services, customer_id, {
      ...{ account_id, subject_id, amounts: ages.map(([, amount]) => amount) },
      due_dates: ages.map(([ago]) => addDays(today(), -ago)),
    })
  return { ...test, customer_id, headers, get, arrears, owes }
}

describe('arrears by age', () => {
  it('puts each overdue cent in the band of its instalment’s lateness; an instalment due today is not overdue', async () => {
    const { arrears, owes, get, services, customer_id } = await setUp()
    const account_id = await makeAccount(services, customer_id, { name: 'Aurora' })
    const subject_id = await makeSubject(services, customer_id, { nominative: 'Rossi Lucia' })
    const ages: [number, number][] = [
      [-5, 1],
      [0, 2],
      [1, 10],
      [30, 20],
      [31, 100],
      [90, 200],
      [91, 1_000],
      [180, 2_000],
      [181, 10_000],
      [365, 20_000],
      [366, 100_000],
    ]
    await owes(account_id, subject_id, ages)
    const bands = { late_30: 30, late_90: 300, late_180: 3_000, late_365: 30_000, late_more: 100_000 }
    const oldest = addDays(today(), -366)
    const act_by = `${Number(oldest.slice(0, 4)) + 1}-06-30`
    const of = { overdue: 133_330, ...bands, oldest_due: oldest, act_by }
    expect(await arrears()).toEqual([{ account_id, name: 'Aurora', subjects: 1, ...of }])
    expect(await arrears<SubjectArrears>('', '/subjects')).toEqual([
      { subject_id, nominative: 'Rossi Lucia', accounts: 'Aurora', bills: 1, ...of },
    ])
    expect(await get('arrears/summary')).toEqual({ count: 1, overdue: 133_330, ...bands })
    expect((await get<{ overdue: number }>(`accounts/${account_id}`)).overdue).toBe(133_330)
  })

  it('filters, sorts and pages; a person’s arrears may be of one condominium', async () => {
    const { arrears, owes, get, services, customer_id } = await setUp()
    const [one, two, three] = await Promise.all(
      ['Aurora', 'Brezza', 'Cedro'].map((name) => makeAccount(services, customer_id, { name })),
    )
    const who = await makeSubject(services, customer_id)
    await owes(one as number, who, [[10, 500]])
    await owes(two as number, who, [[100, 300]])
    await owes(three as number, who, [[800, 400]])
    const names = async (query: string) => (await arrears(query)).map(({ name }) => name)
    expect(await names('')).toEqual(['Aurora', 'Cedro', 'Brezza'])
    expect(await names('sort=name')).toEqual(['Aurora', 'Brezza', 'Cedro'])
    expect(await names('sort=oldest_due')).toEqual(['Cedro', 'Brezza', 'Aurora'])
    expect(await names('band=late_180,late_more')).toEqual(['Cedro', 'Brezza'])
    expect(await names('overdue_min=400')).toEqual(['Aurora', 'Cedro'])
    expect(await names('act=passed')).toContain('Cedro')
    expect(await names('q=ceD')).toEqual(['Cedro'])
    const first = await get<{ items: AccountArrears[]; next_cursor: string }>('arrears?limit=1')
    expect(await names(`limit=1&cursor=${first.next_cursor}`)).toEqual(['Cedro'])
    expect(await arrears<SubjectArrears>('', '/subjects')).toMatchObject([
      { overdue: 1_200, accounts: 'Aurora, Brezza, Cedro' },
    ])
    expect(await arrears<SubjectArrears>(`account_id=${two}`, '/subjects')).toMatchObject([
      { overdue: 300, late_180: 300, accounts: 'Brezza' },
    ])
    for (const of of ['', '/subjects'])
      for (const format of ['csv', 'xlsx']) await get(`arrears${of}/export?format=${format}`)
  })

  it('sums to the overdue amount after any bills and payments', async () => {
    const { get, owes, services, customer_id } = await setUp()
    const accounts = await Promise.all([
      makeAccount(services, customer_id),
      makeAccount(services, customer_id),
    ])
    const subjects = await Promise.all([
      makeSubject(services, customer_id),
      makeSubject(services, customer_id),
    ])
    const bill = fc.record({
      account: fc.constantFrom(...accounts),
      subject: fc.constantFrom(...subjects),
      ages: fc.array(fc.tuple(fc.integer({ min: -40, max: 900 }), fc.integer({ min: 1, max: 90_000 })), {
        minLength: 1,
        maxLength: 3,
      }),
      settled: fc.float({ min: 0, max: 1, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(bill, async ({ account, subject, ages, settled }) => {
        const { bill_id } = await owes(account, subject, ages)
        await services.asSystem(
          (tx) =>
            tx`update bill_instalments set settled = floor(amount * ${settled}::float8) where bill_id = ${bill_id}`,
        )
        const sums = await get<Record<string, number>>('arrears/summary')
        const people = await get<Record<string, number>>('arrears/subjects/summary')
        const { overdue } = await get<{ overdue: number }>('accounts/summary')
        expect(ageBands.reduce((sum, { id }) => sum + (sums[id] as number), 0)).toBe(sums.overdue)
        expect(sums.overdue).toBe(overdue)
        expect({ ...people, count: 0 }).toEqual({ ...sums, count: 0 })
      }),
      { numRuns: 20 },
    )
  })
})
