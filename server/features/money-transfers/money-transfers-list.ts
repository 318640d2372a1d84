import * as contract from '@saldo/contract/payments/money-transfers'
import { formatDateTime } from '@saldo/domain/dates'
import {
  type MoneyTransferState,
  type MoneyTransferWay,
  moneyTransferFailure,
  moneyTransferStateLabels,
  moneyTransferWayLabels,
} from '@saldo/domain/payments/money-transfer'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { containing, type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseMoneyTransfers.query>

/** A request whose days are over is expired before the job writes so. */
const stateOf = (tx: Tx) =>
  tx`case when t.state = 'requested' and t.expires_at <= now() then 'expired' else t.state end`

/** Transfers for list, summary, detail and file. */
const moneyTransfers: Listing<Filters> = {
  select: (tx) => tx`
    t.money_transfer_id, t.reference, t.customer_id, c.business_name as customer_name, t.account_id, a.name as account_name,
    t.way, t.provider_account, t.amount, masked_iban(t.iban) as iban, t.reason, ${stateOf(tx)} as state, t.requested_by_name,
    t.requested_at, t.expires_at, v.approved_by_name, v.approved_at, t.closed_by_name, t.closed_at, t.closing_reason,
    t.provider_object, t.failure_code, t.sent_on, t.paid_on, t.failed_on`,
  from: (tx) => tx`
    money_transfers t
    join customers c on c.customer_id = t.customer_id
    join accounts a on a.customer_id = t.customer_id and a.account_id = t.account_id
    left join money_transfer_approvals v on v.money_transfer_id = t.money_transfer_id`,
  id: (tx) => tx`t.money_transfer_id`,
  id_name: 'money_transfer_id',
  filters: {
    q: (tx, text) =>
      tx`(t.reference = upper(${text.trim()}) or a.folded like ${containing(text)} or fold(c.business_name) like ${containing(text)}
        or fold(t.reason) like ${containing(text)})`,
    ids: (tx, ids) => tx`t.money_transfer_id = any(${ids}::bigint[])`,
    requested_on_from: (tx, day) => tx`(t.requested_at at time zone 'Europe/Rome')::date >= ${day}`,
    requested_on_to: (tx, day) => tx`(t.requested_at at time zone 'Europe/Rome')::date <= ${day}`,
    amount_min: (tx, cents) => tx`t.amount >= ${cents}`,
    amount_max: (tx, cents) => tx`t.amount <= ${cents}`,
    state: (tx, states) => tx`${stateOf(tx)} = any(${states})`,
    way: (tx, ways) => tx`t.way = any(${ways})`,
    customer_id: (tx, id) => tx`t.customer_id = ${id}`,
    account_id: (tx, id) => tx`t.account_id = ${id}`,
  },
  sorts: {
    requested_at: { sql: (tx) => tx`t.requested_at`, type: 'timestamptz' },
    amount: { sql: (tx) => tx`t.amount`, type: 'bigint' },
  },
  default_sort: '-requested_at',
}

const seen = ({ failure_code, ...row }: Row): contract.MoneyTransfer =>
  ({ ...row, failure: failure_code && moneyTransferFailure(failure_code) }) as contract.MoneyTransfer

export const listMoneyTransfers = serveList(contract.listMoneyTransfers, moneyTransfers, seen)

export const summariseMoneyTransfers = serve(contract.summariseMoneyTransfers, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    moneyTransfers,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(t.amount), 0)::bigint as amount,
      count(*) filter (where ${stateOf(of)} = 'requested')::int as to_approve`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  reference: { header: 'Riferimento', kind: 'text' },
  requested_at: {
    header: 'Chiesto il',
    kind: 'text',
    value: ({ requested_at }) => requested_at && formatDateTime(requested_at),
  },
  customer_name: { header: 'Studio', kind: 'text', width: 30 },
  account_name: { header: 'Condominio', kind: 'text', width: 34 },
  amount: { header: 'Importo', kind: 'amount' },
  state: {
    header: 'Stato',
    kind: 'text',
    value: ({ state }) => moneyTransferStateLabels[state as MoneyTransferState],
  },
  way: { header: 'Modo', kind: 'text', value: ({ way }) => moneyTransferWayLabels[way as MoneyTransferWay] },
  reason: { header: 'Motivo', kind: 'text', width: 40 },
  requested_by_name: { header: 'Chiesto da', kind: 'text' },
  approved_by_name: { header: 'Approvato da', kind: 'text' },
  approved_at: {
    header: 'Approvato il',
    kind: 'text',
    value: ({ approved_at }) => approved_at && formatDateTime(approved_at),
  },
  sent_on: { header: 'Partito il', kind: 'date' },
  paid_on: { header: 'Arrivato il', kind: 'date' },
  failed_on: { header: 'Tornato il', kind: 'date' },
  failure: {
    header: 'Perché non è riuscito',
    kind: 'text',
    width: 40,
    value: ({ failure_code }) => failure_code && moneyTransferFailure(failure_code),
  },
  provider_object: { header: 'Accredito', kind: 'text', width: 30 },
}

export const exportMoneyTransfers = serveAcross(contract.exportMoneyTransfers, ({ as, services, query }) =>
  exportReply({ as, services, listing: moneyTransfers, query, columns, name: 'spostamenti-di-denaro' }),
)

/** A transfer in the list's format; 404 when it is not visible. */
export async function readTransfer(tx: Tx, money_transfer_id: number): Promise<contract.MoneyTransfer> {
  const { items } = await pageOf(tx, moneyTransfers, { ids: [money_transfer_id], limit: 1 } as never)
  const [row] = items
  if (!row) throw notFound('Lo spostamento')
  return seen(row)
}
