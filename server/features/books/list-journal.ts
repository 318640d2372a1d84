import * as contract from '@saldo/contract/books'
import { type LedgerAccountName, ledgerAccountLabels, ledgerKindLabels } from '@saldo/domain/accounting'
import { summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { journalList } from './journal-list.ts'

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
