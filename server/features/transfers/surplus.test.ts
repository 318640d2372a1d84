import { rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { movement, readingOffice } from '../../testing/features/reading-office.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

it('a relative who pays two bills and names one is asked about; what pays no other bill becomes credit', async () => {
  const at = await readingOffice(test)
  const paid = {
    party_name: 'Verdi Ugo',
    structured_reference: rfOfBill(await at.number(at.bills[0].bill_id)),
  }
  const state = async (amount: number) => {
    const [movement_id] = await at.read([movement(amount, paid)])
    const { body } = await at.send<{ state: string; reason: string }>('GET', `/v1/transfers/${movement_id}`)
    return body
  }
  expect(await state(18_000)).toMatchObject({
    state: 'to_match',
    reason: expect.stringMatching(/bastano anche per la bolletta .* di Rossi Lucia/),
  })
  expect(await at.residues()).toEqual([10_000, 8_000])
  expect(await state(17_999)).toMatchObject({ state: 'matched' })
  expect(await at.residues()).toEqual([0, 8_000])
})
