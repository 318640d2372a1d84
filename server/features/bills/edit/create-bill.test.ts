import type { BillDetail } from '@saldo/contract/bills/bills'
import { describe, expect, it } from 'vitest'
import { type TestApp, withApp } from '../../../testing/app.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInFor,
} from '../../../testing/people.ts'

type Refusal = { error: string; error_description: string; fields?: Record<string, string> }
type Reply = { status: number; body: BillDetail & Refusal }

async function setUp() {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  const { headers, user_id } = await signIn(services, 'customer', customer_id)
  const account_id = await makeAccount(services, customer_id)
  const subject_id = await makeSubject(services, customer_id)
  const create = (body: object, as = headers): Promise<Reply> =>
    test.call({
      method: 'PUT',
      url: '/v1/bills',
      headers: as,
      payload: { ...bill, account_id, subject_id, ...body },
    })
  return { test, services, customer_id, headers, user_id, account_id, subject_id, create }
}

const bill = {
  description: 'Rata 4 di 4',
  unit: 'Int. 7',
  issue_date: '2026-11-02',
  lines: [
    { description: 'Spese generali', amount: 30_000 },
    { description: 'Conguaglio', amount: -1_001 },
  ],
  instalments: [
    { due_date: '2027-01-15', amount: 14_499 },
    { due_date: '2026-12-15', amount: 14_500 },
  ],
}

describe('201', () => {
  it('issues a bill with its lines, its instalments in order and its author', async () => {
    const { test, create, user_id } = await setUp()
    const { status, body } = await create({})
    expect(status).toBe(201)
    expect(body).toMatchObject({
      number: '2026/000001',
      amount: 28_999,
      residue: 28_999,
      phase: 'open',
      next_due_date: '2026-12-15',
      reference: 'RF422026000001',
      lines: [
        { position: 1, description: 'Spese generali' },
        { position: 2, amount: -1_001 },
      ],
      instalments: [
        { position: 1, due_date: '2026-12-15', amount: 14_500 },
        { position: 2, due_date: '2027-01-15' },
      ],
      payments: [],
    })
    const [user] = await test.services.asSystem(
      (tx) => tx`select nominative from users where user_id = ${user_id}`,
    )
    expect(body.timeline).toMatchObject([
      { kind: 'issued', text: 'Bolletta emessa', actor: user?.nominative },
    ])
  })

  it('hides a draft until it is issued', async () => {
    const { create } = await setUp()
    const { body } = await create({ draft: true })
    expect(body).toMatchObject({
      phase: 'draft',
      state: 'draft',
      residue: 0,
      timeline: [{ kind: 'created' }],
    })
  })

  it.each([
    { newest: '2026/000122', on: '2026-03-01', next: '2026/000123' },
    { newest: '2026/000999', on: '2026-03-01', next: '2026/001000' },
    { newest: '12/2026', on: '2026-03-01', next: '13/2026' },
    { newest: 'B-2026-0041', on: '2026-03-01', next: 'B-2026-0042' },
    { newest: 'Scala A (17)', on: '2026-03-01', next: 'Scala A (18)' },
    { newest: '2025/000440', on: '2025-12-31', next: '2026/000001' },
    { newest: '440/2025', on: '2025-12-31', next: '1/2026', width: 3 },
    { newest: 'R0440', on: '2025-12-31', next: 'R0441' },
    { newest: 'senza cifre', on: '2026-03-01', next: '2026/000001' },
  ])('continues after $newest of $on', async ({ newest, on, next, width }) => {
    const { services, customer_id, account_id, create } = await setUp()
    const { bill_id } = await makeBill(services, customer_id, { account_id, number: newest })
    await services.asSystem((tx) => tx`update bills set issue_date = ${on} where bill_id = ${bill_id}`)
    const { body } = await create({})
    expect(body.number).toBe(width ? next.replace(/^\d+/, (digits) => digits.padStart(width, '0')) : next)
  })

  it('continues from the highest number of this condominium, cancelled bills included', async () => {
    const { services, customer_id, account_id, create } = await setUp()
    await makeBill(services, customer_id, { account_id, number: '2026/000007' })
    const gone = await makeBill(services, customer_id, { account_id, number: '2026/000031' })
    await services.asSystem((tx) => tx`update bills set status = 'cancelled' where bill_id = ${gone.bill_id}`)
    await makeBill(services, customer_id, { account_id, number: '2026/000008' })
    await makeBill(services, customer_id, { number: '2026/000500' })
    expect((await create({})).body.number).toBe('2026/000032')
  })

  it('gives bills made at the same time different numbers', async () => {
    const { create } = await setUp()
    const made = await Promise.all(Array.from({ length: 8 }, () => create({})))
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(made.map(({ body }) => body.number)).size).toBe(8)
  })

  it('lets a super user work for the customer whom they impersonate', async () => {
    const { services, customer_id, create } = await setUp()
    const { headers, user_id } = await signInFor(services, customer_id)
    const [user] = await services.asSystem(
      (tx) => tx`select nominative from users where user_id = ${user_id}`,
    )
    const { status, body } = await create({}, headers)
    expect(status).toBe(201)
    expect(body.customer_id).toBe(customer_id)
    expect(body.timeline[0]?.actor).toBe(user?.nominative)
  })
})

