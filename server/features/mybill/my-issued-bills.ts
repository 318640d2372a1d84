import * as contract from '@saldo/contract/bills/my-history'
import type { BillState } from '@saldo/domain/bills/bill'
import { billStateLabels } from '@saldo/domain/state-labels'
import type { z } from 'zod'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { containingWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { billToken } from '../../links/bill-link.ts'
import { billsList } from '../bills/bills-list.ts'

type Filters = z.output<typeof contract.summariseMyIssuedBills.query>

/** The office's list of bills, as row-level security shows it to a resident: their own, without drafts. */
const { from, id, id_name, sorts, filters, select } = billsList
const { ids, state, account_id, issue_date_from, issue_date_to } = filters
const myIssuedBills: Listing<Filters, string[]> = {
  ...{ from, id, id_name, sorts },
  select: (tx) => tx`${select(tx)}, b.link_version`,
  filters: {
    ...{ ids, state, account_id, issue_date_from, issue_date_to },
    q: (tx, patterns) => tx`b.folded || ' ' || a.folded like all(${patterns})`,
  },
  search: async (_tx, text) => containingWords(text),
  default_sort: '-issue_date',
}

type Found = Omit<contract.MyIssuedBill, 'token'> & { link_version: number }

export const listMyIssuedBills = serve(contract.listMyIssuedBills, async ({ tx, query, services }) => {
  const { items, next_cursor } = await pageOf(tx, myIssuedBills, query)
  return {
    items: (items as unknown as Found[]).map(({ link_version, ...bill }) => ({
      ...bill,
      token: billToken(services, bill.bill_id, link_version),
    })),
    next_cursor,
  }
})

export const summariseMyIssuedBills = serve(
  contract.summariseMyIssuedBills,
  async ({ tx, query }) =>
    (await summaryOf(
      tx,
      myIssuedBills,
      query,
      (
        of,
      ) => of`count(*)::int as count, coalesce(sum(b.amount) filter (where b.phase <> 'cancelled'), 0)::bigint as amount,
        coalesce(sum(b.residue), 0)::bigint as residue`,
    )) as never,
)

const columns: Record<string, ListColumn> = {
  number: { header: 'Bolletta', kind: 'text' },
  issue_date: { header: 'Emessa il', kind: 'date' },
  next_due_date: { header: 'Scadenza', kind: 'date' },
  account_name: { header: 'Condominio', kind: 'text' },
  description: { header: 'Descrizione', kind: 'text' },
  unit: { header: 'Unità', kind: 'text' },
  amount: { header: 'Importo', kind: 'amount' },
  settled: { header: 'Pagato', kind: 'amount' },
  residue: { header: 'Residuo', kind: 'amount' },
  state: { header: 'Stato', kind: 'text', value: (row) => billStateLabels[row.state as BillState] },
}

export const exportMyIssuedBills = serveAcross(contract.exportMyIssuedBills, ({ as, services, query }) =>
  exportReply({ as, services, listing: myIssuedBills, query, columns, name: 'le-mie-bollette' }),
)
