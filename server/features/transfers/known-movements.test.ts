import { rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { movement, readingOffice } from '../../testing/features/reading-office.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const creditOf = async (at: Awaited<ReturnType<typeof readingOffice>>) =>
  (await at.send<{ credit: number }>('GET', `/v1/subjects/${at.subject_id}`)).body.credit

describe('the same statement in three formats', () => {
  it('is read once, also where each format gives its own reference', async () => {
    const at = await readingOffice(test)
    const text = `SALDO ${rfOfBill(await at.number(at.bills[0].bill_id))}`
    const same = movement(10_000, { text })
    expect(await at.read([{ ...same, bank_reference: 'CAMT-1' }], 'camt.053.001.08')).toHaveLength(1)
    expect(await at.read([{ ...same, bank_reference: 'RH1', text: text.slice(0, 12) }], 'cbi_rh')).toEqual([])
    expect(await at.read([{ ...same, bank_reference: null }], 'csv')).toEqual([])
    expect(await at.residues()).toEqual([0, 8_000])
    expect(await creditOf(at)).toBe(0)
  })
  it('adds the one that is new, wherever it stands among equal amounts', async () => {
    const at = await readingOffice(test)
    const [first, second] = await Promise.all(at.bills.map(({ bill_id }) => at.number(bill_id)))
    const one = movement(5_000, { text: `ACCONTO ${rfOfBill(first as string)}` })
    const other = movement(5_000, { text: `ACCONTO ${rfOfBill(second as string)}` })
    await at.read([one], 'csv')
    const [id, ...more] = await at.read([other, one], 'camt.053.001.08')
    expect(more).toEqual([])
    expect((await at.detail(id as number)).text).toBe(other.text)
    expect(await at.residues()).toEqual([5_000, 3_000])
  })
  it('asks where it is not plain which of equal ones is new', async () => {
    const at = await readingOffice(test)
    const text = `ACCONTO ${rfOfBill(await at.number(at.bills[0].bill_id))}`
    const bare = { text: '', party_name: null, party_iban: null, bank_reference: null }
    await at.read([movement(2_000, bare)], 'csv')
    const ids = await at.read([movement(2_000, { text }), movement(2_000, { text })], 'camt.053.001.08')
    expect(ids).toHaveLength(1)
    const found = await at.detail(ids[0] as number)
    expect(found).toMatchObject({ state: 'to_match', first_choice: false, matched: 0 })
    expect(found.reason).toContain('Un altro file ha già portato un movimento di questo giorno')
    expect(found.live_proposals.every(({ first_choice }) => !first_choice)).toBe(true)
    const many = await at.send('POST', '/v1/transfers/confirm-many', { movement_ids: ids })
    expect(many.body).toMatchObject({ confirmed: 0 })
    expect(await at.residues()).toEqual([10_000, 8_000])
  })
})

describe('a reference that the bank uses again', () => {
  it('for the charges of a transfer: both are movements, and known when they come again in any order', async () => {
    const at = await readingOffice(test)
    const transfer = movement(300, { bank_reference: 'OP-1' })
    const charges = movement(-50, { bank_reference: 'OP-1' })
    expect(await at.read([transfer, charges])).toHaveLength(2)
    expect(await at.read([charges, transfer])).toEqual([])
    const later = movement(-70, { bank_reference: 'OP-1', booked_on: '2026-10-06' })
    expect(await at.read([charges, later])).toHaveLength(1)
  })
  it('with the same day and another amount in a later file refuses it', async () => {
    const at = await readingOffice(test)
    await at.read([movement(300, { bank_reference: 'OP-2' })])
    await expect(at.read([movement(301, { bank_reference: 'OP-2' })])).rejects.toThrow(
      'con un altro contenuto',
    )
  })
})

it('an entry of zero is counted with those that are not booked, and is no movement', async () => {
  const at = await readingOffice(test)
  expect(await at.read([movement(0), movement(100)])).toHaveLength(1)
  const { body } = await at.send<{ items: object[] }>('GET', '/v1/bank-statements')
  expect(body.items).toMatchObject([{ movements: 1, known: 0, pending: 1 }])
})
