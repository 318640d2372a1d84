import * as contract from '@saldo/contract/reports/reconciliation'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { containing, type Listing, summaryOf } from '../../db/listing.ts'
import { serve, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseReconciliation.query>

/** Days per condominium and provider account, for list, summary and export. */
export const reconciliationDaysList: Listing<Filters> = {
  select: (tx) => tx`
    d.day_id, d.day, d.provider_account, d.customer_id, c.business_name as customer_name, d.account_id,
    a.name as account_name, d.movements, d.provider_amount, d.provider_fee, d.our_amount, d.ledger_amount, d.ledger_fee,
    d.unexplained, d.open_items, d.checked_at`,
  from: (tx) => tx`
    reconciliation_days d
    left join customers c on c.customer_id = d.customer_id
    left join accounts a on a.customer_id = d.customer_id and a.account_id = d.account_id`,
  id: (tx) => tx`d.day_id`,
  id_name: 'day_id',
  filters: {
    q: (tx, text) => tx`a.folded like ${containing(text)}`,
    ids: (tx, ids) => tx`d.day_id in ${tx(ids)}`,
    day_from: (tx, day) => tx`d.day >= ${day}`,
    day_to: (tx, day) => tx`d.day <= ${day}`,
    account_id: (tx, id) => tx`d.account_id = ${id}`,
    provider_account: (tx, accounts) => tx`d.provider_account in ${tx(accounts)}`,
    open: (tx, open) => (open ? tx`d.open_items > 0` : tx`d.open_items = 0`),
  },
  sorts: {
    day: { sql: (tx) => tx`d.day`, type: 'date' },
    unexplained: { sql: (tx) => tx`d.unexplained`, type: 'bigint' },
  },
  default_sort: '-day',
}

export const listReconciliation = serveList(contract.listReconciliation, reconciliationDaysList)

export const summariseReconciliation = serve(contract.summariseReconciliation, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    reconciliationDaysList,
    query,
    (of) => of`
      count(*)::int as count, count(distinct d.day)::int as days, ${totals(of)}, min(d.day) as first_day, max(d.day) as last_day`,
  )
  return sums as never
})

export const totals = (tx: Tx) => tx`
  coalesce(sum(d.movements), 0)::int as movements, coalesce(sum(d.provider_amount), 0)::bigint as provider_amount,
  coalesce(sum(d.provider_fee), 0)::bigint as provider_fee, coalesce(sum(d.our_amount), 0)::bigint as our_amount,
  coalesce(sum(d.ledger_amount), 0)::bigint as ledger_amount, coalesce(sum(d.ledger_fee), 0)::bigint as ledger_fee,
  coalesce(sum(d.unexplained), 0)::bigint as unexplained, coalesce(sum(d.open_items), 0)::int as open_items`

/** Keyset pagination on the day: one row per day over all condominiums. */
export const listReconciliationDays = serve(contract.listReconciliationDays, async ({ tx, query }) => {
  const where = tx`
    true
    ${query.day_from ? tx`and d.day >= ${query.day_from}` : tx``}
    ${query.day_to ? tx`and d.day <= ${query.day_to}` : tx``}
    ${query.cursor ? tx`and d.day < ${query.cursor}` : tx``}
    ${query.account_id ? tx`and d.account_id = ${query.account_id}` : tx``}
    ${query.provider_account ? tx`and d.provider_account in ${tx(query.provider_account)}` : tx``}`
  const rows = await tx`
    select d.day, count(distinct d.account_id)::int as accounts, ${totals(tx)}, max(d.checked_at) as checked_at
    from reconciliation_days d
    where ${where}
    group by d.day
    ${query.open === undefined ? tx`` : query.open ? tx`having sum(d.open_items) > 0` : tx`having sum(d.open_items) = 0`}
    order by d.day desc limit ${query.limit + 1}`
  const items = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? items.at(-1)?.day : null
  return { items: items as never[], next_cursor: last ?? null }
})

/** Works also for a day without movements: compared, it balances. */
export const getReconciliationDay = serve(contract.getReconciliationDay, async ({ tx, params }) => {
  const [row] = await tx`
    select count(distinct d.account_id)::int as accounts, ${totals(tx)}, max(d.checked_at) as checked_at
    from reconciliation_days d where d.day = ${params.day}`
  const [compared] = await tx`select max(checked_at) as at from reconciled_days where day = ${params.day}`
  return {
    ...(row as never as contract.ReconciliationDay),
    day: params.day,
    checked_at: compared?.at ?? new Date(0).toISOString(),
    matched: Boolean(compared?.at),
  }
})
