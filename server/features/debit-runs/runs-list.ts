import * as contract from '@saldo/contract/payments/debit-runs'
import { formatDateTime } from '@saldo/domain/dates'
import { debitRunStateLabels } from '@saldo/domain/sepa/debit-run'
import type { z } from 'zod'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseDebitRuns.query>

/** Runs for list, summary and export. */
export const runsList: Listing<Filters, Record<'accounts', Found>> = {
  select: (tx) => tx`
    r.run_id, r.customer_id, r.account_id, a.name as account_name, r.collect_on, r.state, r.format, r.message_id, r.flow_id,
    r.loaded, f.count, f.amount, f.waiting, f.collected, f.rejected, f.returned, f.cancelled, u.nominative as created_by_name,
    r.created_at, r.presented_at`,
  from: (tx) => tx`
    debit_runs r
    join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
    left join users u on u.user_id = r.created_by
    cross join lateral (
      select count(*)::int as count, coalesce(sum(d.amount), 0)::bigint as amount,
        coalesce(sum(d.amount) filter (where d.state in ('planned', 'notified', 'started')), 0)::bigint as waiting,
        coalesce(sum(d.amount) filter (where d.state = 'done'), 0)::bigint as collected,
        coalesce(sum(d.amount) filter (where d.state = 'failed' and d.settled_on is null), 0)::bigint as rejected,
        coalesce(sum(d.amount) filter (where d.state = 'failed' and d.settled_on is not null), 0)::bigint as returned,
        coalesce(sum(d.amount) filter (where d.state = 'cancelled'), 0)::bigint as cancelled
      from debits d where d.customer_id = r.customer_id and d.run_id = r.run_id) f`,
  id: (tx) => tx`r.run_id`,
  id_name: 'run_id',
  filters: {
    q: (tx, { accounts }) => tx`${isFound(tx, accounts, tx`r.account_id`, tx`a.folded`)}`,
    ids: (tx, ids) => tx`r.run_id = any(${ids})`,
    state: (tx, states) => tx`r.state = any(${states})`,
    account_id: (tx, id) => tx`r.account_id = ${id}`,
    collect_on_from: (tx, day) => tx`r.collect_on >= ${day}`,
    collect_on_to: (tx, day) => tx`r.collect_on <= ${day}`,
  },
  search: (tx, text) => find(tx, text, ['accounts']),
  sorts: {
    collect_on: { sql: (tx) => tx`r.collect_on`, type: 'date' },
    created_at: { sql: (tx) => tx`r.created_at`, type: 'timestamptz' },
    account_name: { sql: (tx) => tx`a.name_key`, type: 'text' },
  },
  default_sort: '-created_at',
}

export const listDebitRuns = serveList(contract.listDebitRuns, runsList)

export const summariseDebitRuns = serve(contract.summariseDebitRuns, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    runsList,
    query,
    (of) => of`count(*)::int as count, coalesce(sum(f.amount), 0)::bigint as amount`,
  )
  return sums as { count: number; amount: number }
})

const columns: Record<string, ListColumn> = {
  collect_on: { header: 'Data di addebito', kind: 'date' },
  account_name: { header: 'Condominio', kind: 'text' },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => debitRunStateLabels[state as 'closed'] },
  count: { header: 'Addebiti', kind: 'number' },
  amount: { header: 'Importo', kind: 'amount' },
  collected: { header: 'Incassato', kind: 'amount' },
  rejected: { header: 'Scartato', kind: 'amount' },
  returned: { header: 'Insoluto', kind: 'amount' },
  message_id: { header: 'Riferimento del flusso', kind: 'text' },
  created_at: { header: 'Creata il', kind: 'text', value: ({ created_at }) => formatDateTime(created_at) },
}

export const exportDebitRuns = serveAcross(contract.exportDebitRuns, ({ as, services, query }) =>
  exportReply({ as, services, listing: runsList, query, columns, name: 'distinte-di-addebito' }),
)
