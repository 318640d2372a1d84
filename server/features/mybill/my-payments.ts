import * as contract from '@saldo/contract/bills/my-history'
import { today } from '@saldo/domain/dates'
import { declineSentence, type PaymentState } from '@saldo/domain/payments/payment'
import { type PaymentMethod, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { paymentStateLabels } from '@saldo/domain/state-labels'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { containingWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { billToken, paymentToken } from '../../links/bill-link.ts'
import { payableOf } from '../bills/money/payable-of.ts'
import { notOfDelegate } from '../delegations/paid-by-delegate.ts'

type Filters = z.output<typeof contract.summariseMyPayments.query>

/** Row-level security shows the payments of the person's own bills only; of a delegate's card or account it shows nothing. */
const myPayments: Listing<Filters, string[]> = {
  select: (tx) => tx`
    p.payment_id, p.account_id, a.name as account_name, p.bill_id, b.number as bill_number, b.description,
    p.subject_id, s.nominative as subject_nominative, p.method, ${notOfDelegate(tx, tx`p.brand`)} as brand,
    ${notOfDelegate(tx, tx`p.last4`)} as last4, p.amount, p.refunded, p.state,
    ${notOfDelegate(tx, tx`p.failure_code`)} as failure_code, p.created_at, p.settled_at, r.number as receipt_number, b.link_version, ${payableOf(tx)} as payable`,
  from: (tx) => tx`
    payments p
    join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
    join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
    join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
    left join receipts r on r.customer_id = p.customer_id and r.payment_id = p.payment_id`,
  id: (tx) => tx`p.payment_id`,
  id_name: 'payment_id',
  filters: {
    q: (tx, patterns) => tx`b.folded || ' ' || a.folded like all(${patterns})`,
    ids: (tx, ids) => tx`p.payment_id = any(${ids})`,
    state: (tx, states) => tx`p.state in ${tx(states)}`,
    account_id: (tx, id) => tx`p.account_id = ${id}`,
    created_at_from: (tx, day) => tx`p.created_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    created_at_to: (tx, day) => tx`p.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  search: async (_tx, text) => containingWords(text),
  sorts: {
    created_at: { sql: (tx) => tx`p.created_at`, type: 'timestamptz' },
    amount: { sql: (tx) => tx`p.amount`, type: 'bigint' },
    account_name: { sql: (tx) => tx`a.name_key`, type: 'text' },
  },
  default_sort: '-created_at',
}

type Found = Omit<contract.MyPayment, 'result_token' | 'bill_token' | 'failure_reason'> & {
  link_version: number
  failure_code: string | null
}

export const listMyPayments = serve(contract.listMyPayments, async ({ tx, query, services }) => {
  const { items, next_cursor } = await pageOf(tx, myPayments, query)
  return {
    items: (items as unknown as Found[]).map(({ link_version, failure_code, ...payment }) => ({
      ...payment,
      failure_reason: failure_code ? declineSentence(failure_code) : null,
      result_token: paymentToken(services, payment.payment_id),
      bill_token: billToken(services, payment.bill_id, link_version),
    })),
    next_cursor,
  }
})

export const summariseMyPayments = serve(
  contract.summariseMyPayments,
  async ({ tx, query }) => (await summaryOf(tx, myPayments, query, arrived)) as never,
)

/** Money that arrived, without what was refunded of it. */
const arrived = (tx: Tx) => tx`
  count(*)::int as count, coalesce(sum(p.amount - p.refunded) filter (
    where p.state in ('succeeded', 'partly_refunded', 'refunded', 'disputed')), 0)::bigint as amount`

const columns: Record<string, ListColumn> = {
  created_at: { header: 'Registrato il', kind: 'date', value: (row) => today(new Date(row.created_at)) },
  settled_at: {
    header: 'Arrivato il',
    kind: 'date',
    value: (row) => row.settled_at && today(new Date(row.settled_at)),
  },
  account_name: { header: 'Condominio', kind: 'text' },
  bill_number: { header: 'Bolletta', kind: 'text' },
  method: {
    header: 'Metodo',
    kind: 'text',
    value: (row) => paymentMethodLabels[row.method as PaymentMethod],
  },
  amount: { header: 'Importo', kind: 'amount' },
  refunded: { header: 'Rimborsato', kind: 'amount' },
  state: { header: 'Stato', kind: 'text', value: (row) => paymentStateLabels[row.state as PaymentState] },
  receipt_number: { header: 'Ricevuta', kind: 'text' },
}

export const exportMyPayments = serveAcross(contract.exportMyPayments, ({ as, services, query }) =>
  exportReply({ as, services, listing: myPayments, query, columns, name: 'i-miei-pagamenti' }),
)
