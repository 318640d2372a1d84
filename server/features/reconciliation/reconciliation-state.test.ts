import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type ReconciliationFixtures,
  reconciliationFixtures,
} from '../../testing/features/reconciliation-fixtures.ts'

let fixtures: ReconciliationFixtures
beforeAll(async () => {
  fixtures = await reconciliationFixtures()
})
afterAll(() => fixtures.close())
beforeEach(() => fixtures.anotherOffice())

type State = {
  compared_to: string | null
  open: { kind: string; count: number; amount: number }[]
  payouts: { count: number } | null
} & Record<'provider_amount' | 'ledger_amount' | 'unexplained' | 'open_items', number>
const state = (query = '') => fixtures.get<State>(`/state${query}`)

describe('200', () => {
  it('the books agree: the sums of the days, and nothing open', async () => {
    await fixtures.payment(41_250)
    await fixtures.compare()
    expect(await state()).toMatchObject({
      provider_amount: 41_250,
      ledger_amount: 41_250,
      unexplained: 0,
      open_items: 0,
      open: [],
      explained: { count: 0, amount: 0 },
      payouts: { count: 0, amount: 0 },
    })
  })

  it('counts what is open by kind, equal to the lists that it links to', async () => {
    const { payment_id } = await fixtures.payment(41_250)
    await fixtures.payment(1_000)
    await fixtures.tearOut(payment_id, 'collection')
    await fixtures.compare()
    const { open, open_items, unexplained } = await state()
    expect(open).toMatchObject([{ kind: 'ledger_missing', count: 1 }])
    expect(open.reduce((sum, { count }) => sum + count, 0)).toBe(open_items)
    expect(open.reduce((sum, { amount }) => sum + amount, 0)).toBe(unexplained)
    const items = await fixtures.get<{ count: number; unexplained: number }>(
      '/items/summary?state=open&kind=ledger_missing',
    )
    expect(items).toEqual({ count: 1, unexplained: open[0]?.amount })
    expect((await state(`?day_to=${addDays(today(), -1)}`)).open).toEqual([])
  })

  it('an explained difference is no longer open, and is counted as such', async () => {
    const { payment_id } = await fixtures.payment(41_250)
    await fixtures.tearOut(payment_id, 'collection')
    await fixtures.compare()
    const { item_id } = await fixtures.onlyItem()
    await fixtures.act(`/items/${item_id}/explain`, { reason: 'Lo registra il consulente' })
    expect(await state()).toMatchObject({ open_items: 0, open: [], explained: { count: 1 } })
  })

  it('is sure of no day that was compared before it had ended, nor beyond a day that nobody compared', async () => {
    const set = (day: string, checked_at: string) =>
      fixtures.test.services.asSystem(
        (tx) => tx`
          insert into reconciled_days (provider_account, day, checked_at) values ('stripe', ${day}, ${checked_at})
          on conflict (provider_account, day) do update set checked_at = excluded.checked_at`,
      )
    await fixtures.test.services.asSystem((tx) => tx`delete from reconciled_days`)
    expect((await state()).compared_to).toBeNull()
    const day = (before: number) => addDays(today(), -before)
    await set(day(5), `${day(5)}T10:00:00Z`)
    expect((await state()).compared_to).toBeNull()
    for (const before of [5, 4, 2]) await set(day(before), `${day(before - 1)}T10:00:00Z`)
    expect((await state()).compared_to).toBe(day(4))
    await set(day(3), `${today()}T10:00:00Z`)
    await set(day(0), `${today()}T10:00:00Z`)
    expect((await state()).compared_to).toBe(day(2))
    expect((await state(`?day_to=${day(3)}`)).compared_to).toBe(day(3))
  })

  it('of one condominium says nothing of payouts, which are of the office', async () => {
    const { bill } = await fixtures.payment(41_250)
    await fixtures.compare()
    expect(await state(`?account_id=${bill.account_id}`)).toMatchObject({
      provider_amount: 41_250,
      payouts: null,
    })
  })
})
