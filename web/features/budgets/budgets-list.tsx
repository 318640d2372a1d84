import { yearName } from '@saldo/domain/bills/year-of-accounts'
import { accountFilter } from '../../records/account-reference.ts'
import type { Budget } from '../../records/budget-query.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { budgetStates } from './budget-states.ts'

export const budgetsList: ListDefinition<Budget> = {
  source: listSource('budgets'),
  words: { one: 'preventivo', many: 'preventivi', feminine: false },
  columns: [
    {
      id: 'name',
      header: 'Preventivo',
      width: 180,
      grow: 2,
      fixed: true,
      cell: ({ name }) => <Clipped>{name}</Clipped>,
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 160,
      grow: 2,
      sort: true,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    { id: 'year', header: 'Esercizio', width: 88, sort: true, cell: yearName },
    {
      id: 'issue_date',
      header: 'Emissione',
      width: 108,
      cell: ({ issue_date }) => <DateCell day={issue_date} />,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 110,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'amount',
    },
    {
      id: 'state',
      header: 'Stato',
      width: 132,
      cell: ({ state }) => <StateLabel state={budgetStates[state]} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(budgetStates).map(([value, { word }]) => ({ value, label: word })),
    },
    accountFilter,
  ],
  defaultSort: '-created_at',
  rowId: ({ budget_id }) => String(budget_id),
  rowName: ({ name, account_name }) => `${name}, ${account_name}`,
  card: (budget) => ({
    title: budget.name,
    subtitle: budget.account_name,
    amount: budget.amount,
    state: <StateLabel state={budgetStates[budget.state]} />,
  }),
  amount: { of: ({ amount }) => amount, total: 'amount' },
  searches: 'Nome del preventivo, condominio',
}
