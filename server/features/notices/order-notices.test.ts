import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paidRiba } from '../../bank-files/cbi/notices-fixture.ts'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const due = addDays(today(), 30)

/** A condominium with a SIA code, and a bill of 412,50 that is due in a month. */
async function office() {
  const { headers, customer_id } = await signIn(app.services, 'customer')
  const account_id = await makeAccount(app.services, customer_id)
  const subject_id = await makeSubject(app.services, customer_id)
  const call = async <Body = never>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const reply = await app.call({ method, url, headers, ...(payload ? { payload } : {}) })
    return { ...reply, body: reply.body as Body }
  }
  await call('PUT', `/v1/notices/settings/${account_id}`, { sia: 'a1b2c' })
  const bill = (of: { number?: string; draft?: boolean } = {}) =>
    makeBill(app.services, customer_id, { account_id, subject_id, due_dates: [due], ...of })
  return { headers, customer_id, account_id, subject_id, call, bill }
}
type Ordered = {
  flows: { flow_id: number; kind: string; direction: string; amount: number }[]
  count: number
}
type Preview = {
  bills: { bill_id: number; why_not: string | null }[]
  count: number
  left_out: number
  accounts: object[]
}

describe('201: notices of bills', () => {
  it('become a file for the bank, and each bill’s notice is presented', async () => {
    const { call, bill } = await office()
    const { bill_id } = await bill({ number: '2026/000027' })
    const { status, body } = await call<Ordered>('POST', '/v1/notices', { bill_ids: [bill_id] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      count: 1,
      flows: [{ kind: 'notice_order', direction: 'out', amount: 41_250 }],
    })
    const file = String((await call('GET', `/v1/flows/${body.flows[0]?.flow_id}/file`)).raw).split('\r\n')
    expect(file[0]?.slice(0, 8)).toBe(' IMA1B2C')
    expect(file.find((line) => line.startsWith(' 51'))?.slice(10, 20)).toBe('2026000027')
    const list = await call<{ items: object[] }>('GET', `/v1/notices?bill_id=${bill_id}`)
    expect(list.body.items).toMatchObject([
      { state: 'presented', creditor_number: '2026000027', amount: 41_250 },
    ])
  })

  it('are RiBa once the debtor’s bank is known, and the bank’s outcome settles the bill', async () => {
    const { call, bill, headers, subject_id } = await office()
    const { bill_id } = await bill({ number: '2026/000031' })
    const choice = { bill_ids: [bill_id], kind: 'riba' }
    const { body: before } = await call<Preview>('POST', '/v1/notices/preview', choice)
    expect(before.bills).toMatchObject([
      { lacks_debtor_bank: true, why_not: expect.stringContaining('ABI e CAB') },
    ])
    expect((await call('POST', '/v1/notices', choice)).status).toBe(409)
    const to = `/v1/notices/debtor-banks/${subject_id}`
    expect((await call('PUT', to, { bank: { abi: '1030', cab: '02800' } })).status).toBe(400)
    expect((await call('PUT', to, { bank: { abi: '01030', cab: '02800' } })).status).toBe(200)
    expect((await call('PUT', '/v1/notices/debtor-banks/999999999', { bank: null })).status).toBe(404)
    const { status, body } = await call<Ordered>('POST', '/v1/notices', choice)
    expect([status, body.count]).toEqual([201, 1])
    const [flow] = body.flows
    const file = String((await call('GET', `/v1/flows/${flow?.flow_id}/file`)).raw).split('\r\n')
    expect(file[0]?.slice(0, 8)).toBe(' IBA1B2C')
    expect([file[1]?.slice(28, 33), file[1]?.slice(69, 79)]).toEqual(['30000', '0103002800'])
    const listed = async () =>
      (await call<{ items: { notice_id: number; state: string }[] }>('GET', `/v1/notices?bill_id=${bill_id}`))
        .body.items
    const [notice] = await listed()
    expect(notice).toMatchObject({ kind: 'riba', state: 'presented', creditor_number: '2026000031' })
    const recall = { notice_ids: [notice?.notice_id], reason: 'Pagata in altro modo' }
    expect(await call('POST', '/v1/notices/recall', recall)).toMatchObject({
      status: 409,
      body: { error_description: expect.stringContaining('in filiale') },
    })
    // While the bank has it, the bill gets no MAV.
    expect((await call('POST', '/v1/notices', { bill_ids: [bill_id] })).status).toBe(409)
    const answered = await sendFile(app, {
      ...{ method: 'PUT', url: '/v1/flows/upload', headers },
      ...{ file: paidRiba(file.join('\r\n')), name: 'esiti.txt' },
    })
    await runJobs(app.services)
    const read = await call('GET', `/v1/flows/${(answered.body as { flow_id: number }).flow_id}`)
    expect(read.body).toMatchObject({ state: 'done', format: 'riba', count: 1 })
    expect(await listed()).toMatchObject([{ state: 'paid' }])
    expect((await call('GET', `/v1/bills/${bill_id}`)).body).toMatchObject({ phase: 'paid', residue: 0 })
    const { body: paid } = await call<{ items: object[] }>('GET', `/v1/payments?bill_id=${bill_id}`)
    expect(paid.items).toMatchObject([{ method: 'RIBA', amount: 41_250 }])
  })

  it('recalled, they become a file with causale 07100', async () => {
    const { call, bill } = await office()
    const { bill_id } = await bill()
    await call('POST', '/v1/notices', { bill_ids: [bill_id] })
    const [notice] = (await call<{ items: { notice_id: number }[] }>('GET', '/v1/notices')).body.items
    const of = { notice_ids: [notice?.notice_id], reason: 'Pagata in altro modo' }
    const { status, body } = await call<Ordered>('POST', '/v1/notices/recall', of)
    expect(status).toBe(201)
    const file = String((await call('GET', `/v1/flows/${body.flows[0]?.flow_id}/file`)).raw).split('\r\n')
    expect(file[1]?.slice(28, 33)).toBe('07100')
    const timeline = JSON.stringify((await call('GET', `/v1/bills/${bill_id}`)).body)
    expect(timeline).toMatch(/Richiamo del MAV nel file MAV-[^ ]+: Pagata in altro modo/)
    const { body: detail } = await call('GET', `/v1/notices/${notice?.notice_id}`)
    expect(detail).toMatchObject({
      state: 'recalling',
      order: { file_name: expect.stringMatching(/^MAV-.*\.txt$/) },
      recall: { flow_id: body.flows[0]?.flow_id, file_name: expect.stringContaining('-richiamo.txt') },
      outcomes: [],
    })
    expect((await call('POST', '/v1/notices/recall', of)).status).toBe(409)
  })
})

