import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import {
  type MoneyTransferState,
  moneyTransferStates,
  moneyTransferWayLabels,
} from '@saldo/domain/payments/money-transfer'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { type Transfer, transferState } from './transfer-words.ts'

/** Transfers from condominiums' balances to their bank accounts. */
export const transfersList: ListDefinition<Transfer> = {
  source: listSource('money-transfers'),
  words: { one: 'spostamento', many: 'spostamenti', feminine: false },
  columns: [
    {
      id: 'requested_at',
      header: 'Chiesto il',
      width: 96,
      sort: true,
      fixed: true,
      cell: ({ requested_at }) => formatDate(today(new Date(requested_at))),
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 160,
      grow: 2,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    {
      id: 'customer_name',
      header: 'Studio',
      width: 140,
      grow: 2,
      yields: true,
      cell: ({ customer_name }) => <Clipped>{customer_name}</Clipped>,
    },
    {
      id: 'reason',
      header: 'Motivo',
      width: 150,
      grow: 2,
      yields: true,
      cell: ({ reason }) => <Clipped>{reason}</Clipped>,
    },
    {
      id: 'requested_by_name',
      header: 'Chiesto da',
      width: 120,
      yields: true,
      cell: ({ requested_by_name }) => <Clipped>{requested_by_name}</Clipped>,
    },
    {
      id: 'approved_by_name',
      header: 'Approvato da',
      width: 120,
      yields: true,
      cell: ({ approved_by_name }) => <Clipped>{approved_by_name}</Clipped>,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 100,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
    },
    {
      id: 'state',
      header: 'Stato',
      width: 124,
      cell: ({ state }) => <StateLabel state={transferState(state)} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: moneyTransferStates.map((value: MoneyTransferState) => ({
        value,
        label: transferState(value).word,
      })),
    },
    {
      kind: 'enum',
      id: 'way',
      label: 'Modo',
      options: Object.entries(moneyTransferWayLabels).map(([value, label]) => ({ value, label })),
    },
    { kind: 'dates', id: 'requested_on', label: 'Chiesto il' },
    { kind: 'amounts', id: 'amount', label: 'Importo' },
  ],
  defaultSort: '-requested_at',
  rowId: ({ money_transfer_id }) => String(money_transfer_id),
  rowName: ({ account_name, amount }) => `${account_name}, ${formatEuro(amount)}`,
  amount: { of: ({ amount }) => amount, total: 'amount' },
  summary: ({ to_approve = 0 }) => (to_approve === 0 ? '' : `da approvare ${to_approve}`),
  card: (transfer) => ({
    title: transfer.account_name,
    subtitle: `${transfer.customer_name}, ${transfer.reason}`,
    amount: transfer.amount,
    state: <StateLabel state={transferState(transfer.state)} />,
  }),
  searches: 'Riferimento, condominio, studio o motivo',
}
