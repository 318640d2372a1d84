import { mostOpenBills, type OpenBills } from '@saldo/contract/bills/open-bills'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { giveRight, makeBuilding } from '../../testing/features/building.ts'
import { makeAccount, makeBill, makeSubject, signIn, signInSubUser } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const late = addDays(today(), -20)
const soon = addDays(today(), 10)
const later = addDays(today(), 100)

const office = () => signIn(test.services, 'customer')

async function read(headers: Record<string, string>, subject_id: number) {
  const reply = await test.call({ url: `/v1/subjects/open-bills/${subject_id}`, headers })
  return { status: reply.status, body: reply.body as OpenBills }
}

const settle = (bill_id: number, position: number, cents: number) =>
  test.services.asSystem(
    (tx) =>
      tx`update bill_instalments set settled = ${cents} where bill_id = ${bill_id} and position = ${position}`,
  )

describe('200: the open bills of a person', () => {
  it('divide the residue into overdue, next and later, and each line is amount less paid', async () => {
    const { headers, customer_id } = await office()
    const subject_id = await makeSubject(test.services, customer_id)
    const { bill_id } = await makeBill(test.services, customer_id, {
      subject_id,
      amounts: [10_000, 20_000, 30_000],
      due_dates: [late, soon, later],
    })
    await settle(bill_id, 1, 4000)
    const next = await makeBill(test.services, customer_id, {
      subject_id,
      amounts: [5000, 7000],
      due_dates: [soon, later],
    })
    await makeBill(test.services, customer_id, { subject_id, amounts: [999], draft: true })
    const { status, body } = await read(headers, subject_id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      residue: 68_000,
      overdue: 6000,
      due_now: 11_000,
      credit: 0,
      disputed: 0,
      next_due_date: soon,
    })
    const bills = body.accounts.flatMap((account) => account.bills)
    expect(bills).toHaveLength(2)
    for (const bill of bills) {
      expect(bill.amount - bill.settled).toBe(bill.residue)
      expect(bill.instalments.reduce((sum, { due }) => sum + due, 0)).toBe(bill.residue)
    }
    expect(bills.find((bill) => bill.bill_id === bill_id)).toMatchObject({
      overdue: 6000,
      due_now: 6000,
      state: 'overdue',
      instalments_count: 3,
      instalments: [
        { position: 1, due_date: late, due: 6000, overdue: 6000 },
        { position: 2, due: 20_000, overdue: 0, due_now: 0 },
        { position: 3, due: 30_000 },
      ],
    })
    expect(bills.find((bill) => bill.bill_id === next.bill_id)).toMatchObject({ overdue: 0, due_now: 5000 })
  })

  it('are apart by condominium, with the credit of each, which is not subtracted', async () => {
    const { headers, customer_id } = await office()
    const subject_id = await makeSubject(test.services, customer_id)
    const here = await makeAccount(test.services, customer_id, { name: 'Condominio Alba' })
    const there = await makeAccount(test.services, customer_id, { name: 'Condominio Zefiro' })
    const bill = { subject_id, amounts: [10_000], due_dates: [soon] }
    await makeBill(test.services, customer_id, { ...bill, account_id: there })
    await makeBill(test.services, customer_id, { ...bill, account_id: here })
    await makeBill(test.services, customer_id, { ...bill, account_id: here })
    await test.services.asSystem(
      (tx) =>
        tx`insert into subject_credits ${tx({ customer_id, account_id: there, subject_id, balance: 1500 })}`,
    )
    const { body } = await read(headers, subject_id)
    expect(body).toMatchObject({ residue: 30_000, credit: 1500 })
    expect(
      body.accounts.map(({ account_name, residue, credit, bills_count }) => [
        account_name,
        residue,
        credit,
        bills_count,
      ]),
    ).toEqual([
      ['Condominio Alba', 20_000, 0, 2],
      ['Condominio Zefiro', 10_000, 1500, 1],
    ])
  })

  it('say in which capacity: the rights in the bill’s unit on the day of issue', async () => {
    const { headers, customer_id } = await office()
    const building = await makeBuilding(test.services, customer_id, [500, 500])
    const [first, second] = building.units as [number, number]
    const subject_id = await giveRight(test.services, customer_id, building, first, { right_kind: 'tenant' })
    await giveRight(test.services, customer_id, building, second, {
      right_kind: 'owner',
      subject_id,
      until: '2026-01-31',
    })
    const { bill_id } = await makeBill(test.services, customer_id, {
      account_id: building.account_id,
      subject_id,
      due_dates: [soon],
    })
    const kindsIn = async (unit: string | null) => {
      await test.services.asSystem((tx) => tx`update bills set unit = ${unit} where bill_id = ${bill_id}`)
      return (await read(headers, subject_id)).body.accounts[0]?.bills[0]?.right_kinds
    }
    expect(await kindsIn('int. 1, SCALA A')).toEqual(['tenant'])
    expect(await kindsIn('Int. 2, scala A')).toEqual([])
    expect(await kindsIn(null)).toEqual(['tenant'])
  })

  it('are summed whole when there are more than can be listed', async () => {
    const { headers, customer_id } = await office()
    const { account_id, subject_id } = await makeBill(test.services, customer_id, { due_dates: [soon] })
    await test.services.asSystem(async (tx) => {
      const rows = await tx`
        insert into bills (customer_id, account_id, subject_id, number, description, issue_date, amount)
        select ${customer_id}, ${account_id}, ${subject_id}, 'R/' || n, 'Rata', '2026-09-01', 100
        from generate_series(1, ${mostOpenBills}) n returning bill_id`
      for (const table of ['bill_instalments', 'bill_lines'] as const) {
        const of = table === 'bill_lines' ? { description: 'Spese' } : { due_date: later }
        await tx`insert into ${tx(table)} ${tx(rows.map(({ bill_id }) => ({ customer_id, bill_id, position: 1, amount: 100, ...of })))}`
      }
    })
    const { body } = await read(headers, subject_id)
    expect(body.accounts[0]).toMatchObject({
      bills_count: mostOpenBills + 1,
      residue: 41_250 + 100 * mostOpenBills,
    })
    expect(body.accounts[0]?.bills).toHaveLength(mostOpenBills)
  })

  it('of a sub-user of some condominiums are those of these', async () => {
    const { customer_id } = await office()
    const subject_id = await makeSubject(test.services, customer_id)
    const seen = await makeBill(test.services, customer_id, { subject_id, amounts: [100], due_dates: [soon] })
    await makeBill(test.services, customer_id, { subject_id, amounts: [900], due_dates: [soon] })
    const { headers } = await signInSubUser(test.services, customer_id, {
      permissions: ['bills:read', 'subjects:read'],
      accounts: [seen.account_id],
    })
    const { body } = await read(headers, subject_id)
    expect(body).toMatchObject({ residue: 100, accounts: [{ account_id: seen.account_id, bills_count: 1 }] })
  })
})

it('403: a sub-user who may not read bills', async () => {
  const { customer_id } = await office()
  const { subject_id } = await makeBill(test.services, customer_id)
  const { headers } = await signInSubUser(test.services, customer_id, { permissions: ['subjects:write'] })
  expect((await read(headers, subject_id)).status).toBe(403)
})

it('404: another office’s', async () => {
  const { subject_id } = await makeBill(test.services, (await office()).customer_id)
  expect((await read((await office()).headers, subject_id)).status).toBe(404)
})
