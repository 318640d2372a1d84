import { today } from '@saldo/domain/dates'
import { describe, expect, it } from 'vitest'
import { day, officeWithBooks } from '../../testing/features/books-fixtures.ts'
import { makeAccount, makeCustomer } from '../../testing/people.ts'

describe('the register', () => {
  it('lists money in and out by day, numbered, with the balance; fees are money out', async () => {
    const { register, sums, receive, post } = await officeWithBooks()
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
    const { register, sums, receive } = await officeWithBooks()
    await receive(1_000, day(31))
    await receive(2_000, day(30))
    expect((await register()).items.map(({ late }) => late)).toEqual([true, false])
    expect(await sums()).toMatchObject({ late: 1 })
    expect((await register('&late=true')).items).toHaveLength(1)
  })

  it('leaves out movements between its own accounts, unless one account is selected', async () => {
    const { register, post } = await officeWithBooks()
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
    const { register, receive } = await officeWithBooks()
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
    const { register, post } = await officeWithBooks()
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
    const { call, headers, account_id, receive } = await officeWithBooks()
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
    const { get, services } = await officeWithBooks()
    const theirs = await makeAccount(services, await makeCustomer(services))
    for (const path of ['register', 'register/summary', 'register/export', 'register/pdf'])
      expect((await get(`${path}?account_id=${theirs}`)).status).toBe(404)
    expect((await get(`cash/${theirs}`)).status).toBe(404)
  })
})
