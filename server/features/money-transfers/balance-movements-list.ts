import * as contract from '@saldo/contract/payments/movable-balances'
import { ledgerKindLabels } from '@saldo/domain/accounting/accounting'
import { today } from '@saldo/domain/dates'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { containing, type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { visibleAccount } from '../accounts/visible-account.ts'

type Filters = z.output<typeof contract.summariseBalanceMovements.query>

/**
 * The statement of one condominium's balance at the provider. The balance after each movement is computed over the whole
 * ledger before filters apply.
 */
const statementOf = (account_id: number): Listing<Filters> => ({
  select: (tx) => tx`m.entry_id, m.day, m.kind, m.description, m.payment_id, m.amount, m.balance`,
  from: (tx) => tx`(${movements(tx, account_id)}) m`,
  id: (tx) => tx`m.entry_id`,
  id_name: 'entry_id',
  filters: {
    q: (tx, text) => tx`fold(m.description) like ${containing(text)}`,
    ids: (tx, ids) => tx`m.entry_id = any(${ids}::bigint[])`,
    // The condominium is not a filter: it decides the rows of which the balance is the sum.
    account_id: (tx) => tx`true`,
    day_from: (tx, day) => tx`m.day >= ${day}`,
    day_to: (tx, day) => tx`m.day <= ${day}`,
  },
  sorts: {
    day: { sql: (tx) => tx`m.day`, type: 'date' },
    amount: { sql: (tx) => tx`m.amount`, type: 'bigint' },
  },
  default_sort: 'day',
})

const movements = (tx: Tx, account_id: number) => tx`
  select b.entry_id, b.day, b.kind, b.description, b.payment_id, b.amount,
    (sum(b.amount) over (order by b.day, b.entry_id))::bigint as balance
  from balance_movements b
  join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
  where a.account_id = ${account_id} and b.amount <> 0`

const label = (kind: unknown) => ledgerKindLabels[kind as string] ?? String(kind)
const seen = (row: Row) => ({ ...row, kind_label: label(row.kind) }) as unknown as contract.BalanceMovement

export const listBalanceMovements = serve(contract.listBalanceMovements, async ({ tx, query }) => {
  await visibleAccount(tx, query.account_id)
  const page = await pageOf(tx, statementOf(query.account_id), query)
  return { ...page, items: page.items.map(seen) }
})

export const summariseBalanceMovements = serve(contract.summariseBalanceMovements, async ({ tx, query }) => {
  await visibleAccount(tx, query.account_id)
  const sums = await summaryOf(
    tx,
    statementOf(query.account_id),
    query,
    (of) => of`
        count(*)::int as count, coalesce(sum(greatest(m.amount, 0)), 0)::bigint as money_in,
        coalesce(sum(greatest(-m.amount, 0)), 0)::bigint as money_out`,
  )
  // Of some movements of those days, opening plus sums is not closing.
  if (query.q || query.ids) return sums as never
  const [row] = await tx`
      select coalesce(sum(m.amount) filter (where m.day < ${query.day_from ?? '1900-01-01'}), 0)::bigint as opening,
        coalesce(sum(m.amount) filter (where m.day <= ${query.day_to ?? '9999-12-31'}), 0)::bigint as closing
      from (${movements(tx, query.account_id)}) m`
  return { ...sums, ...row } as never
})

const columns: Record<string, ListColumn> = {
  day: { header: 'Data', kind: 'date' },
  kind_label: { header: 'Movimento', kind: 'text', value: ({ kind }) => label(kind) },
  description: { header: 'Descrizione', kind: 'text', width: 50 },
  payment_id: { header: 'Transazione', kind: 'number' },
  amount: { header: 'Importo', kind: 'amount' },
  balance: { header: 'Saldo', kind: 'amount' },
}

export const exportBalanceMovements = serveAcross(
  contract.exportBalanceMovements,
  async ({ as, services, query }) => {
    await as((tx) => visibleAccount(tx, query.account_id))
    return exportReply({
      ...{ as, services, query, columns, listing: statementOf(query.account_id) },
      name: `estratto-del-saldo-al-${query.day_to ?? today()}`,
    })
  },
)
