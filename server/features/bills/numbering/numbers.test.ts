import type { BillDetail, CreditNote } from '@saldo/contract/bills/bills'
import type { LateInterest } from '@saldo/contract/bills/late-interest'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn, signInSubUser } from '../../../testing/people.ts'
import { seriesOf } from './bill-number.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())
afterEach(() => void vi.useRealTimers())

type Refusal = { error: string; error_description: string; fields?: Record<string, string> }
const twenty = Array.from({ length: 20 }, (_, index) => index + 1)
const six = (n: number) => String(n).padStart(6, '0')

async function office() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id)
  const call = async <Body>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, as = headers) => {
    const reply = await test.call({ method, url, headers: as, ...(body ? { body } : {}) })
    return { status: reply.status, body: reply.body as Body & Refusal }
  }
  const create = (of: object = {}, as = headers) =>
    call<BillDetail>('PUT', '/v1/bills', { account_id, subject_id, ...newBill, ...of }, as)
  const bill = (of: Parameters<typeof makeBill>[2] = {}) =>
    makeBill(test.services, customer_id, { account_id, subject_id, ...of })
  const credit = async (bill_id: number, as = headers) =>
    (
      await call<{ note: CreditNote } & Refusal>(
        'POST',
        `/v1/bills/credit-note/${bill_id}`,
        { reason: 'Sbagliata' },
        as,
      )
    ).body
  const late = async () => {
    await call('POST', '/v1/late-interest/rule', { account_id, kind: 'agreed', agreed_bps: 500 })
    return bill({ amounts: [100_000], due_dates: [addDays(today(), -100)] })
  }
  const charge = async (bill_id: number) =>
    (await call<LateInterest>('POST', `/v1/late-interest/charge/${bill_id}`)).body.charges[0]
  return { headers, customer_id, account_id, subject_id, call, create, bill, credit, late, charge }
}
const newBill = {
  description: 'Rata 1 di 4',
  issue_date: '2026-03-02',
  lines: [{ description: 'Spese generali', amount: 10_000 }],
  instalments: [{ due_date: '2026-04-15', amount: 10_000 }],
}

describe('twenty documents made at once are numbered consecutively, without gaps and duplicates', () => {
  it('bills', async () => {
    const { create } = await office()
    const made = await Promise.all(twenty.map(() => create()))
    expect(made.map(({ body }) => body.number).sort()).toEqual(twenty.map((n) => `2026/${six(n)}`))
  })

  it('bills made by a user who may not change the condominium, which is locked for them, too', async () => {
    const { customer_id, create } = await office()
    const { headers } = await signInSubUser(test.services, customer_id, { permissions: ['bills:write'] })
    const made = await Promise.all(twenty.map(() => create({}, headers)))
    expect(made.map(({ body }) => body.number).sort()).toEqual(twenty.map((n) => `2026/${six(n)}`))
  })

  it('credit notes', async () => {
    const { bill, credit } = await office()
    const bills = await Promise.all(twenty.map(() => bill()))
    const notes = await Promise.all(bills.map(({ bill_id }) => credit(bill_id)))
    expect(notes.map(({ note }) => note?.number).sort()).toEqual(
      twenty.map((n) => `NC-${today().slice(0, 4)}/${six(n)}`),
    )
  })

  it('bills of late interest', async () => {
    const { late, charge } = await office()
    const bills = await Promise.all(twenty.map(late))
    const charges = await Promise.all(bills.map(({ bill_id }) => charge(bill_id)))
    expect(charges.map((made) => made?.number).sort()).toEqual(
      twenty.map((n) => `MORA-${today().slice(0, 4)}/${six(n)}`),
    )
  })

  it('a refused document leaves no gap', async () => {
    const { create, subject_id } = await office()
    await create()
    const refused = await create({ subject_id: subject_id + 1_000_000 })
    expect(refused.status).toBe(404)
    expect((await create()).body.number).toBe('2026/000002')
  })
})

