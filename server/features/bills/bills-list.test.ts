import type { Bill } from '@saldo/contract/bills/bills'
import { fallingDueDays } from '@saldo/domain/bills/owed'
import { addDays, today } from '@saldo/domain/dates'
import { fold } from '@saldo/domain/fold'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

let test: TestApp
let headers: { authorization: string }
let customer_id: number
let accounts: number[]
let subjects: number[]
const names = [
  'Rossi Lucia',
  'rossi Anna',
  'D’Angelo Ugo',
  'Nicolò "il Vecchio"',
  '100% Über\\_; drop',
  '日本 花子',
]
const phases = [
  'draft',
  'open',
  'partly_paid',
  'pending',
  'paid',
  'returned',
  'refunded',
  'disputed',
  'cancelled',
]

beforeAll(async () => {
  test = await startApp()
  const { services } = test
  customer_id = await makeCustomer(services)
  headers = (await signIn(services, 'customer', customer_id)).headers
  accounts = await Promise.all(
    ['Via Roma 1', 'via Àlfieri 2', 'Via Roma 1'].map((name) => makeAccount(services, customer_id, { name })),
  )
  subjects = await Promise.all(
    names.map((nominative) => makeSubject(services, customer_id, { nominative, email: null })),
  )
  for (let n = 0; n < 120; n += 1) await makeVariedBill(n)
  await makeBill(services, await makeCustomer(services))
})
afterAll(() => test.close())

/** Many ties on purpose: few dates, few amounts, every phase before and after today. */
async function makeVariedBill(n: number) {
  const due = addDays(today(), [-40, -1, 0, 1, 10, 11, 90][n % 7] as number)
  const { bill_id } = await makeBill(test.services, customer_id, {
    account_id: accounts[n % 3],
    subject_id: subjects[n % names.length],
    amounts: [[10_000, 5_000, 10_001][n % 3] as number],
    due_dates: [due],
    number: `2026/${String(n).padStart(4, '0')}`,
  })
  await test.services.asSystem(async (tx) => {
    await tx`update bill_instalments set settled = ${n % 9 === 2 ? 1_000 : 0} where bill_id = ${bill_id}`
    await tx`
      update bills set phase = ${phases[n % phases.length] as string}, issue_date = ${addDays('2026-01-01', n % 5)}
      where bill_id = ${bill_id}`
  })
}

type Query = Record<string, string | number>
async function get<Body>(
  path: string,
  query: Query = {},
  as = headers,
): Promise<{ status: number; body: Body }> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return test.call({ url: `/v1/bills${path}?${search}`, headers: as })
}

type Page = { items: Bill[]; next_cursor: string | null }
async function everyPage(query: Query, limit: number): Promise<Bill[]> {
  const items: Bill[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply: { status: number; body: Page } = await get<Page>('', { ...query, limit, cursor })
    const { status, body } = reply
    expect(status).toBe(200)
    expect(body.items.length).toBeLessThanOrEqual(limit)
    items.push(...body.items)
    cursor = body.next_cursor
  }
  return items
}

const sortKeys: Record<string, (bill: Bill) => string | number> = {
  next_due_date: (bill) => bill.next_due_date ?? '',
  number: (bill) => bill.number,
  subject_nominative: (bill) => fold(bill.subject_nominative),
  account_name: (bill) => fold(bill.account_name),
  amount: (bill) => bill.amount,
  residue: (bill) => bill.residue,
  issue_date: (bill) => bill.issue_date,
}
const filterings: { query: Query; keeps: (bill: Bill) => boolean }[] = [
  { query: {}, keeps: () => true },
  ...[
    'draft',
    'to_pay',
    'due_soon',
    'overdue',
    'pending',
    'partly_paid',
    'paid',
    'returned',
    'cancelled',
    'refunded',
    'disputed',
  ].map((state) => ({ query: { state }, keeps: (bill: Bill) => bill.state === state })),
  { query: { state: 'overdue,paid' }, keeps: ({ state }) => state === 'overdue' || state === 'paid' },
  { query: { amount_min: 10_000 }, keeps: ({ amount }) => amount >= 10_000 },
  { query: { amount_max: 9_999 }, keeps: ({ amount }) => amount <= 9_999 },
  {
    query: { issue_date_from: '2026-01-02', issue_date_to: '2026-01-03' },
    keeps: ({ issue_date: day }) => day === '2026-01-02' || day === '2026-01-03',
  },
  { query: { next_due_date_from: today() }, keeps: ({ next_due_date: day }) => (day ?? '') >= today() },
  { query: { money: 'residue' }, keeps: ({ residue }) => residue > 0 },
  { query: { money: 'overdue' }, keeps: isOverdue },
  { query: { money: 'falling_due' }, keeps: isFallingDue },
  {
    query: { money: 'settled' },
    keeps: ({ phase, settled }) => settled > 0 && phase !== 'draft' && phase !== 'cancelled',
  },
  { query: { q: 'ROSSI' }, keeps: ({ subject_nominative: name }) => fold(name).includes('rossi') },
  { query: { q: 'lucia rossi' }, keeps: ({ subject_nominative: name }) => name === 'Rossi Lucia' },
  { query: { q: '2026/001' }, keeps: ({ number }) => number.startsWith('2026/001') },
  { query: { q: 'alfieri' }, keeps: ({ account_name: name }) => name === 'via Àlfieri 2' },
  { query: { q: "d'angelo" }, keeps: ({ subject_nominative: name }) => name === 'D’Angelo Ugo' },
  { query: { q: '%' }, keeps: ({ subject_nominative: name }) => name.startsWith('100%') },
  { query: { q: '\\_' }, keeps: ({ subject_nominative: name }) => name.startsWith('100%') },
  { query: { q: 'nothing like it' }, keeps: () => false },
]

