import * as contract from '@saldo/contract/reports/books'
import {
  type LedgerAccountName,
  ledgerAccountLabels,
  ledgerKindLabels,
} from '@saldo/domain/accounting/accounting'
import type { z } from 'zod'
import { containing, type Listing, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseJournal.query>

/** The journal's lines by day and entry; an entry's lines stand together, debits before credits, in every order. */
export const journalList: Listing<Filters> = {
  select: (tx) => tx`
    l.line_id, l.entry_id, e.day, e.account_id, a.name as account_name, e.kind, e.description, s.nominative as who,
    b.number as bill_number, e.payment_id, l.ledger_account, greatest(l.amount, 0) as debit, greatest(-l.amount, 0) as credit`,
  from: (tx) => tx`
    ledger_entries e
    join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
    join accounts a on a.customer_id = e.customer_id and a.account_id = e.account_id
    left join subjects s on s.customer_id = e.customer_id and s.subject_id = e.subject_id
    left join bills b on b.customer_id = e.customer_id and b.bill_id = coalesce(l.bill_id, e.bill_id)`,
  id: (tx) => tx`l.line_id`,
  id_name: 'line_id',
  filters: {
    q: (tx, text) => tx`fold(e.description || ' ' || coalesce(s.nominative, '')) like ${containing(text)}`,
    ids: (tx, ids) => tx`l.line_id = any(${ids})`,
    day_from: (tx, day) => tx`e.day >= ${day}`,
    day_to: (tx, day) => tx`e.day <= ${day}`,
    account_id: (tx, id) => tx`e.account_id = ${id}`,
    subject_id: (tx, id) => tx`e.subject_id = ${id}`,
    ledger_account: (tx, accounts) => tx`l.ledger_account = any(${accounts})`,
    side: (tx, side) => (side === 'debit' ? tx`l.amount > 0` : tx`l.amount < 0`),
  },
  sorts: { day: { sql: (tx) => tx`e.day`, type: 'date' } },
  ties: [
    { name: 'entry', sql: (tx) => tx`e.entry_id` },
    {
      name: 'side',
      sql: (tx, { descending }) => (descending ? tx`(l.amount > 0)::int` : tx`(l.amount < 0)::int`),
    },
  ],
  default_sort: 'day',
}

export const listJournal = serveList(contract.listJournal, journalList)

export const summariseJournal = serve(contract.summariseJournal, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    journalList,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(greatest(l.amount, 0)), 0)::bigint as debit,
      coalesce(sum(greatest(-l.amount, 0)), 0)::bigint as credit`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  day: { header: 'Data', kind: 'date' },
  entry_id: { header: 'Scrittura', kind: 'number' },
  account_name: { header: 'Condominio', kind: 'text' },
  kind: { header: 'Operazione', kind: 'text', value: ({ kind }) => ledgerKindLabels[kind] ?? kind },
  description: { header: 'Descrizione', kind: 'text', width: 44 },
  who: { header: 'Condòmino', kind: 'text' },
  bill_number: { header: 'Bolletta', kind: 'text' },
  payment_id: {
    header: 'Pagamento',
    kind: 'text',
    value: ({ payment_id }) => (payment_id === null ? null : `PG-${payment_id}`),
  },
  ledger_account: {
    header: 'Conto',
    kind: 'text',
    value: ({ ledger_account }) => ledgerAccountLabels[ledger_account as LedgerAccountName] ?? ledger_account,
  },
  debit: { header: 'Dare', kind: 'amount', value: ({ debit }) => debit || null },
  credit: { header: 'Avere', kind: 'amount', value: ({ credit }) => credit || null },
}

export const exportJournal = serveAcross(contract.exportJournal, ({ as, services, query }) =>
  exportReply({ as, services, listing: journalList, query, columns, name: 'prima-nota' }),
)
