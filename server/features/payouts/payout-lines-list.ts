import * as contract from '@saldo/contract/payments/payouts'
import { type PayoutLineClass, payoutLineLabels } from '@saldo/domain/payments/payout'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summarisePayoutLines.query>

/** The lines of one payout. */
const payoutLinesList: Listing<Filters> = {
  select: (tx) => tx`
    l.line_id, l.movement_id, l.class, l.type, l.day, l.account_id, a.name as account_name, l.payment_id,
    s.nominative as who, b.number as bill_number, l.amount, l.fee, l.net`,
  from: (tx) => tx`
    payout_lines l
    left join accounts a on a.customer_id = l.customer_id and a.account_id = l.account_id
    left join payments p on p.customer_id = l.customer_id and p.payment_id = l.payment_id
    left join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
    left join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id`,
  id: (tx) => tx`l.line_id`,
  id_name: 'line_id',
  filters: {
    q: (tx, text) => tx`(l.movement_id = ${text.trim()} or b.number = ${text.trim().toUpperCase()})`,
    ids: (tx, ids) => tx`l.line_id = any(${ids})`,
    payout_id: (tx, id) => tx`l.payout_id = ${id}`,
    account_id: (tx, id) => tx`l.account_id = ${id}`,
    class: (tx, classes) => tx`l.class = any(${classes})`,
  },
  sorts: {
    day: { sql: (tx) => tx`l.day`, type: 'date' },
    net: { sql: (tx) => tx`l.net`, type: 'bigint' },
  },
  default_sort: 'day',
}

export const listPayoutLines = serve(contract.listPayoutLines, async ({ tx, query }) => {
  await mustSee(tx, query.payout_id)
  return (await pageOf(tx, payoutLinesList, query)) as never
})

export const summarisePayoutLines = serve(contract.summarisePayoutLines, async ({ tx, query }) => {
  await mustSee(tx, query.payout_id)
  const sums = await summaryOf(
    tx,
    payoutLinesList,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(l.amount), 0)::bigint as amount, coalesce(sum(l.fee), 0)::bigint as fee,
      coalesce(sum(l.net), 0)::bigint as net`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  day: { header: 'Data', kind: 'date' },
  class: {
    header: 'Movimento',
    kind: 'text',
    value: (row) => payoutLineLabels[row.class as PayoutLineClass],
  },
  account_name: { header: 'Condominio', kind: 'text' },
  who: { header: 'Condòmino', kind: 'text' },
  payment_id: {
    header: 'Pagamento',
    kind: 'text',
    value: ({ payment_id }) => (payment_id === null ? null : `PG-${payment_id}`),
  },
  bill_number: { header: 'Bolletta', kind: 'text' },
  amount: { header: 'Lordo', kind: 'amount' },
  fee: { header: 'Commissioni', kind: 'amount' },
  net: { header: 'Netto', kind: 'amount' },
  movement_id: { header: 'Movimento del provider', kind: 'text' },
}

export const exportPayoutLines = serveAcross(contract.exportPayoutLines, async ({ as, services, query }) => {
  await as((tx) => mustSee(tx, query.payout_id))
  return exportReply({ as, services, listing: payoutLinesList, query, columns, name: 'accredito' })
})

async function mustSee(tx: Tx, payout_id: number): Promise<void> {
  const [seen] = await tx`select from payouts where payout_id = ${payout_id}`
  if (!seen) throw notFound('L’accredito')
}