describe('around the end of a year, a number follows the date of its document', () => {
  const lastMinute = new Date('2026-12-31T22:59:59.900Z')
  const firstMinute = new Date('2026-12-31T23:00:00.100Z')
  const at = (now: Date) => vi.useFakeTimers({ toFake: ['Date'], now })

  it('bills, in any order of creation', async () => {
    const { create } = await office()
    const on = async (issue_date: string) =>
      (await create({ issue_date, instalments: [{ due_date: '2027-02-15', amount: 10_000 }] })).body.number
    expect(await on('2026-12-31')).toBe('2026/000001')
    expect(await on('2027-01-01')).toBe('2027/000001')
    expect(await on('2026-12-31')).toBe('2026/000002')
    expect(await on('2027-01-01')).toBe('2027/000002')
    const both = await Promise.all(twenty.map((n) => on(n % 2 ? '2026-12-31' : '2027-01-01')))
    expect(both.sort()).toEqual(
      ['2026', '2027'].flatMap((year) => twenty.slice(2, 12).map((n) => `${year}/${six(n)}`)),
    )
  })

  it('credit notes, whose number and date belong to the same year', async () => {
    const { bill, credit } = await office()
    const bills = await Promise.all(twenty.slice(0, 4).map(() => bill()))
    at(lastMinute)
    const before = [await credit(bills[0]?.bill_id ?? 0), await credit(bills[1]?.bill_id ?? 0)]
    at(firstMinute)
    const after = [await credit(bills[2]?.bill_id ?? 0), await credit(bills[3]?.bill_id ?? 0)]
    expect([...before, ...after].map(({ note }) => [note.number, note.issue_date])).toEqual([
      ['NC-2026/000001', '2026-12-31'],
      ['NC-2026/000002', '2026-12-31'],
      ['NC-2027/000001', '2027-01-01'],
      ['NC-2027/000002', '2027-01-01'],
    ])
  })
})

describe('a series has documents of one kind', () => {
  it('interest bills, credit notes and reissued bills do not affect the series of ordinary bills', async () => {
    const { create, late, charge, credit, call } = await office()
    const year = today().slice(0, 4)
    const own = (of: object = {}) => create({ issue_date: today(), number: null, ...due, ...of })
    const due = { instalments: [{ due_date: addDays(today(), 30), amount: 10_000 }] }
    const owed = await late()
    expect((await own({ number: `A-${year}-07` })).body.number).toBe(`A-${year}-07`)
    const interest = await charge(owed.bill_id)
    expect(interest?.number).toBe(`MORA-${year}/000001`)
    const second = (await own()).body
    expect(second.number).toBe(`A-${year}-08`)
    expect((await credit(second.bill_id)).note.number).toBe(`NC-${year}/000001`)
    const again = await call<BillDetail>('POST', `/v1/bills/reissue/${second.bill_id}`)
    expect(again.body.number).toBe(`A-${year}-09`)
    expect((await call('POST', `/v1/bills/reissue/${interest?.bill_id}`)).status).toBe(409)
    expect((await own()).body.number).toBe(`A-${year}-10`)
  })

  it('recognises a year in two digits at the end of a number, and replaces it in the next year', async () => {
    expect(seriesOf('Rata 1/26', '2026', '2026')).toEqual({ before: 'Rata ', width: 1, after: '/26' })
    expect(seriesOf('Rata 7/26', '2026', '2027')).toEqual({ before: 'Rata ', width: 1, after: '/27' })
    expect(seriesOf('26', '2026', '2026')).toEqual({ before: '', width: 2, after: '' })
    expect(seriesOf('A1-26', '2026', '2026', ['A1-26', 'A1-25'])).toEqual({
      ...{ before: 'A1-', width: 2, after: '' },
    })
    expect(seriesOf('7-26', '2026', '2026', ['7-26', '6-26'])).toEqual({ before: '', width: 1, after: '-26' })
    expect(seriesOf('12/2026', '2026', '2027')).toEqual({ before: '', width: 2, after: '/2027' })
  })

  it.each(['MORA-2026/000009', 'nc-2026/1', ' RIC-2026 / 12 '])(
    'a user cannot enter the number %s',
    async (number) => {
      const { create } = await office()
      const { status, body } = await create({ number })
      expect(status).toBe(400)
      expect(body.fields?.number).toContain('Saldo')
      expect((await create()).body.number).toBe('2026/000001')
    },
  )

  it('a series whose counter is the year continues', async () => {
    const { bill, create } = await office()
    await bill({ number: '2025/2026' })
    await bill({ number: '2026/2026' })
    expect((await create()).body.number).toBe('2027/2026')
  })

  it('a number without a counter does not end a series', async () => {
    const { bill, create } = await office()
    await bill({ number: '2026/000004' })
    await bill({ number: 'una tantum' })
    expect((await create()).body.number).toBe('2026/000005')
  })
})
