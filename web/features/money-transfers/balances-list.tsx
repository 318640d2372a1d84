import { formatEuro } from '@saldo/domain/money'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import type { Balance } from './transfer-words.ts'

/** Balances of condominiums at the provider. */
export const balancesList: ListDefinition<Balance> = {
  source: listSource('movable-balances'),
  words: { one: 'condominio', many: 'condomìni', feminine: false },
  columns: [
    {
      id: 'account_name',
      header: 'Condominio',
      width: 180,
      grow: 2,
      sort: true,
      fixed: true,
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
      id: 'balance',
      header: 'Saldo',
      width: 110,
      align: 'right',
      sort: true,
      cell: ({ balance }) => <Amount cents={balance} />,
    },
    {
      id: 'reserved',
      header: 'Già chiesto',
      width: 100,
      align: 'right',
      yields: true,
      cell: ({ reserved }) => <Amount cents={reserved} />,
    },
    {
      id: 'movable',
      header: 'Spostabile',
      width: 110,
      align: 'right',
      sort: true,
      cell: ({ movable }) => <Amount cents={movable} size="strong" />,
    },
    {
      id: 'why_not',
      header: 'Perché no',
      width: 200,
      grow: 3,
      yields: true,
      cell: ({ why_not }) => <Clipped>{why_not ?? ''}</Clipped>,
    },
  ],
  filters: [
    {
      kind: 'choice',
      id: 'movable',
      label: 'Spostabile',
      options: [
        { value: 'yes', label: 'Qualcosa si può spostare' },
        { value: 'no', label: 'Niente da spostare' },
      ],
    },
    { kind: 'amounts', id: 'balance', label: 'Saldo' },
  ],
  defaultSort: '-balance',
  rowId: ({ account_id }) => String(account_id),
  rowName: ({ account_name, balance }) => `${account_name}, ${formatEuro(balance)}`,
  amount: { of: ({ balance }) => balance, total: 'balance' },
  summary: ({ movable = 0 }) => (movable === 0 ? '' : `spostabili ${formatEuro(movable)}`),
  card: (balance) => ({
    title: balance.account_name,
    subtitle: balance.why_not ?? `Spostabili ${formatEuro(balance.movable)}`,
    amount: balance.balance,
  }),
  searches: 'Condominio o studio',
}
