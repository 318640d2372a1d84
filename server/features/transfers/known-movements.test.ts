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
    expect(found.reason).toContain('Un altro file ha già portato un movimento di questo importo')
    expect(found.live_proposals.every(({ first_choice }) => !first_choice)).toBe(true)
    const many = await at.send('POST', '/v1/transfers/confirm-many', { movement_ids: ids })
    expect(many.body).toMatchObject({ confirmed: 0 })
    expect(await at.residues()).toEqual([10_000, 8_000])
  })
})

describe('a movement that looks like one of an earlier file is asked about, and nothing of it is collected twice', () => {
  const asked = async (
    first: Parameters<Awaited<ReturnType<typeof readingOffice>>['read']>,
    again: Parameters<Awaited<ReturnType<typeof readingOffice>>['read']>,
    at: Awaited<ReturnType<typeof readingOffice>>,
  ) => {
    await at.read(...first)
    const [id, ...more] = await at.read(...again)
    expect(more).toEqual([])
    expect(await at.detail(id as number)).toMatchObject({
      state: 'to_match',
      first_choice: false,
      matched: 0,
    })
    expect(await at.residues()).toEqual([0, 8_000])
    expect(await creditOf(at)).toBe(0)
  }
  const paid = async (at: Awaited<ReturnType<typeof readingOffice>>) => {
    const text = `BONIFICO  A VOSTRO FAVORE   SALDO ${rfOfBill(await at.number(at.bills[0].bill_id))}`
    return movement(10_000, { text, party_iban: null, party_name: null, bank_reference: null })
  }
  it('in a CSV with other columns, or saved again', async () => {
    for (const change of [
      (text: string) => ({ text, party_name: 'ROSSI LUCIA' }),
      (text: string) => ({ text: text.replaceAll(/ +/g, ' ') }),
    ]) {
      const at = await readingOffice(test)
      const first = await paid(at)
      await asked([[first], 'csv'], [[{ ...first, ...change(first.text) }], 'csv'], at)
    }
  })
  it('on the day beside', async () => {
    const at = await readingOffice(test)
    const first = await paid(at)
    await asked(
      [[{ ...first, bank_reference: 'CRO-1' }], 'camt.053.001.08'],
      [[{ ...first, booked_on: '2026-10-04' }], 'csv'],
      at,
    )
  })
  it('with another reference in a statement that has the same balances', async () => {
    const at = await readingOffice(test)
    const first = { ...(await paid(at)), bank_reference: 'CRO-1' }
    const balances = { opening: 100_000, closing: 110_000 }
    await asked(
      [[first], 'camt.053.001.08', balances],
      [[{ ...first, bank_reference: 'CRO-2' }], 'camt.053.001.08', balances],
      at,
    )
  })
  it('but not with another payer’s account or reference: that one is new, also in another format', async () => {
    const at = await readingOffice(test)
    const [first, second] = await Promise.all(at.bills.map(({ bill_id }) => at.number(bill_id)))
    const of = (number: string, bank_reference: string) =>
      movement(5_000, { structured_reference: rfOfBill(number), party_iban: null, bank_reference })
    await at.read([of(first as string, 'A1')], 'camt.053.001.08')
    expect(await at.read([of(second as string, 'RH9')], 'cbi_rh')).toHaveLength(1)
    expect(await at.residues()).toEqual([5_000, 3_000])
  })
  it('nor with another reference of the bank in the next statement', async () => {
    const at = await readingOffice(test)
    const number = await at.number(at.bills[0].bill_id)
    const half = (bank_reference: string) => movement(5_000, { text: rfOfBill(number), bank_reference })
    await at.read([half('A1')], 'camt.053.001.08', { opening: 0, closing: 5_000 })
    await at.read([half('A2')], 'camt.053.001.08', { opening: 5_000, closing: 10_000 })
    expect(await at.residues()).toEqual([0, 8_000])
  })
  it('nor where another format says the RF in its text, or its balances go on from the first ones', async () => {
    const at = await readingOffice(test)
    const [first, second] = await Promise.all(at.bills.map(({ bill_id }) => at.number(bill_id)))
    const bare = { party_iban: null, party_name: null }
    const of = (number: string, more: object) =>
      movement(2_000, { ...bare, text: `SALDO ${rfOfBill(number)}`, ...more })
    await at.read([of(first as string, {})], 'camt.053.001.08', { opening: 0, closing: 2_000 })
    await at.read([of(second as string, {})], 'cbi_rh')
    await at.read([of(first as string, {})], 'cbi_rh', { opening: 2_000, closing: 4_000 })
    expect(await at.residues()).toEqual([6_000, 6_000])
  })
  it('of the same day and amount in another format, with another name', async () => {
    const at = await readingOffice(test)
    const of = { party_iban: null, text: '' }
    await at.read([movement(5_000, { ...of, party_name: 'ROSSI LUCIA' })], 'camt.053.001.08')
    const ids = await at.read([movement(5_000, { ...of, party_name: 'VERDI UGO' })], 'cbi_rh')
    expect(ids).toHaveLength(1)
    expect((await at.detail(ids[0] as number)).reason).toContain('Un altro file ha già portato')
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
