import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { debtCauses, debtStates, type OfficeDebt } from './debt-words.ts'

/** The offices' debts to the platform for payments that were transferred to their connected accounts. */
export const officeDebtsList: ListDefinition<OfficeDebt> = {
  source: listSource('office-debts'),
  words: { one: 'debito', many: 'debiti', feminine: false },
  columns: [
    {
      id: 'owed_since',
      header: 'Dal',
      width: 92,
      sort: true,
      fixed: true,
      cell: ({ owed_since }) => owed_since && formatDate(owed_since),
    },
    {
      id: 'customer_name',
      header: 'Studio',
      width: 140,
      grow: 2,
      cell: ({ customer_name }) => <Clipped>{customer_name}</Clipped>,
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 140,
      grow: 2,
      yields: true,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    { id: 'cause', header: 'Causa', width: 110, cell: ({ cause }) => debtCauses[cause] },
    {
      id: 'bill_number',
      header: 'Bolletta',
      width: 104,
      yields: true,
      cell: ({ bill_number }) => <Clipped>{bill_number}</Clipped>,
    },
    {
      id: 'refused',
      header: 'Anticipato',
      width: 90,
      align: 'right',
      yields: true,
      cell: ({ refused }) => <Amount cents={refused} />,
    },
    {
      id: 'fee',
      header: 'Commissione',
      width: 96,
      align: 'right',
      yields: true,
      cell: ({ fee }) => <Amount cents={fee} />,
    },
    {
      id: 'owed',
      header: 'Dovuto',
      width: 90,
      align: 'right',
      sort: true,
      cell: ({ owed }) => <Amount cents={owed} size="strong" />,
    },
    {
      id: 'state',
      header: 'Stato',
      width: 116,
      cell: ({ state }) => <StateLabel state={debtStates[state]} />,
    },
  ],
  filters: [
    {
      kind: 'choice',
      id: 'open',
      label: 'Stato',
      options: [
        { value: 'yes', label: 'Da saldare', icon: debtStates.open.icon },
        { value: 'no', label: 'Saldati', icon: debtStates.closed.icon },
      ],
    },
    {
      kind: 'enum',
      id: 'cause',
      label: 'Causa',
      options: Object.entries(debtCauses).map(([value, label]) => ({ value, label })),
    },
    { kind: 'dates', id: 'owed_since', label: 'Dal' },
    { kind: 'amounts', id: 'owed', label: 'Dovuto' },
  ],
  defaultSort: '-owed_since',
  rowId: ({ recovery_id }) => String(recovery_id),
  rowName: ({ customer_name, owed }) => `${customer_name}, ${formatEuro(owed)}`,
  amount: { of: ({ owed }) => owed, total: 'owed' },
  summary: ({ owed = 0 }) => (owed === 0 ? '' : `da saldare ${formatEuro(owed)}`),
  card: (debt) => ({
    title: debt.customer_name,
    subtitle: `${debtCauses[debt.cause]}, ${debt.account_name}`,
    amount: debt.owed,
    state: <StateLabel state={debtStates[debt.state]} />,
  }),
  searches: 'Numero della bolletta o della transazione',
}