/** With one instalment, either all that is left is overdue, or nothing. */
function isOverdue({ residue, next_due_date: day }: Bill): boolean {
  return residue > 0 && (day ?? '') < today()
}
/** Each bill has one instalment. */
function isFallingDue({ residue, next_due_date: day }: Bill): boolean {
  return residue > 0 && (day ?? '') >= today() && (day ?? '') <= addDays(today(), fallingDueDays)
}
const residueOf = (bills: readonly Bill[]): number => bills.reduce((sum, { residue }) => sum + residue, 0)

describe('200', () => {
  it('pages through every filter and order, each bill exactly once', async () => {
    const all = await everyPage({}, 200)
    expect(all).toHaveLength(120)
    const asked = fc.record({
      filtering: fc.constantFrom(...filterings),
      sort: fc.constantFrom(...Object.keys(sortKeys)),
      descending: fc.boolean(),
      limit: fc.integer({ min: 1, max: 50 }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ filtering, sort, descending, limit }) => {
        const seen = await everyPage({ ...filtering.query, sort: descending ? `-${sort}` : sort }, limit)
        const expected = all.filter(filtering.keeps).map(({ bill_id }) => bill_id)
        expect(seen.map(({ bill_id }) => bill_id).toSorted()).toEqual(expected.toSorted())
        expect(seen.map(({ bill_id }) => bill_id)).toEqual(inOrder(seen, sort, descending))
      }),
      { numRuns: 60 },
    )
  })

  it.each(['next_due_date', '-issue_date', '-number'])(
    'puts drafts last in every order, across pages: %s',
    async (sort) => {
      const phases = (await everyPage({ sort }, 7)).map(({ phase }) => phase)
      const drafts = phases.filter((phase) => phase === 'draft').length
      expect(drafts).toBeGreaterThan(7)
      expect(phases.indexOf('draft')).toBe(phases.length - drafts)
      const named = (await everyPage({ sort, state: 'draft,paid' }, 7)).map(({ phase }) => phase)
      expect([...new Set(named)]).toEqual(['paid', 'draft'])
      const file = await test.app.inject({
        url: `/v1/bills/export?sort=${sort}&columns=state`,
        headers,
      })
      const states = file.body.trim().split(/\r?\n/).slice(1)
      expect(states.findIndex((state) => state.includes('Bozza'))).toBe(states.length - drafts)
    },
  )

  it('counts the bills of several queries at once, as the list finds them', async () => {
    const queries = filterings.map(({ query }) =>
      new URLSearchParams(query as Record<string, string>).toString(),
    )
    const reply: { status: number; body: { counts: (number | null)[] } } = await test.call({
      ...{ method: 'POST', url: '/v1/bills/counts', headers },
      body: { queries: [...queries, 'state=owed', `account_id=${accounts[1]}&money=overdue`] },
    })
    expect(reply.status).toBe(200)
    const all = await everyPage({}, 200)
    expect(reply.body.counts).toEqual([
      ...filterings.map(({ keeps }) => all.filter(keeps).length),
      null,
      all.filter((bill) => bill.account_id === accounts[1] && isOverdue(bill)).length,
    ])
  })

  it.each(filterings)('sums exactly what it lists: $query', async ({ query }) => {
    const seen = await everyPage(query, 200)
    const total = (key: 'amount' | 'settled' | 'residue' | 'pending') =>
      seen.reduce((sum, bill) => sum + bill[key], 0)
    expect((await get('/summary', query)).body).toEqual({
      count: seen.length,
      amount: total('amount'),
      settled: total('settled'),
      residue: total('residue'),
      overdue: residueOf(seen.filter(isOverdue)),
      falling_due: residueOf(seen.filter(isFallingDue)),
      pending: total('pending'),
      disputed: 0,
    })
  })

  it('returns the same states as the domain, and no residue if nothing is due', async () => {
    for (const { phase, state, residue, amount, settled } of await everyPage({}, 200)) {
      expect(residue).toBe(['draft', 'cancelled'].includes(phase) ? 0 : amount - settled)
      if (phase === 'open') expect(['overdue', 'due_soon', 'to_pay']).toContain(state)
      else if (phase !== 'partly_paid') expect(state).toBe(phase)
    }
  })

  it('filters by a condominium, a person, a selection', async () => {
    const all = await everyPage({}, 200)
    const of = {
      account_id: accounts[1] as number,
      subject_id: subjects[0] as number,
      ids: `${all[3]?.bill_id},${all[9]?.bill_id},999999`,
    }
    expect((await everyPage({ account_id: of.account_id }, 200)).length).toBe(40)
    expect((await everyPage({ subject_id: of.subject_id }, 200)).length).toBe(20)
    expect((await everyPage({ ids: of.ids }, 200)).length).toBe(2)
  })

  it('neither repeats nor skips rows when one before the cursor is removed and one is added', async () => {
    const first = (await get<Page>('', { sort: 'number', limit: 10 })).body
    const gone = first.items[1]?.bill_id as number
    const come = await makeBill(test.services, customer_id, {
      account_id: accounts[0],
      number: '2026/0000bis',
    })
    await test.services.asSystem((tx) => tx`update bills set number = '2026/zzzz' where bill_id = ${gone}`)
    const second = (await get<Page>('', { sort: 'number', limit: 10, cursor: first.next_cursor as string }))
      .body
    expect(second.items.map(({ number }) => number)).toEqual(
      Array.from({ length: 120 }, (_, n) => n)
        .filter((n) => phases[n % phases.length] !== 'draft')
        .slice(10, 20)
        .map((n) => `2026/${String(n).padStart(4, '0')}`),
    )
    await test.services.asSystem(async (tx) => {
      await tx`update bills set number = '2026/0002' where bill_id = ${gone}`
      await tx`delete from bill_lines where bill_id = ${come.bill_id}`
      await tx`delete from bill_instalments where bill_id = ${come.bill_id}`
      await tx`delete from bills where bill_id = ${come.bill_id}`
    })
  })

  it('shows the same to a customer and to a super user who works for it, and nothing of it to another customer', async () => {
    const own = await get<{ count: number }>('/summary')
    const boss = (await signIn(test.services, 'super_user')).headers
    const chosen = { ...boss, 'x-customer-id': String(customer_id) }
    expect((await get<{ count: number }>('/summary', {}, chosen)).body).toEqual(own.body)
    expect((await get<{ count: number }>('/summary', {}, boss)).body.count).toBe(own.body.count + 1)
    expect((await get<{ count: number }>('/summary', { q: 'rossi' }, boss)).body.count).toBeGreaterThan(40)
    const stranger = (await signIn(test.services, 'customer')).headers
    expect((await get<{ count: number }>('/summary', {}, stranger)).body.count).toBe(0)
    expect((await get<Page>('', { q: 'rossi' }, stranger)).body.items).toEqual([])
    expect((await get<Page>('', { account_id: accounts[0] as number }, stranger)).body.items).toEqual([])
  })
})

