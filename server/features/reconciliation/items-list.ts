import * as contract from '@saldo/contract/reports/reconciliation'
import type { z } from 'zod'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { serve, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseReconciliationItems.query>

/** Differences (open, explained, resolved) for list, summary, export and acts. */
export const itemsList: Listing<Filters> = {
  select: (tx) => tx`
    i.item_id, i.kind, i.class, i.day, i.provider_account, i.customer_id, i.account_id, a.name as account_name, i.payment_id,
    b.number as bill_number, s.nominative as subject_nominative, i.movement_id, i.provider_object, i.provider_amount,
    i.our_amount, i.ledger_amount, i.difference, i.gap, i.state, i.reason, i.explained_by, i.explained_at, i.found_at,
    i.resolved_at`,
  from: (tx) => tx`
    reconciliation_items i
    left join accounts a on a.customer_id = i.customer_id and a.account_id = i.account_id
    left join payments p on p.customer_id = i.customer_id and p.payment_id = i.payment_id
    left join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
    left join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id`,
  id: (tx) => tx`i.item_id`,
  id_name: 'item_id',
  filters: {
    q: (tx, text) => tx`(
      i.provider_object = ${text} or i.movement_id = ${text} or b.number_key = bill_number_key(${text})
      or i.payment_id = ${paymentNumber(text)}::bigint)`,
    ids: (tx, ids) => tx`i.item_id in ${tx(ids)}`,
    day_from: (tx, day) => tx`i.day >= ${day}`,
    day_to: (tx, day) => tx`i.day <= ${day}`,
    gap_min: (tx, cents) => tx`i.gap >= ${cents}`,
    gap_max: (tx, cents) => tx`i.gap <= ${cents}`,
    account_id: (tx, id) => tx`i.account_id = ${id}`,
    payment_id: (tx, id) => tx`i.payment_id = ${id}`,
    kind: (tx, kinds) => tx`i.kind in ${tx(kinds)}`,
    state: (tx, states) => tx`i.state in ${tx(states)}`,
    provider_account: (tx, accounts) => tx`i.provider_account in ${tx(accounts)}`,
  },
  sorts: {
    day: { sql: (tx) => tx`i.day`, type: 'date' },
    gap: { sql: (tx) => tx`i.gap`, type: 'bigint' },
  },
  default_sort: '-day',
}

const paymentNumber = (text: string) => /^(?:pg-)?(\d{1,15})$/i.exec(text.trim())?.[1] ?? null

export const listReconciliationItems = serveList(contract.listReconciliationItems, itemsList)

export const summariseReconciliationItems = serve(
  contract.summariseReconciliationItems,
  async ({ tx, query }) => {
    const sums = await summaryOf(
      tx,
      itemsList,
      query,
      (of) => of`
        count(*)::int as count, coalesce(sum(i.gap) filter (where i.state = 'open'), 0)::bigint as unexplained`,
    )
    return sums as never
  },
)