describe('400', () => {
  const twice = <Part>(part: Part) => [part, part]
  const wrong: [object, string][] = [
    [{ lines: [{ description: 'Spese', amount: 1 }] }, 'instalments'],
    [{ instalments: [] }, 'instalments'],
    [{ instalments: [{ due_date: '2026-12-15', amount: 0 }] }, 'instalments.0.amount'],
    [{ issue_date: '2026-02-30' }, 'issue_date'],
    [{ issue_date: '1900-01-01' }, 'issue_date'],
    [{ issue_date: '2199-12-31' }, 'issue_date'],
    [{ instalments: [{ due_date: '2026-11-01', amount: 28_999 }] }, 'instalments.0.due_date'],
    [{ instalments: [{ due_date: '2199-01-01', amount: 28_999 }] }, 'instalments.0.due_date'],
    [{ description: '  ' }, 'description'],
    [
      {
        lines: twice({ description: 'Spese', amount: 99_999_999_999 }),
        instalments: twice({ due_date: '2026-12-15', amount: 99_999_999_999 }),
      },
      'lines',
    ],
  ]
  it('names the wrong fields', async () => {
    const { create } = await setUp()
    for (const [body, field] of wrong) {
      const reply = await create(body)
      expect(reply.status).toBe(400)
      expect(reply.body.fields?.[field]).toMatch(/\.$/)
    }
  })
})

describe('404', () => {
  it('is the answer for condominiums and people of others, and for a mix of two customers', async () => {
    const { services, customer_id, account_id, create } = await setUp()
    const other = await makeCustomer(services)
    const theirs = {
      account_id: await makeAccount(services, other),
      subject_id: await makeSubject(services, other),
    }
    const boss = (await signInFor(services, customer_id)).headers
    expect((await create({ account_id: theirs.account_id })).status).toBe(404)
    expect((await create({ subject_id: theirs.subject_id })).status).toBe(404)
    expect((await create(theirs)).status).toBe(404)
    expect((await create({ account_id, subject_id: theirs.subject_id }, boss)).status).toBe(404)
  })
})

describe('409', () => {
  it('ignores case and blanks of numbers, and names the bill that has the number', async () => {
    const { services, customer_id, account_id, create } = await setUp()
    const subject_id = await makeSubject(services, customer_id, { nominative: 'Rossi Lucia' })
    expect((await create({ number: 'B-1', subject_id })).status).toBe(201)
    for (const number of ['b-1', ' B - 1 ', 'B\u00a0-1']) {
      const { status, body } = await create({ number })
      expect(status).toBe(409)
      expect(body.fields?.number).toBe('Questo numero è già della bolletta B-1 di Rossi Lucia.')
    }
    const other = await makeAccount(services, customer_id)
    expect((await create({ number: 'b-1', account_id: other })).status).toBe(201)
    const insert = (number: string) =>
      services.asSystem(
        (tx) => tx`
          insert into bills (customer_id, account_id, subject_id, number, description, issue_date, amount)
          values (${customer_id}, ${account_id}, ${subject_id}, ${number}, 'Rata', '2026-03-01', 1)`,
      )
    await expect(insert('b- 1')).rejects.toThrow(/one_bill_per_number/)
  })

  it('refuses a number that is used in the condominium, and accepts it after a cancellation', async () => {
    const { test, headers, create } = await setUp()
    const first = await create({ number: 'A-1' })
    const second = await create({ number: 'A-1' })
    expect(second.status).toBe(409)
    expect(second.body.fields).toHaveProperty('number')
    await cancel(test, headers, first.body.bill_id)
    expect((await create({ number: 'A-1' })).status).toBe(201)
  })
})

const cancel = (test: TestApp, headers: { authorization: string }, bill_id: number) =>
  test.call({ method: 'POST', url: `/v1/bills/cancel/${bill_id}`, headers })
