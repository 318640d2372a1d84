import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeCustomer } from '../../testing/people.ts'
import { sumBalances } from './sum-balances.job.ts'

let test: TestApp
let of: { customer_id: number; account_id: number }
beforeAll(async () => {
  test = await startApp()
  const customer_id = await makeCustomer(test.services)
  of = { customer_id, account_id: await makeAccount(test.services, customer_id) }
})
afterAll(() => test.close())

type Tx = Parameters<Parameters<TestApp['services']['asSystem']>[0]>[0]
let count = 0
/** Cents that come to the platform's balance, or to the connected account. */
async function enter(tx: Tx, ledger_account: 'provider_transit' | 'connected_balance', amount: number) {
  count += 1
  const entry = { ...of, kind: 'adjustment', source: `test:${count}`, description: 'Prova' }
  const [row] = await tx`insert into ledger_entries ${tx(entry)} returning entry_id`
  const line = { customer_id: of.customer_id, entry_id: row?.entry_id as number }
  await tx`
    insert into ledger_lines ${tx([
      { ...line, ledger_account, amount },
      { ...line, ledger_account: 'bank', amount: -amount },
    ])}`
}
const book = (...given: [Parameters<typeof enter>[1], number]) =>
  test.services.asSystem((tx) => enter(tx, ...given))
const balance = () =>
  test.services.asSystem(async (tx) => {
    const [row] = await tx`
      select b.platform, b.connected, coalesce(z.platform, 0)::bigint as summed_platform,
        coalesce(z.connected, 0)::bigint as summed_connected
      from movable_balances b left join balance_sums z on z.account_id = b.account_id
      where b.account_id = ${of.account_id}`
    return row && [row.platform, row.connected, row.summed_platform, row.summed_connected]
  })
/** The job, as long after its last run as it waits. */
async function sum() {
  await test.services.asSystem(
    (tx) => tx`update balance_sums_until set next_taken_at = now() - interval '1 hour'`,
  )
  await sumBalances(test.services, {})
}

describe('the stored sums of balances', () => {
  it('leave every balance as it is, and hold what the run before had seen', async () => {
    await book('provider_transit', 500)
    await book('connected_balance', 70)
    expect(await balance()).toEqual([500, 70, 0, 0])
    await sum()
    expect(await balance()).toEqual([500, 70, 0, 0])
    await book('provider_transit', -200)
    await sum()
    expect(await balance()).toEqual([300, 70, 500, 70])
    await sum()
    await sum()
    expect(await balance()).toEqual([300, 70, 300, 70])
  })
  it('wait for what is too new: a second run at once changes nothing', async () => {
    await book('provider_transit', 10)
    await sum()
    await sumBalances(test.services, {})
    expect(await balance()).toEqual([310, 70, 300, 70])
    await sum()
    expect(await balance()).toEqual([310, 70, 310, 70])
  })
  it('never pass over an entry that is still being written: then the run does nothing', async () => {
    await test.services.asSystem(async (slow) => {
      await enter(slow, 'provider_transit', 1)
      await book('provider_transit', 20)
      await sum()
    })
    expect(await balance()).toEqual([331, 70, 310, 70])
    await sum()
    await sum()
    expect(await balance()).toEqual([331, 70, 331, 70])
  })
})
