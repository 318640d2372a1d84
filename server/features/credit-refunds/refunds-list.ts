import * as contract from '@saldo/contract/payments/credit-refunds'
import { today } from '@saldo/domain/dates'
import { maskIban } from '@saldo/domain/iban'
import { type CreditRefundState, creditRefundStateLabels } from '@saldo/domain/payments/credit-refund'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound, textOfPerson } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { transferFailure } from './transfer-failure.ts'

type Filters = z.output<typeof contract.summariseCreditRefunds.query>

/** Refunds of credits for list, summary and file. */
const refundsList: Listing<Filters, Record<'subjects', Found>> = {
  select: (tx) => tx`
    r.credit_refund_id, r.account_id, a.name as account_name, r.subject_id, s.nominative as who, r.amount, r.beneficiary,
    r.iban, r.iban_from, r.text, r.end_to_end_id, r.state, r.order_id, o.execute_on, o.flow_id,
    r.executed_on, r.returned_on, r.failure_code, r.actor, r.created_at`,
  from: (tx) => tx`
    credit_refunds r
    join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
    join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id
    left join transfer_orders o on o.customer_id = r.customer_id and o.order_id = r.order_id`,
  id: (tx) => tx`r.credit_refund_id`,
  id_name: 'credit_refund_id',
  filters: {
    q: (tx, { subjects }) => isFound(tx, subjects, tx`r.subject_id`, textOfPerson(tx)),
    ids: (tx, ids) => tx`r.credit_refund_id = any(${ids})`,
    state: (tx, states) => tx`r.state = any(${states})`,
    account_id: (tx, id) => tx`r.account_id = ${id}`,
    subject_id: (tx, id) => tx`r.subject_id = ${id}`,
    order_id: (tx, id) => tx`r.order_id = ${id}`,
  },
  search: (tx, text) => find(tx, text, ['subjects']),
  sorts: {
    created_at: { sql: (tx) => tx`r.created_at`, type: 'timestamptz' },
    amount: { sql: (tx) => tx`r.amount`, type: 'bigint' },
  },
  default_sort: '-created_at',
}

const shown = (row: Row) =>
  ({
    ...row,
    iban: maskIban(row.iban as string),
    failure_reason: row.failure_code === null ? null : transferFailure(row.failure_code as string),
  }) as contract.CreditRefund

export const listCreditRefunds = serve(contract.listCreditRefunds, async ({ tx, query }) => {
  const { items, next_cursor } = await pageOf(tx, refundsList, query)
  return { items: items.map(shown), next_cursor }
})

/** A refund as its list shows it; 404 when it is not visible. */
export async function readRefund(tx: Tx, credit_refund_id: number): Promise<contract.CreditRefund> {
  const [row] = await tx`
    select ${refundsList.select(tx)} from ${refundsList.from(tx)} where r.credit_refund_id = ${credit_refund_id}`
  if (!row) throw notFound('La restituzione')
  return shown(row)
}

export const summariseCreditRefunds = serve(contract.summariseCreditRefunds, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    refundsList,
    query,
    (of) => of`count(*)::int as count, coalesce(sum(r.amount), 0)::bigint as amount`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  created_at: { header: 'Chiesta il', kind: 'date', value: ({ created_at }) => today(new Date(created_at)) },
  who: { header: 'Condòmino', kind: 'text', width: 30 },
  account_name: { header: 'Condominio', kind: 'text', width: 30 },
  amount: { header: 'Importo', kind: 'amount' },
  state: {
    header: 'Stato',
    kind: 'text',
    value: ({ state }) => creditRefundStateLabels[state as CreditRefundState],
  },
  execute_on: { header: 'Da eseguire il', kind: 'date' },
  executed_on: { header: 'Eseguita il', kind: 'date' },
  end_to_end_id: { header: 'Riferimento', kind: 'text' },
  text: { header: 'Causale', kind: 'text', width: 40 },
  actor: { header: 'Da', kind: 'text' },
}

export const exportCreditRefunds = serveAcross(contract.exportCreditRefunds, ({ as, services, query }) =>
  exportReply({ as, services, listing: refundsList, query, columns, name: 'restituzioni' }),
)
