import type { InterestRule, LateInterest } from '@saldo/contract/bills/late-interest'
import { interestOn, ratesOf } from '@saldo/domain/arrears/late-interest'
import { addDays, today } from '@saldo/domain/dates'
import { nextWorkingDay } from '@saldo/domain/holidays'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceDays } from '../../testing/advance-days.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Headers = Record<string, string>
const call = async <B>(method: 'GET' | 'POST', url: string, headers: Headers, payload?: object) => {
  const { status, body } = await test.call({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status, body: body as B & { error: string; fields: Record<string, string> } }
}
const agreed = ratesOf({ kind: 'agreed', agreed_bps: 500 })

/** A bill with three instalments: a hundred days overdue, forty days overdue, not due yet. */
async function late() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const bill = await makeBill(test.services, customer_id, {
    amounts: [100_000, 50_000, 70_000],
    due_dates: [addDays(today(), -100), addDays(today(), -40), addDays(today(), 30)],
  })
  const rule = (of: object) =>
    call<InterestRule>('POST', '/v1/late-interest/rule', headers, { account_id: bill.account_id, ...of })
  const interest = async (bill_id = bill.bill_id) =>
    (await call<LateInterest>('GET', `/v1/late-interest/${bill_id}`, headers)).body
  const charge = (bill_id = bill.bill_id) =>
    call<LateInterest>('POST', `/v1/late-interest/charge/${bill_id}`, headers)
  /** A bank transfer: it settles the instalment due first. */
  const transfer = (amount: number, received_on: string) => {
    const { account_id, subject_id, bill_id } = bill
    const order = { account_id, subject_id, amount, received_on, bill_ids: [bill_id], credit_surplus: true }
    return call('POST', '/v1/payments', headers, order)
  }
  return { headers, customer_id, bill, rule, interest, charge, transfer }
}
/** Interest at 5 % on what was due so many days ago and is not paid. */
function owed(principal: number, days: number) {
  const span = { principal, after: nextWorkingDay(addDays(today(), -days)), until: today() }
  return interestOn([{ spans: [span] }], agreed).total
}

describe('late interest', () => {
  it('200: is zero until a condominium charges it, then follows its rate and the late amounts', async () => {
    const { bill, customer_id, interest, rule } = await late()
    expect(await interest()).toMatchObject({ kind: 'none', amount: 0, parts: [] })
    expect((await rule({ kind: 'agreed', agreed_bps: 500 })).body).toMatchObject({
      kind: 'agreed',
      agreed_bps: 500,
    })
    const found = await interest()
    expect(found.parts.map(({ principal, amount }) => [principal, amount])).toEqual([
      [100_000, owed(100_000, 100)],
      [50_000, owed(50_000, 40)],
    ])
    expect(found.amount).toBe(owed(100_000, 100) + owed(50_000, 40))
    expect((await rule({ kind: 'legal' })).body).toMatchObject({ kind: 'legal', agreed_bps: null })
    // Due in 2026, whose legal rate stays in the table.
    const { account_id } = bill
    const old = await makeBill(test.services, customer_id, { account_id, due_dates: ['2026-10-15'] })
    expect((await interest(old.bill_id)).amount).toBeGreaterThan(0)
    await rule({ kind: 'none' })
    expect((await interest()).amount).toBe(0)
  })

  it('201: is charged by a bill of its own, once, and that bill bears no interest', async () => {
    const { interest, rule, charge, headers } = await late()
    await rule({ kind: 'agreed', agreed_bps: 500 })
    const { amount } = await interest()
    const charged = await charge()
    expect(charged).toMatchObject({
      status: 201,
      body: { amount: 0, charges: [{ amount, through_day: today() }] },
    })
    const [made] = charged.body.charges
    const bill = await call<{ amount: number; description: string; phase: string }>(
      'GET',
      `/v1/bills/${made?.bill_id}`,
      headers,
    )
    expect(bill.body).toMatchObject({ amount, phase: 'open' })
    expect(bill.body.description).toContain('Interessi di mora')
    expect(await charge()).toMatchObject({ status: 409, body: { error: 'no_interest' } })
    await test.services.asSystem(
      (tx) => tx`update bill_instalments set due_date = today() - 300 where bill_id = ${made?.bill_id ?? 0}`,
    )
    expect((await interest(made?.bill_id)).amount).toBe(0)
  })

  it('is charged once by two parallel requests', async () => {
    const { rule, charge, interest } = await late()
    await rule({ kind: 'agreed', agreed_bps: 500 })
    const replies = await Promise.all([charge(), charge()])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await interest()).charges).toHaveLength(1)
  })

  it('of a cancelled bill no longer counts as charged, and can be charged again from the next day', async () => {
    const { rule, charge, interest, headers, bill } = await late()
    await rule({ kind: 'agreed', agreed_bps: 500 })
    const { amount } = await interest()
    const [made] = (await charge()).body.charges
    expect((await call('POST', `/v1/bills/cancel/${made?.bill_id}`, headers, {})).status).toBe(200)
    expect(await interest()).toMatchObject({ amount, charges: [] })
    expect(await charge()).toMatchObject({ status: 409, body: { error: 'already_exists' } })
    await test.services.asSystem(
      (tx) =>
        tx`update late_interest_charges set through_day = through_day - 1 where bill_id = ${bill.bill_id}`,
    )
    expect(await charge()).toMatchObject({ status: 201, body: { charges: [{ amount }] } })
  })

  it('continues from the day after the last charge, only on the unpaid amount', async () => {
    const { rule, charge, interest, bill, transfer } = await late()
    await rule({ kind: 'agreed', agreed_bps: 500 })
    const { amount } = await interest()
    await charge()
    // Ten days later; the first instalment was paid after five of them.
    await advanceDays(test.services, bill.bill_id, 10)
    const paid = addDays(today(), -5)
    expect((await transfer(100_000, paid)).status).toBe(201)
    const [first, second] = [110, 50].map((days) => nextWorkingDay(addDays(today(), -days))) as [
      string,
      string,
    ]
    const through = interestOn(
      [
        { spans: [{ principal: 100_000, after: first, until: paid }] },
        { spans: [{ principal: 50_000, after: second, until: today() }] },
      ],
      agreed,
    )
    expect((await interest()).accrued).toBe(through.total)
    expect((await interest()).amount).toBe(through.total - amount)
  })

  it.each([
    ['a missing agreed rate', { kind: 'agreed' }, 'agreed_bps'],
    ['a rate above the maximum', { kind: 'agreed', agreed_bps: 1001 }, 'agreed_bps'],
    ['a rate of zero', { kind: 'agreed', agreed_bps: 0 }, 'agreed_bps'],
    ['an unknown kind', { kind: 'double' }, 'kind'],
  ])('400: %s, at the field', async (_what, of, field) => {
    const { rule } = await late()
    const { status, body } = await rule(of)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('404: an unknown bill or condominium', async () => {
    const { charge, headers } = await late()
    expect((await charge(999_999_999)).status).toBe(404)
    expect((await call('GET', '/v1/late-interest/rule/999999999', headers)).status).toBe(404)
  })
})
