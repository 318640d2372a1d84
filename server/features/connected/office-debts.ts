import * as contract from '@saldo/contract/payments/office-debts'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn, providerAccountColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseOfficeDebts.query>

const columnsOf = (tx: Tx) => tx`
  r.recovery_id, r.customer_id, c.business_name as customer_name, r.account_id, a.name as account_name, r.payment_id,
  b.number as bill_number, s.nominative as subject_nominative, r.provider_account, r.cause, r.amount, r.fee, r.reversed,
  r.refused, r.settled, r.owed, r.to_return, r.returned, r.state, r.owed_since, r.dunned, r.created_at`
const tables = (tx: Tx) => tx`
  transfer_recoveries r
  join customers c on c.customer_id = r.customer_id
  join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
  join payments p on p.customer_id = r.customer_id and p.payment_id = r.payment_id
  join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
  join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id`

/** Debts of offices, open and settled, for list, summary and export. */
const officeDebts: Listing<Filters> = {
  select: columnsOf,
  from: (tx) => tx`${tables(tx)} and r.owed_since is not null`,
  id: (tx) => tx`r.recovery_id`,
  id_name: 'recovery_id',
  filters: {
    q: (tx, text) =>
      tx`(b.number_key = bill_number_key(${text}) or r.payment_id = ${paymentNumber(text)}::bigint)`,
    ids: (tx, ids) => tx`r.recovery_id = any(${ids}::bigint[])`,
    owed_since_from: (tx, day) => tx`r.owed_since >= ${day}`,
    owed_since_to: (tx, day) => tx`r.owed_since <= ${day}`,
    owed_min: (tx, cents) => tx`r.owed >= ${cents}`,
    owed_max: (tx, cents) => tx`r.owed <= ${cents}`,
    customer_id: (tx, id) => tx`r.customer_id = ${id}`,
    account_id: (tx, id) => tx`r.account_id = ${id}`,
    payment_id: (tx, id) => tx`r.payment_id = ${id}`,
    cause: (tx, causes) => tx`r.cause in ${tx(causes)}`,
    open: (tx, open) => (open === 'yes' ? tx`r.owed > 0` : tx`r.owed = 0`),
  },
  sorts: {
    owed_since: { sql: (tx) => tx`r.owed_since`, type: 'date' },
    owed: { sql: (tx) => tx`r.owed`, type: 'bigint' },
  },
  default_sort: '-owed_since',
}

const paymentNumber = (text: string) => /^(?:pg-)?(\d{1,15})$/i.exec(text.trim())?.[1] ?? null

export const listOfficeDebts = serveList(contract.listOfficeDebts, officeDebts)

export const summariseOfficeDebts = serve(contract.summariseOfficeDebts, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    officeDebts,
    query,
    (of) => of`count(*)::int as count, coalesce(sum(r.owed), 0)::bigint as owed`,
  )
  return sums as never
})

const causeWords = {
  return: 'Insoluto',
  dispute: 'Contestazione',
  refund_failed: 'Rimborso non riuscito',
} as const

const columns: Record<string, ListColumn> = {
  owed_since: { header: 'A debito dal', kind: 'date' },
  customer_name: { header: 'Studio', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  bill_number: { header: 'Bolletta', kind: 'text' },
  subject_nominative: { header: 'Intestatario', kind: 'text' },
  payment_id: { header: 'Pagamento', kind: 'text', value: (row) => `PG-${row.payment_id}` },
  cause: { header: 'Causa', kind: 'text', value: (row) => causeWords[row.cause as keyof typeof causeWords] },
  amount: { header: 'Contestato', kind: 'amount' },
  fee: { header: 'Commissione del provider', kind: 'amount' },
  reversed: { header: 'Ripreso dal conto', kind: 'amount' },
  refused: { header: 'Anticipato', kind: 'amount' },
  settled: { header: 'Saldato', kind: 'amount' },
  owed: { header: 'Dovuto', kind: 'amount' },
  dunned: { header: 'Solleciti', kind: 'text', value: (row) => String(row.dunned) },
  provider_account: providerAccountColumn,
}
export const exportOfficeDebts = serveAcross(contract.exportOfficeDebts, ({ as, services, query }) =>
  exportReply({ as, services, listing: officeDebts, query, columns, name: 'debiti-degli-studi' }),
)

export const getOfficeDebt = serve(contract.getOfficeDebt, ({ tx, params }) => viewDebt(tx, params.id))

/** The debt in the contract's format; 404 when it is not visible to the actor. */
export async function viewDebt(tx: Tx, recovery_id: number): Promise<contract.OfficeDebtDetail> {
  const [debt] = await tx<contract.OfficeDebt[]>`
    select ${columnsOf(tx)} from ${tables(tx)} where r.recovery_id = ${recovery_id}`
  if (!debt) throw notFound('Il debito')
  const settlements = await tx<contract.OfficeDebtSettlement[]>`
    select settlement_id, amount, way, settled_on, reference, note, actor, created_at from office_debt_settlements
    where customer_id = ${debt.customer_id} and recovery_id = ${recovery_id} order by settlement_id`
  return { ...debt, settlements: [...settlements] }
}

/** All recoveries and returns of one payment's money, from and to a connected account, newest first. */
export const recoveriesOf = (tx: Tx, customer_id: number, payment_id: number) => tx<contract.OfficeDebt[]>`
  select ${columnsOf(tx)} from ${tables(tx)}
  where r.customer_id = ${customer_id} and r.payment_id = ${payment_id} order by r.recovery_id desc`
