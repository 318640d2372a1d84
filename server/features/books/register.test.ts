import type { CashPosition, RegisterEntry } from '@saldo/contract/reports/books'
import { addDays, today } from '@saldo/domain/dates'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'

async function setUp() {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services, { business_name: 'Studio Bianchi' })
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const account_id = await makeAccount(test.services, customer_id, { name: 'Aurora' })
  const subject_id = await makeSubject(test.services, customer_id, { nominative: 'Rossi Lucia' })
  const get = async <T>(url: string, as = headers) => {
    const { status, body, raw } = await test.call({ url: `/v1/books/${url}`, headers: as })
    return { status, body: body as T & { error?: string; fields?: Record<string, string> }, raw }
  }
  const register = async (query = '') =>
    (
      await get<{ items: RegisterEntry[]; next_cursor: string | null }>(
        `register?account_id=${account_id}${query}`,
      )
    ).body
  const sums = async (query = '') =>
    (await get<Record<string, number>>(`register/summary?account_id=${account_id}${query}`)).body
  /** A transfer that arrived some days ago, for a bill of its own. */
  const receive = async (amount: number, received_on: string) => {
    await makeBill(test.services, customer_id, { account_id, subject_id, amounts: [amount] })
    const { status, body } = await test.call({
      method: 'POST',
      url: '/v1/payments',
      headers,
      payload: { account_id, subject_id, amount, received_on, credit_surplus: true },
    })
    expect(status, JSON.stringify(body)).toBe(201)
  }
  /** An entry that only the system can post. */
  const post = (day: string, lines: [string, number][], kind = 'adjustment') =>
    test.services.asSystem(async (tx) => {
      const source = `test:${Math.random()}`
      const [entry] = await tx`
        insert into ledger_entries ${tx({ customer_id, account_id, subject_id, bill_id: null, payment_id: null, kind, source, day, description: 'Prova' })}
        returning entry_id`
      await tx`insert into ledger_lines ${tx(
        lines.map(([ledger_account, amount]) => ({
          ...{ customer_id, entry_id: entry?.entry_id, ledger_account, amount, bill_id: null },
        })),
      )}`
    })
  return { ...test, customer_id, account_id, subject_id, headers, get, register, sums, receive, post }
}

const day = (ago: number) => addDays(today(), -ago)

describe('the register', () => {
  it('lists money in and out by day, numbered, with the balance; fees are money out', async () => {
    const { register, sums, receive, post } = await setUp()
    await receive(20_000, day(3))
    await receive(5_000, day(10))
    await post(
      day(3),
      [
        ['provider_transit', 10_000],
        ['billed', -10_000],
      ],
      'collection',
    )
    await post(
      day(3),
      [
        ['collection_fees', 175],
        ['provider_transit', -175],
      ],
      'collection_fee',
    )
    const { items } = await register()
    expect(
      items.map(({ number, day, money_in, money_out, balance }) => [
        number,
        day,
        money_in,
        money_out,
        balance,
      ]),
    ).toEqual([
      [1, day(10), 5_000, 0, 5_000],
      [2, day(3), 20_000, 0, 25_000],
      [3, day(3), 10_000, 0, 35_000],
      [4, day(3), 0, 175, 34_825],
    ])
    expect(items[1]).toMatchObject({ who: 'Rossi Lucia', late: false, registered_on: today() })
    expect(await sums()).toEqual({
      count: 4,
      opening: 0,
      money_in: 35_000,
      money_out: 175,
      closing: 34_825,
      late: 0,
    })
    expect(await sums(`&day_from=${day(5)}&day_to=${day(1)}`)).toMatchObject({
      opening: 5_000,
      closing: 34_825,
    })
  })

  it('marks movements registered more than thirty days after they happened', async () => {
    const { register, sums, receive } = await setUp()
    await receive(1_000, day(31))
    await receive(2_000, day(30))
    expect((await register()).items.map(({ late }) => late)).toEqual([true, false])
    expect(await sums()).toMatchObject({ late: 1 })
    expect((await register('&late=true')).items).toHaveLength(1)
  })

  it('leaves out movements between its own accounts, unless one account is selected', async () => {
    const { register, post } = await setUp()
    await post(
      day(4),
      [
        ['provider_transit', 10_000],
        ['billed', -10_000],
      ],
      'collection',
    )
    await post(
      day(2),
      [
        ['payout_transit', 10_000],
        ['provider_transit', -10_000],
      ],
      'payout',
    )
    await post(
      day(1),
      [
        ['bank', 10_000],
        ['payout_transit', -10_000],
      ],
      'payout_arrived',
    )
    expect((await register()).items).toHaveLength(1)
    const bank = await register('&cash=bank')
    expect(bank.items.map(({ kind, money_in, balance }) => [kind, money_in, balance])).toEqual([
      ['payout_arrived', 10_000, 10_000],
    ])
    expect((await register('&cash=provider_transit')).items.map(({ balance }) => balance)).toEqual([
      10_000, 0,
    ])
  })

  it('keeps number and balance under any filter, order or page', async () => {
    const { register, receive } = await setUp()
    for (const ago of [9, 8, 7, 6, 5]) await receive(1_000 + ago, day(ago))
    const whole = (await register()).items
    const first = await register('&limit=2')
    const second = await register(`&limit=2&cursor=${first.next_cursor}`)
    expect([...first.items, ...second.items]).toEqual(whole.slice(0, 4))
    expect((await register(`&day_from=${day(6)}`)).items).toEqual(whole.slice(3))
    expect((await register('&sort=-day')).items).toEqual(whole.toReversed())
    expect((await register('&direction=out')).items).toEqual([])
    expect((await register('&amount_min=1009')).items).toEqual(whole.slice(0, 1))
    expect((await register('&q=lucia')).items).toHaveLength(5)
  })

  it('restarts its numbers each year', async () => {
    const { register, post } = await setUp()
    for (const of of ['2024-12-30', '2024-12-31', '2025-01-01'])
      await post(
        of,
        [
          ['bank', 100],
          ['billed', -100],
        ],
        'collection',
      )
    expect((await register()).items.map(({ number }) => number)).toEqual([1, 2, 1])
  })

  it('can be printed as a PDF and written as CSV and XLSX', async () => {
    const { call, headers, account_id, receive } = await setUp()
    await receive(1_000, day(40))
    for (const [url, begins] of [
      [`register/pdf?account_id=${account_id}`, '%PDF-1.7'],
      [`register/export?account_id=${account_id}`, '\uFEFFNumero;Data'],
      [`register/export?account_id=${account_id}&format=xlsx`, 'PK'],
    ] as const) {
      const { status, raw } = await call({ url: `/v1/books/${url}`, headers })
      expect([url, status]).toEqual([url, 200])
      expect(raw.toString().startsWith(begins)).toBe(true)
    }
  })

  it('404: a condominium of another office', async () => {
    const { get, services } = await setUp()
    const theirs = await makeAccount(services, await makeCustomer(services))
    for (const path of ['register', 'register/summary', 'register/export', 'register/pdf'])
      expect((await get(`${path}?account_id=${theirs}`)).status).toBe(404)
    expect((await get(`cash/${theirs}`)).status).toBe(404)
  })
})

