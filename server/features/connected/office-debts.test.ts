import type { OfficeDebt, OfficeDebtDetail } from '@saldo/contract/payments/office-debts'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConnectedFixtures, connectedFixtures } from '../../testing/features/connected-fixtures.ts'
import { signIn } from '../../testing/people.ts'

let fixtures: ConnectedFixtures
let office: Awaited<ReturnType<ConnectedFixtures['anotherOffice']>>
let backoffice: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  fixtures = await connectedFixtures()
  backoffice = await signIn(fixtures.test.services, 'super_user')
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  office = await fixtures.anotherOffice()
})

const list = async (query = '', headers = office.headers) =>
  (await fixtures.test.call({ url: `/v1/office-debts?${query}`, headers })).body as { items: OfficeDebt[] }
const act = async (id: number, what: 'settle' | 'retake', payload?: object, headers = backoffice.headers) => {
  const reply = await fixtures.test.call({
    method: 'POST',
    url: `/v1/office-debts/${id}/${what}`,
    headers,
    ...(payload ? { payload } : {}),
  })
  return {
    status: reply.status,
    body: reply.body as OfficeDebtDetail & { error?: string; fields?: Record<string, string> },
  }
}
/** A dispute with 97.00 in the account: 3.00 advanced and the provider's fee of 20.00 are owed. */
async function debt() {
  const paid = await fixtures.paidByCard()
  const dispute = await fixtures.contest(paid.payment_id)
  const [found] = (await list()).items
  expect(found).toMatchObject({ owed: 2300, state: 'open', payment_id: paid.payment_id })
  return { ...paid, dispute, recovery_id: found?.recovery_id as number }
}
const paidNow = (amount: number) => ({ way: 'paid', amount, settled_on: today(), reference: 'CRO 123' })

describe('200: a debt of an office', () => {
  it('is in the office’s list, on its payment and in the back office’s list, never in another office’s', async () => {
    const { recovery_id, payment_id } = await debt()
    const other = await signIn(fixtures.test.services, 'customer')
    expect((await list('', other.headers)).items).toEqual([])
    const all = (await list(`customer_id=${office.customer_id}&open=yes&sort=-owed`, backoffice.headers))
      .items
    expect(all).toMatchObject([{ recovery_id, fee: 2000, refused: 300, reversed: 9700 }])
    const payment = await fixtures.test.call({ url: `/v1/payments/${payment_id}`, headers: office.headers })
    expect(payment.body).toMatchObject({ recoveries: [{ recovery_id, owed: 2300 }] })
    const summary = await fixtures.test.call({ url: '/v1/office-debts/summary', headers: office.headers })
    expect(summary.body).toEqual({ count: 1, owed: 2300 })
    const file = await fixtures.test.app.inject({ url: '/v1/office-debts/export', headers: office.headers })
    expect(file.body).toContain('Contestazione')
  })

  it('is paid when no part is left, from the condominium’s bank account', async () => {
    const { recovery_id } = await debt()
    expect((await act(recovery_id, 'settle', paidNow(1000))).body).toMatchObject({
      owed: 1300,
      state: 'open',
    })
    const { body } = await act(recovery_id, 'settle', { ...paidNow(1300), way: 'offset' })
    expect(body).toMatchObject({ owed: 0, state: 'closed', settled: 2300 })
    expect(body.settlements.map(({ way, amount }) => [way, amount])).toEqual([
      ['paid', 1000],
      ['offset', 1300],
    ])
    const books = await fixtures.booksAgree()
    expect(books).toMatchObject({ bank: -1000 })
    expect(books).not.toHaveProperty('office_debt')
    expect((await list('open=yes')).items).toEqual([])
  })

  it('is taken from the account when it has money again, if the back office asks for it', async () => {
    const { recovery_id } = await debt()
    await fixtures.paidByCard(50_000)
    await fixtures.sweep()
    expect((await list()).items).toMatchObject([{ owed: 2300, reversed: 9700 }])
    expect((await act(recovery_id, 'retake')).body).toMatchObject({ state: 'reversing' })
    await fixtures.sweep()
    expect((await list()).items).toMatchObject([{ owed: 2000, reversed: 10_000, settled: 300 }])
    await fixtures.booksAgree()
    expect((await act(recovery_id, 'retake')).body.error).toBe('nothing_left')
  })

  it('is settled if the dispute is won while it is being taken from the account', async () => {
    const { recovery_id, dispute } = await debt()
    await fixtures.fund(90_000)
    // Requested, but the provider was not called yet.
    expect((await act(recovery_id, 'retake')).body).toMatchObject({ state: 'reversing', owed: 2300 })
    await fixtures.decide(dispute, 'won')
    expect((await list()).items).toMatchObject([{ owed: 0, to_return: 7700, returned: 7700 }])
    await fixtures.booksAgree()
  })

  it('is returned with the rest if the dispute is won after it was paid', async () => {
    const { recovery_id, dispute } = await debt()
    await act(recovery_id, 'settle', paidNow(2300))
    await fixtures.fund(90_000)
    await fixtures.decide(dispute, 'won')
    expect((await list()).items).toMatchObject([{ owed: 0, to_return: 10_000, returned: 10_000 }])
    expect(await fixtures.booksAgree()).toMatchObject({ connected_balance: 10_000, bank: -2300 })
  })
})

