import * as contract from '@saldo/contract/payouts'
import { type PayoutState, payoutStateLabels } from '@saldo/domain/payout'
import { pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { payoutsList } from './payouts-list.ts'

export const listPayouts = serveList(contract.listPayouts, payoutsList)

export const summarisePayouts = serve(contract.summarisePayouts, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    payoutsList,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(p.amount), 0)::bigint as amount, coalesce(sum(p.matched), 0)::bigint as matched,
      coalesce(sum(p.unmatched), 0)::bigint as unmatched`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  provider_object: { header: 'Accredito', kind: 'text', width: 30 },
  made_on: { header: 'Disposto il', kind: 'date' },
  arrives_on: { header: 'In banca il', kind: 'date' },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => payoutStateLabels[state as PayoutState] },
  amount: { header: 'Importo', kind: 'amount' },
  matched: { header: 'Riconosciuto', kind: 'amount' },
  unmatched: { header: 'Da riconoscere', kind: 'amount' },
  lines: { header: 'Movimenti', kind: 'number' },
  failure_code: { header: 'Motivo del rifiuto', kind: 'text' },
  provider_account: { header: 'Conto provider', kind: 'text' },
  destination: { header: 'Account incassi', kind: 'text' },
}

export const exportPayouts = serveAcross(contract.exportPayouts, ({ as, services, query }) =>
  exportReply({ as, services, listing: payoutsList, query, columns, name: 'accrediti' }),
)

export const getPayout = serve(contract.getPayout, async ({ tx, params }) => {
  const { items } = await pageOf(tx, payoutsList, { ids: [params.id], limit: 1 } as never)
  const [payout] = items
  if (!payout) throw notFound('L’accredito')
  const accounts = await tx`
    select l.account_id, a.name as account_name, count(*)::int as lines, sum(l.amount)::bigint as amount,
      sum(l.fee)::bigint as fee, sum(l.net)::bigint as net
    from payout_lines l
    left join accounts a on a.customer_id = l.customer_id and a.account_id = l.account_id
    where l.payout_id = ${params.id}
    group by 1, 2 order by a.name nulls last`
  return { ...payout, accounts: [...accounts] } as never
})

/** Has the provider asked for its payouts now; asked again while a reading still waits, that one. */
export const readPayoutsNow = serve(contract.readPayouts, async ({ services, tx }) => {
  for (const provider_account of services.providers.configured)
    await services.queue.enqueue(tx, 'read-payouts', { provider_account })
  return { asked: true }
})
