import { randomUUID } from 'node:crypto'
import type { PaymentDetail } from '@saldo/contract/payments/payments'
import { makeItalianIban } from '@saldo/domain/iban'
import { rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { closeBooksTo } from '../../testing/closing.ts'
import { movement, readingOffice } from '../../testing/features/reading-office.ts'
import { makeBill } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const office = () => readingOffice(test)

const rf = async ({ number }: Awaited<ReturnType<typeof office>>, bill_id: number) =>
  rfOfBill(await number(bill_id))

describe('POST /v1/transfers/match', () => {
  it('201: two movements pay two bills of one person, the rest is credit; again: the same answer', async () => {
    const at = await office()
    const movement_ids = await at.read([movement(12_000), movement(7_000)])
    const body = {
      ...{ movement_ids, bill_ids: at.bills.map(({ bill_id }) => bill_id), bill_amounts: [10_000, 8_000] },
      ...{ subject_ids: [at.subject_id], subject_amounts: [1_000], subject_uses: ['credit'] },
    }
    const key = { 'idempotency-key': `match-${randomUUID()}` }
    const first = await at.send<{ payment_ids: number[] }>('POST', '/v1/transfers/match', body, key)
    expect(first).toMatchObject({
      status: 201,
      body: { movements: [{ state: 'matched' }, { state: 'matched' }] },
    })
    expect(await at.residues()).toEqual([0, 0])
    const again = await at.send<{ payment_ids: number[] }>('POST', '/v1/transfers/match', body, key)
    expect([again.status, again.body.payment_ids]).toEqual([201, first.body.payment_ids])
    const { body: person } = await at.send<{ credit: number }>('GET', `/v1/subjects/${at.subject_id}`)
    expect(person.credit).toBe(1_000)
    const { body: payment } = await at.send<PaymentDetail>('GET', `/v1/payments/${first.body.payment_ids[0]}`)
    expect(payment.movement?.movement_id).toBe(movement_ids[0])
  })
  it('400: the sums are not equal; 201: what is left stays to be matched', async () => {
    const at = await office()
    const movement_ids = await at.read([movement(9_000)])
    const body = { movement_ids, bill_ids: [at.bills[1].bill_id], bill_amounts: [8_000] }
    expect((await at.send('POST', '/v1/transfers/match', body)).status).toBe(400)
    const left = await at.send('POST', '/v1/transfers/match', { ...body, leave_rest: true })
    expect(left).toMatchObject({ status: 201, body: { movements: [{ state: 'partly', matched: 8_000 }] } })
  })
  it('409: more than is due, and what was matched already; 404: a bill of another condominium', async () => {
    const at = await office()
    const [movement_id] = await at.read([movement(11_000)])
    const match = (bill_id: number, amount: number) =>
      at.send('POST', '/v1/transfers/match', {
        movement_ids: [movement_id],
        bill_ids: [bill_id],
        bill_amounts: [amount],
      })
    expect((await match(at.bills[0].bill_id, 11_000)).body.error).toBe('more_than_due')
    const elsewhere = await makeBill(test.services, at.customer_id, {
      subject_id: at.subject_id,
      amounts: [11_000],
    })
    expect((await match(elsewhere.bill_id, 11_000)).status).toBe(404)
    const whole = {
      ...{
        movement_ids: [movement_id],
        subject_ids: [at.subject_id],
        subject_amounts: [11_000],
        subject_uses: ['oldest'],
      },
    }
    expect((await at.send('POST', '/v1/transfers/match', whole)).status).toBe(201)
    expect(await at.residues()).toEqual([0, 7_000])
    expect((await at.send('POST', '/v1/transfers/match', whole)).body.error).toBe('wrong_state')
  })
})

describe('a certain match', () => {
  it('is undone by reversing its collection, and is not posted again by itself', async () => {
    const at = await office()
    const [id] = await at.read([
      movement(10_000, { structured_reference: await rf(at, at.bills[0].bill_id) }),
    ])
    expect(await at.residues()).toEqual([0, 8_000])
    const undone = await at.send('POST', `/v1/transfers/${id}/undo`, {})
    expect(undone).toMatchObject({
      status: 200,
      body: { state: 'to_match', matched: 0, live_proposals: [{ rank: 1 }] },
    })
    await runJobs(test.services)
    expect(await at.residues()).toEqual([10_000, 8_000])
    expect((await at.send('POST', `/v1/transfers/${id}/undo`, {})).status).toBe(409)
  })
  it('follows a reversal that was made on the page of the payment', async () => {
    const at = await office()
    const [id] = await at.read([movement(10_000, { text: await rf(at, at.bills[0].bill_id) })])
    const { matches } = await at.detail(id as number)
    await at.send('POST', `/v1/payments/${matches[0]?.payment_id}/reversal`, { reason: 'by_mistake' })
    expect(await at.detail(id as number)).toMatchObject({ state: 'to_explain', matched: 0 })
  })
  it('is not posted in a closed period, and is proposed with that reason', async () => {
    const at = await office()
    await closeBooksTo(test.services, at, '2026-10-31')
    const [id] = await at.read([movement(10_000, { text: await rf(at, at.bills[0].bill_id) })])
    const { state, reason } = await at.detail(id as number)
    expect([state, reason]).toEqual(['to_match', expect.stringContaining('periodo chiuso')])
    expect(await at.residues()).toEqual([10_000, 8_000])
  })
  it('of a bill that was paid another way meanwhile is credit: one debt is settled once', async () => {
    const at = await office()
    const [{ bill_id }] = at.bills
    const paid = { account_id: at.account_id, subject_id: at.subject_id, amount: 10_000, bill_ids: [bill_id] }
    const cash = await at.send('POST', '/v1/payments', { ...paid, method: 'CASH', received_on: '2026-10-01' })
    expect(cash.status).toBe(201)
    const [id] = await at.read([movement(10_000, { text: await rf(at, bill_id) })])
    expect(await at.detail(id as number)).toMatchObject({
      state: 'credited',
      matches: [{ credit: 10_000, bills: [] }],
    })
    expect(await at.residues()).toEqual([0, 8_000])
  })
  it('of a transfer that was registered by hand is linked to it, and nothing is registered', async () => {
    const at = await office()
    const [{ bill_id }] = at.bills
    const by_hand = {
      account_id: at.account_id,
      subject_id: at.subject_id,
      amount: 10_000,
      received_on: '2026-10-04',
    }
    const { body } = await at.send<{ payment_id: number }>('POST', '/v1/payments', {
      ...by_hand,
      bill_ids: [bill_id],
    })
    const [id] = await at.read([movement(10_000, { text: await rf(at, bill_id) })])
    expect(await at.detail(id as number)).toMatchObject({
      state: 'to_match',
      live_proposals: [{ payment_id: body.payment_id }],
    })
    const many = await at.send('POST', '/v1/transfers/confirm-many', { movement_ids: [id] })
    expect(many.body).toMatchObject({ confirmed: 1 })
    expect(await at.detail(id as number)).toMatchObject({ state: 'matched', matches: [{ way: 'linked' }] })
    const undone = await at.send('POST', `/v1/transfers/${id}/undo`, {})
    expect(undone).toMatchObject({ status: 200, body: { matched: 0 } })
    expect(await at.residues()).toEqual([0, 8_000])
  })
})

describe('POST /v1/transfers/{id}/confirm', () => {
  it('200: what was seen is registered, and the IBAN is learned; 409: it is another one now', async () => {
    const at = await office()
    const party_iban = makeItalianIban({ abi: '05428', cab: '11101', account: '777777' })
    const [id] = await at.read([movement(10_000, { party_name: 'ROSSI  LUCIA', party_iban })])
    const [{ bill_id }] = at.bills
    const confirm = (bill_ids: number[]) =>
      at.send('POST', `/v1/transfers/${id}/confirm`, { subject_id: at.subject_id, bill_ids })
    expect((await confirm([at.bills[1].bill_id])).body.error).toBe('proposal_changed')
    expect(await confirm([bill_id])).toMatchObject({
      status: 200,
      body: { movements: [{ state: 'matched' }] },
    })
    const [other] = await at.read([movement(8_000, { party_name: 'Conto cointestato', party_iban })])
    expect(await at.detail(other as number)).toMatchObject({
      live_proposals: [{ level: 'rule', first_choice: true }],
    })
    const { body } = await at.send<{ items: { rule_id: number }[] }>('GET', '/v1/payer-rules')
    expect((await at.send('DELETE', `/v1/payer-rules/${body.items[0]?.rule_id}`)).status).toBe(204)
    expect(await at.detail(other as number)).toMatchObject({ live_proposals: [] })
  })
})

describe('other acts', () => {
  it('200: exclude, include and explain; 409: what was matched is not excluded', async () => {
    const at = await office()
    const [id, matched] = await at.read([
      movement(123),
      movement(8_000, { text: await rf(at, at.bills[1].bill_id) }),
    ])
    const act = (which: number | undefined, name: string, body?: object) =>
      at.send('POST', `/v1/transfers/${which}/${name}`, body)
    expect((await act(id, 'explain', { note: 'Rimborso?' })).body).toMatchObject({ note: 'Rimborso?' })
    expect((await act(id, 'exclude', { reason: 'Rimborso' })).body).toMatchObject({
      state: 'excluded',
      reason: 'Rimborso',
    })
    expect((await act(id, 'include')).body).toMatchObject({ state: 'to_explain' })
    expect((await act(matched, 'exclude', { reason: 'Errore' })).status).toBe(409)
  })
  it('candidates are found by number, name and amount', async () => {
    const at = await office()
    const [id] = await at.read([movement(8_000)])
    for (const q of ['rossi', '80,00', await at.number(at.bills[1].bill_id), '']) {
      const { body } = await at.send<{ bills: { bill_id: number }[] }>(
        'GET',
        `/v1/transfers/${id}/candidates?q=${encodeURIComponent(q)}`,
      )
      expect([q, body.bills[0]?.bill_id]).toEqual([q, at.bills[1].bill_id])
    }
  })
})

describe('statements that overlap', () => {
  it('add only what is new; a changed movement refuses the file', async () => {
    const at = await office()
    const known = movement(500)
    await at.read([known])
    expect(await at.read([known, movement(600)])).toHaveLength(1)
    await expect(at.read([{ ...known, amount: 501 }])).rejects.toThrow('con un altro contenuto')
  })
  it('are compared by day and amount where one format has references and the other has none', async () => {
    const at = await office()
    await at.read([movement(500), movement(500)], 'camt.053.001.08')
    const plain = { bank_reference: null, party_iban: null, text: 'come lo scrive il CSV' }
    expect(await at.read([movement(500, plain), movement(500, plain), movement(500, plain)])).toHaveLength(1)
  })
  it('keep two movements of one file that say the same', async () => {
    const at = await office()
    const same = { bank_reference: null, text: 'uguale', party_name: null, party_iban: null }
    const both = [movement(500, same), movement(500, same)]
    expect(await at.read(both)).toHaveLength(2)
    expect(await at.read(both)).toHaveLength(0)
  })
  it('a reversal that was loaded before its movement takes it back', async () => {
    const at = await office()
    await at.read([movement(-10_000, { is_reversal: true, reversed_reference: 'LATER' })])
    const [id] = await at.read([
      movement(10_000, { bank_reference: 'LATER', text: await rf(at, at.bills[0].bill_id) }),
    ])
    expect(await at.detail(id as number)).toMatchObject({ state: 'returned', matched: 0 })
    expect(await at.residues()).toEqual([10_000, 8_000])
  })
})