describe('400, 403, 404, 409', () => {
  it('400: more than the debt, a day in the future or before the debt', async () => {
    const { recovery_id } = await debt()
    expect((await act(recovery_id, 'settle', paidNow(2301))).body.fields?.amount).toContain('23,00')
    for (const settled_on of [addDays(today(), 1), addDays(today(), -1)])
      expect((await act(recovery_id, 'settle', { ...paidNow(100), settled_on })).body.fields).toHaveProperty(
        'settled_on',
      )
  })
  it('403: an office cannot record a settlement; 404: another office', async () => {
    const { recovery_id } = await debt()
    expect((await act(recovery_id, 'settle', paidNow(100), office.headers)).status).toBe(403)
    const other = await signIn(fixtures.test.services, 'customer')
    const seen = await fixtures.test.call({ url: `/v1/office-debts/${recovery_id}`, headers: other.headers })
    expect(seen.status).toBe(404)
  })
  it('409: a debt that is settled already', async () => {
    const { recovery_id } = await debt()
    await act(recovery_id, 'settle', paidNow(2300))
    expect((await act(recovery_id, 'settle', paidNow(1))).body.error).toBe('not_owed')
  })
})

describe('mails to the office about a debt', () => {
  it('are sent when it arises, after 15 and after 30 days, once each, until it is settled', async () => {
    const { recovery_id } = await debt()
    const mails = () => fixtures.mails('office-debt')
    expect(await mails()).toHaveLength(1)
    expect((await mails())[0]).toMatchObject({ subject: expect.stringContaining('23,00') })
    const age = (days: number) =>
      fixtures.test.services.asSystem(
        (tx) => tx`
          update transfer_recoveries set owed_since = owed_since - ${days}::int, next_dun_on = next_dun_on - ${days}::int
          where recovery_id = ${recovery_id}`,
      )
    await fixtures.sweep('mail-office-debts')
    expect(await mails()).toHaveLength(1)
    for (const [days, count] of [
      [15, 2],
      [15, 3],
      [90, 3],
    ] as const) {
      await age(days)
      await fixtures.sweep('mail-office-debts')
      await fixtures.sweep('mail-office-debts')
      expect(await mails()).toHaveLength(count)
    }
  })
  it('are not sent after it was settled', async () => {
    const { recovery_id } = await debt()
    await act(recovery_id, 'settle', paidNow(2300))
    await fixtures.test.services.asSystem(
      (tx) =>
        tx`update transfer_recoveries set owed_since = owed_since - 40 where recovery_id = ${recovery_id}`,
    )
    await fixtures.sweep('mail-office-debts')
    expect(await fixtures.mails('office-debt')).toHaveLength(1)
  })
})
