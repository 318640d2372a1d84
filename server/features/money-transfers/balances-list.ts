import * as contract from '@saldo/contract/payments/movable-balances'
import { formatDateTime } from '@saldo/domain/dates'
import { whyNotMovable } from '@saldo/domain/payments/money-transfer'
import type { Row } from 'postgres'
import type { z } from 'zod'
import { containing, type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { balanceOf, readBalance } from './read-balance.ts'

type Filters = z.output<typeof contract.summariseMovableBalances.query>

/** Balances of condominiums at the provider, for list, summary and file. The view defines them, also for the checks. */
const balances: Listing<Filters> = {
  select: (tx) => tx`
    b.account_id, b.name as account_name, b.customer_id, c.business_name as customer_name, masked_iban(b.iban) as iban,
    b.provider_account, b.way, b.platform, b.connected, b.balance, b.held, b.reserved, b.movable, b.refusal, b.read_at`,
  from: (tx) => tx`movable_balances b join customers c on c.customer_id = b.customer_id`,
  id: (tx) => tx`b.account_id`,
  id_name: 'account_id',
  filters: {
    q: (tx, text) =>
      tx`(b.folded like ${containing(text)} or fold(c.business_name) like ${containing(text)})`,
    ids: (tx, ids) => tx`b.account_id = any(${ids}::bigint[])`,
    balance_min: (tx, cents) => tx`b.balance >= ${cents}`,
    balance_max: (tx, cents) => tx`b.balance <= ${cents}`,
    customer_id: (tx, id) => tx`b.customer_id = ${id}`,
    movable: (tx, movable) => (movable === 'yes' ? tx`b.movable > 0` : tx`b.movable = 0`),
  },
  sorts: {
    account_name: { sql: (tx) => tx`b.name_key`, type: 'text', name: 'name_key' },
    balance: { sql: (tx) => tx`b.balance`, type: 'bigint' },
    movable: { sql: (tx) => tx`b.movable`, type: 'bigint' },
  },
  default_sort: '-balance',
}

const why = (row: Row) => whyNotMovable(row as never)
const seen = (row: Row) => ({ ...row, why_not: why(row) }) as unknown as contract.MovableBalance

export const listMovableBalances = serveList(contract.listMovableBalances, balances, seen)

export const summariseMovableBalances = serve(contract.summariseMovableBalances, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    balances,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(b.balance), 0)::bigint as balance, coalesce(sum(b.movable), 0)::bigint as movable`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  customer_name: { header: 'Studio', kind: 'text', width: 30 },
  account_name: { header: 'Condominio', kind: 'text', width: 34 },
  platform: { header: 'Sul conto della piattaforma', kind: 'amount' },
  connected: { header: 'Su account incassi', kind: 'amount' },
  balance: { header: 'Saldo', kind: 'amount' },
  held: { header: 'Trattenuto', kind: 'amount' },
  reserved: { header: 'Già chiesto', kind: 'amount' },
  movable: { header: 'Spostabile adesso', kind: 'amount' },
  why_not: { header: 'Perché no', kind: 'text', width: 40, value: why },
  read_at: {
    header: 'Letto il',
    kind: 'text',
    value: ({ read_at }) => read_at && formatDateTime(read_at),
  },
}

export const exportMovableBalances = serveAcross(contract.exportMovableBalances, ({ as, services, query }) =>
  exportReply({ as, services, listing: balances, query, columns, name: 'saldi-presso-il-provider' }),
)

/** Asks the provider now, and answers the balance after that. */
export const readMovableBalance = serveAcross(
  contract.readMovableBalance,
  async ({ services, as, params }) => {
    const balance = await as((tx) => balanceOf(tx, params.id))
    if (!balance) throw notFound('Il condominio')
    await readBalance(services, balance)
    return as(async (tx) => {
      const { items } = await pageOf(tx, balances, { ids: [params.id], limit: 1 } as never)
      const [row] = items
      if (!row) throw notFound('Il condominio')
      return seen(row)
    })
  },
)