describe('200: the preview', () => {
  it('says why a bill gets no notice', async () => {
    const { call, bill, account_id } = await office()
    const good = await bill()
    const draft = await bill({ draft: true })
    const asked = await bill()
    await call('POST', '/v1/notices', { bill_ids: [asked.bill_id] })
    const of = { bill_ids: [good.bill_id, draft.bill_id, asked.bill_id] }
    const { body } = await call<Preview>('POST', '/v1/notices/preview', of)
    const why = Object.fromEntries(body.bills.map(({ bill_id, why_not }) => [bill_id, why_not]))
    expect(why[good.bill_id]).toBeNull()
    expect(why[draft.bill_id]).toContain('bozza')
    expect(why[asked.bill_id]).toContain('già un avviso')
    expect(body).toMatchObject({ count: 1, left_out: 2 })
    await call('PUT', `/v1/notices/settings/${account_id}`, { sia: null })
    expect(body.accounts).toEqual([
      { account_id, account_name: expect.any(String), sia: 'A1B2C', has_iban: true },
    ])
    const without = await call<Preview>('POST', '/v1/notices/preview', { account_id })
    expect(without.body.count).toBe(0)
    expect(without.body.accounts).toMatchObject([{ account_id, sia: null }])
    expect(without.body.bills.find(({ bill_id }) => bill_id === good.bill_id)?.why_not).toContain('SIA')
  })

  it('takes of a condominium only what is due until the day that is asked for', async () => {
    const { call, bill, account_id } = await office()
    await bill()
    const of = { account_id, due_to: addDays(due, -1) }
    expect((await call<Preview>('POST', '/v1/notices/preview', of)).body).toMatchObject({
      bills: [],
      beyond: 0,
    })
    const until = await call<Preview>('POST', '/v1/notices/preview', { account_id, due_to: due })
    expect(until.body).toMatchObject({ count: 1, beyond: 0 })
  })
})

it('409: what would be ordered is no longer what the preview said', async () => {
  const { call, bill } = await office()
  const { bill_id } = await bill()
  const order = (presumed: object) => call('POST', '/v1/notices', { bill_ids: [bill_id], presumed })
  expect((await order({ count: 1, amount: 1 })).status).toBe(409)
  expect((await call<{ items: [] }>('GET', '/v1/notices')).body.items).toEqual([])
  expect((await order({ count: 1, amount: 41_250 })).status).toBe(201)
})

it('409: none of the bills can get a notice', async () => {
  const { call, bill } = await office()
  const { bill_id } = await bill({ draft: true })
  expect((await call('POST', '/v1/notices', { bill_ids: [bill_id] })).status).toBe(409)
})

it('404: another customer’s bill, notice and condominium', async () => {
  const other = await office()
  const { bill_id } = await other.bill()
  const { call } = await office()
  expect((await call('POST', '/v1/notices', { bill_ids: [bill_id] })).status).toBe(404)
  expect((await call('GET', `/v1/notices/settings/${other.account_id}`)).status).toBe(404)
  await other.call('POST', '/v1/notices', { bill_ids: [bill_id] })
  const [notice] = (await other.call<{ items: { notice_id: number }[] }>('GET', '/v1/notices')).body.items
  expect((await call('GET', `/v1/notices/${notice?.notice_id}`)).status).toBe(404)
})