describe('the cash position', () => {
  it('adds up where the money is at the end of a day, for one condominium and for all', async () => {
    const { get, post, account_id, services, customer_id } = await setUp()
    await makeAccount(services, customer_id, { name: 'Zagara' })
    await post(
      day(9),
      [
        ['provider_transit', 10_000],
        ['billed', -10_000],
      ],
      'collection',
    )
    await post(
      day(8),
      [
        ['disputed', 3_000],
        ['provider_transit', -3_000],
      ],
      'dispute',
    )
    await post(
      day(7),
      [
        ['payout_transit', 7_000],
        ['provider_transit', -7_000],
      ],
      'payout',
    )
    await post(
      day(6),
      [
        ['bank', 7_000],
        ['payout_transit', -7_000],
      ],
      'payout_arrived',
    )
    await post(
      day(5),
      [
        ['bank', 500],
        ['subject_credit', -500],
      ],
      'collection',
    )
    await post(
      day(5),
      [
        ['connected_balance', 200],
        ['billed', -200],
      ],
      'transfer',
    )
    const at = async (ago: number) =>
      (await get<CashPosition & { day: string }>(`cash/${account_id}?day=${day(ago)}`)).body
    expect(await at(9)).toMatchObject({ provider: 10_000, total: 10_000, disputed: 0, day: day(9) })
    expect(await at(7)).toMatchObject({
      provider: 0,
      in_transit: 7_000,
      bank: 0,
      disputed: 3_000,
      total: 7_000,
    })
    expect(await at(0)).toMatchObject({
      ...{
        bank: 7_500,
        provider: 0,
        connected: 200,
        in_transit: 0,
        total: 7_700,
        disputed: 3_000,
        credits: 500,
      },
      closed_to: null,
    })
    const { body } = await get<{ items: CashPosition[] }>('cash?sort=-total')
    expect(body.items.map(({ name, total }) => [name, total])).toEqual([
      ['Aurora', 7_700],
      ['Zagara', 0],
    ])
    expect((await get('cash/summary')).body).toMatchObject({ count: 2, total: 7_700, credits: 500 })
    expect((await get('cash/export?format=xlsx')).status).toBe(200)
  })

  it('agrees with the register after any postings', async () => {
    const { get, post, account_id, sums } = await setUp()
    const places = ['bank', 'provider_transit', 'connected_balance', 'payout_transit', 'disputed', 'billed']
    const posting = fc.record({
      from: fc.constantFrom(...places),
      to: fc.constantFrom(...places),
      amount: fc.integer({ min: 1, max: 90_000 }),
      ago: fc.integer({ min: 0, max: 60 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(posting, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 60 }),
        async (all, ago) => {
          for (const { from, to, amount, ago } of all)
            if (from !== to)
              await post(day(ago), [
                [to, amount],
                [from, -amount],
              ])
          const { body } = await get<CashPosition>(`cash/${account_id}?day=${day(ago)}`)
          expect((await sums(`&day_to=${day(ago)}`)).closing).toBe(body.total)
          const one = {
            bank: 'bank',
            provider: 'provider_transit',
            connected: 'connected_balance',
            in_transit: 'payout_transit',
          }
          for (const [figure, cash] of Object.entries(one))
            expect((await sums(`&cash=${cash}&day_to=${day(ago)}`)).closing).toBe(body[figure as 'bank'])
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('the journal', () => {
  it('has every line of every entry, with debits equal to credits, and can be limited to accounts', async () => {
    const { get, receive, call, headers } = await setUp()
    await receive(20_000, day(3))
    const { body: all } = await get<{ debit: number; credit: number; count: number }>('journal/summary')
    expect(all.debit).toBe(all.credit)
    expect(all.count).toBe(4)
    const { body } = await get<{ items: { ledger_account: string; debit: number; credit: number }[] }>(
      'journal?ledger_account=bank,billed',
    )
    expect(body.items.map(({ ledger_account, debit, credit }) => [ledger_account, debit, credit])).toEqual(
      expect.arrayContaining([
        ['bank', 20_000, 0],
        ['billed', 0, 20_000],
      ]),
    )
    const csv = await call({ url: '/v1/books/journal/export?ledger_account=bank', headers })
    const [head, ...lines] = csv.raw.toString().trim().split('\r\n')
    expect(head).toContain('Conto;Dare;Avere')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('Banca;200,00;')
    expect((await get('journal/export?format=xlsx')).status).toBe(200)
  })

  it('keeps an entry’s lines together, debits first, in both orders, across pages and in the file', async () => {
    const { customer_id, account_id, subject_id, services, get } = await setUp()
    await services.asSystem(async (tx) => {
      const of = {
        customer_id,
        account_id,
        subject_id,
        kind: 'adjustment',
        description: 'Prova',
        day: day(2),
      }
      const entries = await tx<{ entry_id: number }[]>`
        insert into ledger_entries ${tx([1, 2, 3].map((at) => ({ ...of, source: `test:together:${at}` })))}
        returning entry_id`
      const line = (ledger_account: string, amount: number) =>
        entries.map(({ entry_id }) => ({ customer_id, entry_id, ledger_account, amount }))
      // As a bulk insert may write them: all credits, then all debits.
      await tx`insert into ledger_lines ${tx([...line('billed', -700), ...line('bank', 500), ...line('platform', 200)])}`
    })
    for (const sort of ['day', '-day']) {
      const lines: { entry_id: number; debit: number }[] = []
      let cursor = ''
      do {
        const page = await get<{ items: typeof lines; next_cursor: string | null }>(
          `journal?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`,
        )
        lines.push(...page.body.items)
        cursor = page.body.next_cursor ?? ''
      } while (cursor)
      const ids = lines.map(({ entry_id }) => entry_id)
      const inOrder = [...new Set(ids)]
      expect(ids).toEqual(inOrder.flatMap((id) => [id, id, id]))
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => (sort === 'day' ? a - b : b - a)))
      expect(lines.map(({ debit }) => debit > 0)).toEqual(inOrder.flatMap(() => [true, true, false]))
      const file = (await get(`journal/export?sort=${sort}&columns=entry_id`)).raw.toString()
      expect(file.trim().split('\r\n').slice(1).map(Number)).toEqual(ids)
    }
    expect((await get('journal?limit=2&cursor=WyJkYXkiLCIyMDI2LTA5LTAxIiwxXQ')).status).toBe(400)
  })

  it('shows a sub-user only their condominiums, and nothing without the permission', async () => {
    const { get, receive, services, customer_id, account_id } = await setUp()
    await receive(20_000, day(3))
    const other = await makeAccount(services, customer_id)
    const some = await signInSubUser(services, customer_id, {
      permissions: ['payments:read'],
      accounts: [other],
    })
    expect((await get('journal', some.headers)).body).toMatchObject({ items: [] })
    expect((await get(`register?account_id=${account_id}`, some.headers)).status).toBe(404)
    const none = await signInSubUser(services, customer_id, { permissions: ['bills:write'] })
    expect((await get('journal', none.headers)).status).toBe(403)
  })
})
