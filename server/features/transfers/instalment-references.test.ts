import type { Movement } from '@saldo/contract/payments/transfers'
import { formatRf, rfOfInstalment } from '@saldo/domain/sepa/creditor-reference'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { loadedStatements } from '../../testing/features/loaded-statements.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** An office with a bill of three instalments, and statements of the condominium's bank as CSV. */
async function office() {
  const signed = await signIn(test.services, 'customer')
  const { customer_id } = signed
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id, { nominative: 'Rossi Lucia' })
  const bill = await makeBill(test.services, customer_id, {
    ...{ account_id, subject_id, amounts: [10_000, 20_000, 30_000] },
    due_dates: ['2026-09-30', '2026-12-31', '2027-03-31'],
  })
  const calls = loadedStatements(test, signed)
  /** Loads one credit; returns its movement. */
  const read = async (cents: number, text: string, day = '05/10/2026'): Promise<Movement> => {
    const row = `${day};${(cents / 100).toFixed(2).replace('.', ',')};${text}\n`
    await calls.load(`Data contabile;Importo;Descrizione\n${row}`, 'estratto.csv', {
      account_id: String(account_id),
    })
    return (await calls.all()).find((each) => each.text === text) as Movement
  }
  const settled = () =>
    test.services.asSystem(async (tx) => {
      const rows = await tx<{ settled: number }[]>`
        select settled from bill_instalments where bill_id = ${bill.bill_id} order by position`
      return rows.map((row) => row.settled)
    })
  return { ...calls, subject_id, bill, read, settled }
}

describe('a statement with the reference of one instalment', () => {
  it('pays that instalment, although an older one is due', async () => {
    const { bill, read, settled, detail } = await office()
    const movement = await read(20_000, `Rata ${formatRf(rfOfInstalment(bill.number, 2))}`)
    expect(movement.state).toBe('matched')
    expect((await detail(movement.movement_id)).reason).toContain(`rata 2 della bolletta ${bill.number}`)
    expect(await settled()).toEqual([0, 20_000, 0])
  })

  it('pays the oldest with what is above it, and it goes on counting when it is paid already', async () => {
    const { bill, read, settled } = await office()
    const third = rfOfInstalment(bill.number, 3)
    await read(34_000, `A ${third}`)
    expect(await settled()).toEqual([4_000, 0, 30_000])
    expect((await read(6_000, `B ${third}`)).state).toBe('matched')
    expect(await settled()).toEqual([10_000, 0, 30_000])
  })

  it('pays it first, too, when a person confirms a transfer that was asked', async () => {
    const { bill, subject_id, read, settled, send } = await office()
    const early = '31/08/2026'
    const asked = await read(20_000, rfOfInstalment(bill.number, 2), early)
    expect(asked.state).toBe('to_match')
    const whose = { subject_id, bill_ids: [bill.bill_id] }
    expect((await send('POST', `/v1/transfers/${asked.movement_id}/confirm`, whose)).status).toBeLessThan(300)
    expect(await settled()).toEqual([0, 20_000, 0])
  })
})
