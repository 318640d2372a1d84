import * as contract from '@saldo/contract/reports/reconciliation'
import {
  type ItemClass,
  type ItemKind,
  itemClassLabels,
  itemKindLabels,
} from '@saldo/domain/accounting/reconciliation'
import { reconciliationItemStateLabels } from '@saldo/domain/state-labels'
import { exportReply, type ListColumn, providerAccountColumn } from '../../exports/export-reply.ts'
import { serveAcross } from '../../http/serve.ts'
import { reconciliationDaysList } from './days-list.ts'
import { itemsList } from './items-list.ts'

const dayColumns: Record<string, ListColumn> = {
  day: { header: 'Giorno', kind: 'date' },
  account_name: { header: 'Condominio', kind: 'text' },
  provider_account: providerAccountColumn,
  movements: { header: 'Movimenti', kind: 'text', value: (row) => String(row.movements) },
  provider_amount: { header: 'Provider', kind: 'amount' },
  our_amount: { header: 'Pagamenti', kind: 'amount' },
  ledger_amount: { header: 'Scritture', kind: 'amount' },
  provider_fee: { header: 'Commissioni del provider', kind: 'amount' },
  ledger_fee: { header: 'Commissioni a libro', kind: 'amount' },
  unexplained: { header: 'Da spiegare', kind: 'amount' },
  open_items: { header: 'Voci aperte', kind: 'text', value: (row) => String(row.open_items) },
}

export const exportReconciliation = serveAcross(contract.exportReconciliation, ({ as, services, query }) =>
  exportReply({
    as,
    services,
    listing: reconciliationDaysList,
    query,
    columns: dayColumns,
    name: 'quadratura',
  }),
)

const itemColumns: Record<string, ListColumn> = {
  day: { header: 'Giorno', kind: 'date' },
  kind: { header: 'Differenza', kind: 'text', value: (row) => itemKindLabels[row.kind as ItemKind] },
  class: { header: 'Movimento', kind: 'text', value: (row) => itemClassLabels[row.class as ItemClass] },
  account_name: { header: 'Condominio', kind: 'text' },
  payment_id: {
    header: 'Pagamento',
    kind: 'text',
    value: (row) => (row.payment_id === null ? null : `PG-${row.payment_id}`),
  },
  bill_number: { header: 'Bolletta', kind: 'text' },
  subject_nominative: { header: 'Intestatario', kind: 'text' },
  provider_amount: { header: 'Provider', kind: 'amount' },
  our_amount: { header: 'Pagamenti', kind: 'amount' },
  ledger_amount: { header: 'Scritture', kind: 'amount' },
  difference: { header: 'Differenza in euro', kind: 'amount' },
  state: {
    header: 'Stato',
    kind: 'text',
    value: (row) => reconciliationItemStateLabels[row.state as keyof typeof reconciliationItemStateLabels],
  },
  reason: { header: 'Spiegazione', kind: 'text' },
  explained_by: { header: 'Spiegata da', kind: 'text' },
  provider_object: { header: 'Oggetto del provider', kind: 'text' },
  movement_id: { header: 'Movimento del provider', kind: 'text' },
  provider_account: providerAccountColumn,
}

export const exportReconciliationItems = serveAcross(
  contract.exportReconciliationItems,
  ({ as, services, query }) =>
    exportReply({
      as,
      services,
      listing: itemsList,
      query,
      columns: itemColumns,
      name: 'quadratura-differenze',
    }),
)
