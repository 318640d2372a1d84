import type { CashPosition } from '@saldo/contract/reports/books'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, officeWithBooks } from '../../testing/features/books-fixtures.ts'
import { makeAccount } from '../../testing/people.ts'

describe('the cash position', () => {
  it('adds up where the money is at the end of a day, for one condominium and for all', async () => {
    const { get, post, account_id, services, customer_id } = await officeWithBooks()
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
    const { get, post, account_id, sums } = await officeWithBooks()
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