describe('400', () => {
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  it.each([
    { cursor: 'garbage' },
    { cursor: cursor('-issue_date', '2026-01-01', 1), sort: 'number' },
    { cursor: cursor('issue_date', '2026-02-31', 1), sort: 'issue_date' },
    { cursor: cursor('amount', '1e9', 1), sort: 'amount' },
    { cursor: cursor('number', 'a\0b', 1), sort: 'number' },
    { cursor: cursor('number', 'a', '1; drop table bills'), sort: 'number' },
    { sort: 'phase' },
    { limit: 0 },
    { limit: 201 },
    { state: 'owed' },
    { account_id: 'x' },
    { issue_date_from: '2026-13-01' },
    { issue_date_from: '0000-01-01' },
    { amount_min: '1e99' },
    { ids: '1,,x' },
  ] as Query[])('refuses %j', async (query) => {
    expect((await get('', query)).status).toBe(400)
  })
})

describe('401 and 403', () => {
  it('requires sign-in, and refuses consumers', async () => {
    expect((await get('', {}, {} as never)).status).toBe(401)
    const consumer = (await signIn(test.services, 'consumer')).headers
    expect((await get('', {}, consumer)).status).toBe(403)
  })
})

function inOrder(bills: Bill[], sort: string, descending: boolean): number[] {
  const key = sortKeys[sort] as (bill: Bill) => string | number
  const bytes = (value: string | number) => (typeof value === 'string' ? Buffer.from(value) : null)
  const ascending = bills.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)]
    const texts = bytes(a)
    const compared = texts ? Buffer.compare(texts, Buffer.from(String(b))) : Number(a) - Number(b)
    return compared || one.bill_id - other.bill_id
  })
  const ordered = descending ? ascending.toReversed() : ascending
  const isDraft = ({ phase }: Bill) => phase === 'draft'
  return [...ordered.filter((bill) => !isDraft(bill)), ...ordered.filter(isDraft)].map(
    ({ bill_id }) => bill_id,
  )
}
