import * as contract from '@saldo/contract/payouts'
import { type PayoutLineClass, payoutLineLabels } from '@saldo/domain/payout'
import type { Tx } from '../../db/connection.ts'
import { pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { payoutLinesList } from './payouts-list.ts'

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
