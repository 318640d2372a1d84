import * as contract from '@saldo/contract/bills/budgets'
import { yearName } from '@saldo/domain/bills/year-of-accounts'
import { budgetStateLabels } from '@saldo/domain/state-labels'
import type { z } from 'zod'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseBudgets.query>

/** Budgets for list, summary and export. */
export const budgetsList: Listing<Filters, Record<'accounts' | 'budgets', Found>> = {
  select: (tx) => tx`
    g.budget_id, g.customer_id, g.account_id, a.name as account_name, g.starts_on, g.ends_on, g.year, g.name, g.state, g.issue_date,
    g.due_dates::text[] as due_dates, g.amount,
    json_build_object('done', g.progress_done, 'total', g.progress_total) as progress, g.refusal, g.issued_at, g.created_at`,
  from: (tx) =>
    tx`budgets g join accounts a on a.customer_id = g.customer_id and a.account_id = g.account_id`,
  id: (tx) => tx`g.budget_id`,
  id_name: 'budget_id',
  filters: {
    q: (tx, { accounts, budgets }) => tx`(
      ${isFound(tx, budgets, tx`g.budget_id`, tx`g.folded`)} or ${isFound(tx, accounts, tx`g.account_id`, tx`a.folded`)})`,
    ids: (tx, ids) => tx`g.budget_id = any(${ids})`,
    account_id: (tx, id) => tx`g.account_id = ${id}`,
    state: (tx, states) => tx`g.state = any(${states})`,
    year: (tx, year) => tx`g.year = ${year}`,
  },
  search: (tx, text) => find(tx, text, ['accounts', 'budgets']),
  sorts: {
    created_at: { sql: (tx) => tx`g.created_at`, type: 'timestamptz' },
    year: { sql: (tx) => tx`g.year`, type: 'bigint' },
    amount: { sql: (tx) => tx`g.amount`, type: 'bigint' },
    account_name: { sql: (tx) => tx`a.name_key`, type: 'text' },
  },
  default_sort: '-created_at',
}

export const listBudgets = serveList(contract.listBudgets, budgetsList)

export const summariseBudgets = serve(contract.summariseBudgets, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    budgetsList,
    query,
    (of) => of`count(*) as count, coalesce(sum(g.amount), 0) as amount`,
  )
  return sums as z.input<typeof contract.summariseBudgets.reply>
})

const columns: Record<string, ListColumn> = {
  name: { header: 'Preventivo', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  year: {
    header: 'Esercizio',
    kind: 'text',
    value: ({ starts_on, ends_on }) => yearName({ starts_on: String(starts_on), ends_on: String(ends_on) }),
  },
  amount: { header: 'Importo', kind: 'amount' },
  issue_date: { header: 'Emissione', kind: 'date' },
  state: {
    header: 'Stato',
    kind: 'text',
    value: ({ state }) => budgetStateLabels[state as contract.Budget['state']],
  },
}

export const exportBudgets = serveAcross(contract.exportBudgets, ({ as, services, query }) =>
  exportReply({ as, services, listing: budgetsList, query, columns, name: 'preventivi' }),
)
