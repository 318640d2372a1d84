import * as contract from '@saldo/contract/payments/payouts'
import { type PayoutState, payoutStateLabels } from '@saldo/domain/payments/payout'
import type { z } from 'zod'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn, providerAccountColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summarisePayouts.query>

/** Payouts for list, summary, detail and file. */
export const payoutsList: Listing<Filters> = {
  select: (tx) => tx`
    p.payout_id, p.provider_account, p.destination, p.provider_object, p.customer_id, p.state, p.automatic, p.made_on,
    p.arrives_on, p.amount, p.matched, p.unmatched, p.explained, p.lines, p.failure_code, p.posted_at is not null as posted,
    p.read_at`,
  from: (tx) => tx`payouts p`,
  id: (tx) => tx`p.payout_id`,
  id_name: 'payout_id',
  filters: {
    q: (tx, text) => tx`p.provider_object = ${text.trim()}`,
    ids: (tx, ids) => tx`p.payout_id = any(${ids})`,
    arrives_on_from: (tx, day) => tx`p.arrives_on >= ${day}`,
    arrives_on_to: (tx, day) => tx`p.arrives_on <= ${day}`,
    amount_min: (tx, cents) => tx`p.amount >= ${cents}`,
    amount_max: (tx, cents) => tx`p.amount <= ${cents}`,
    state: (tx, states) => tx`p.state = any(${states})`,
    provider_account: (tx, accounts) => tx`p.provider_account = any(${accounts})`,
    matching: (tx, matching) => tx`p.explained = ${matching === 'explained'}`,
    payment_id: (tx, id) =>
      tx`p.payout_id in (select l.payout_id from payout_lines l where l.payment_id = ${id})`,
  },
  sorts: {
    arrives_on: { sql: (tx) => tx`p.arrives_on`, type: 'date' },
    made_on: { sql: (tx) => tx`p.made_on`, type: 'date' },
    amount: { sql: (tx) => tx`p.amount`, type: 'bigint' },
  },
  default_sort: '-arrives_on',
}

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
  provider_account: providerAccountColumn,
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

/** Asks for a reading of the provider's payouts now. If one is already queued, no other is added. */
export const readPayoutsNow = serve(contract.readPayouts, async ({ services, tx }) => {
  for (const provider_account of services.providers.configured)
    await services.queue.enqueue(tx, 'read-payouts', { provider_account })
  return { asked: true }
})
