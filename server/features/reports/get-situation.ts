import * as contract from '@saldo/contract/reports/situation'
import { actBy } from '@saldo/domain/arrears/arrears'
import type { Tx } from '../../db/connection.ts'
import { actorMay } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import { visibleAccount } from '../accounts/visible-account.ts'
import { arrearsColumns, overdueByAge } from '../arrears/overdue-by-age.ts'
import { lastMonths } from '../dashboard/last-months.ts'
import { returnableDebits } from '../payments/returnable-debits.ts'

/** How far ahead the next instalments are shown, in days. */
const ahead = 90

export const getSituation = serve(contract.getSituation, async ({ tx, actor, params: { id } }) => {
  const { account_id } = await visibleAccount(tx, id)
  const [bills, payments] = [actorMay(actor, 'bills:read'), actorMay(actor, 'payments:read')]
  const [owed, returnable, months] = await Promise.all([
    bills ? owedIn(tx, account_id) : null,
    payments ? returnableDebits(tx, tx`and p.account_id = ${account_id}`) : null,
    bills || payments ? lastMonths(tx, { account_id }) : [],
  ])
  return {
    account_id,
    owed,
    returnable,
    months: months.map(({ month, issued, collected, corrected }) => ({
      month,
      issued: bills ? issued : null,
      collected: payments ? collected : null,
      corrected: payments ? corrected : null,
    })),
  }
})

type Owed = NonNullable<contract.Situation['owed']>

/** What the bills of a condominium ask for: every figure is a sum over `owed_instalments`. */
async function owedIn(tx: Tx, account_id: number): Promise<Owed> {
  const [[sums], [ages], terms, next] = await Promise.all([
    tx<Pick<Owed, 'residue' | 'overdue' | 'pending' | 'debtors' | 'late' | 'in_30_days'>[]>`
      select coalesce(sum(i.due), 0)::bigint as residue, coalesce(sum(i.overdue), 0)::bigint as overdue,
        coalesce(sum(i.pending), 0)::bigint as pending, count(distinct i.subject_id)::int as debtors,
        (count(distinct i.subject_id) filter (where i.overdue > 0))::int as late,
        coalesce(sum(i.falling_due), 0)::bigint as in_30_days
      from owed_instalments i where i.account_id = ${account_id}`,
    tx<Pick<Owed, 'late_30' | 'late_90' | 'late_180' | 'late_365' | 'late_more'>[]>`
      select ${arrearsColumns(tx)} from ${overdueByAge(tx, tx`i.account_id = ${account_id}`)}`,
    tx<{ year: number; overdue: number }[]>`
      select extract(year from i.due_date)::int as year, sum(i.overdue)::bigint as overdue
      from owed_instalments i where i.account_id = ${account_id} and i.overdue > 0 group by 1 order by 1`,
    tx<Owed['next']>`
      select i.due_date, count(distinct i.bill_id)::int as bills, sum(i.due)::bigint as amount
      from owed_instalments i
      where i.account_id = ${account_id} and i.due_date between today() and today() + ${ahead}::int
      group by i.due_date order by i.due_date`,
  ])
  const { late_30, late_90, late_180, late_365, late_more } = ages as NonNullable<typeof ages>
  return {
    ...(sums as NonNullable<typeof sums>),
    ...{ late_30, late_90, late_180, late_365, late_more },
    terms: terms.map(({ year, overdue }) => ({ year, overdue, act_by: actBy(`${year}-12-31`) })),
    next: [...next],
    in_90_days: next.reduce((sum, { amount }) => sum + amount, 0),
  }
}
