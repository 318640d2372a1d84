import { buildApp } from '../server/app.ts'
import type { Sql } from '../server/db/connection.ts'
import { loginsOf } from '../server/db/logins.ts'
import { sumBalances } from '../server/features/money-transfers/sum-balances.job.ts'
import { signInSuperUser } from './choose-customer.ts'
import { envOf, middle, time } from './measure.ts'
import { read } from './rate.ts'

export const movements = 200_000
const turns = 9

/**
 * Milliseconds of the list of the balances at the provider: with every movement still to be added, and after the job has
 * summed them. Adds the movements, over the condominiums that are there.
 */
export async function balanceTimes(
  owner: Sql,
  url: string,
  port: number,
): Promise<{ unsummed: number; summed: number }> {
  await fillMovements(owner)
  const headers = await signInSuperUser(owner, 'bench-balances')
  const list = () => read(`http://127.0.0.1:${port}/v1/movable-balances?limit=50`, headers)
  const listed = async () => {
    const measured: number[] = []
    await list() // warms up
    for (let turn = 0; turn < turns; turn += 1) measured.push(await time(list))
    return middle(measured)
  }
  const unsummed = await listed()
  const app = await buildApp(envOf(url), await loginsOf(url), { worker: false })
  // The first run takes note of the newest entry, the second one sums up to it.
  for (let run = 0; run < 2; run += 1) {
    await owner`update balance_sums_until set next_taken_at = now() - interval '1 day'`
    await sumBalances(app.services, {})
  }
  await app.close()
  await owner.unsafe('vacuum analyze balance_sums')
  return { unsummed, summed: await listed() }
}

async function fillMovements(owner: Sql): Promise<void> {
  const all = (what: 'enable' | 'disable') =>
    ['ledger_entries', 'ledger_lines'].map((table) => `alter table ${table} ${what} trigger user`).join('; ')
  await owner.unsafe(`
    ${all('disable')};
    with numbered as (select customer_id, account_id, row_number() over (order by account_id) - 1 as place from accounts),
    posted as (
      insert into ledger_entries (customer_id, account_id, kind, source, description)
      select a.customer_id, a.account_id, 'collection', 'bench-balance:' || n, 'Incasso'
      from generate_series(1, ${movements}) n
      join numbered a on a.place = n % (select count(*) from numbered)
      returning customer_id, entry_id
    )
    insert into ledger_lines (customer_id, entry_id, ledger_account, amount)
    select customer_id, entry_id, l.name, l.sign * 100 from posted
    cross join (values ('provider_transit', 1), ('collection_fees', -1)) l (name, sign);
    ${all('enable')}`)
  for (const table of ['ledger_entries', 'ledger_lines']) await owner.unsafe(`vacuum analyze ${table}`)
}
