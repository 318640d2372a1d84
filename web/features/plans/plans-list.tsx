import { formatEuro } from '@saldo/domain/money'
import { accountFilter } from '../../records/account-reference.ts'
import { subjectFilter } from '../../records/subject-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { planStates } from '../../ui/data/states.ts'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { dayOf } from '../payments/payment-words.ts'
import type { Plan } from './plan-query.ts'

export const plansList: ListDefinition<Plan> = {
  source: listSource('plans'),
  words: { one: 'piano', many: 'piani', feminine: false },
  columns: [
    {
      id: 'created_at',
      header: 'Proposto il',
      width: 108,
      sort: true,
      fixed: true,
      cell: ({ created_at }) => <DateCell day={dayOf(created_at)} />,
    },
    {
      id: 'subject_nominative',
      header: 'Intestatario',
      width: 170,
      grow: 2,
      sort: true,
      cell: ({ subject_nominative }) => <Clipped>{subject_nominative}</Clipped>,
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 150,
      grow: 2,
      sort: true,
      yields: true,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 108,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'amount',
    },
    {
      id: 'residue',
      header: 'Residuo',
      width: 108,
      align: 'right',
      yields: true,
      // Only plans under way count, as in the sum below the list.
      cell: ({ state, residue }) => <Amount cents={state === 'active' ? residue : null} />,
      total: 'residue',
    },
    { id: 'rates_count', header: 'Rate', width: 64, align: 'right', cell: ({ rates_count }) => rates_count },
    {
      id: 'next_due_date',
      header: 'Prossima rata',
      width: 116,
      yields: true,
      cell: ({ next_due_date }) => <DateCell day={next_due_date} />,
    },
    {
      id: 'state',
      header: 'Stato',
      width: 132,
      exports: ['state', 'accepted_at'],
      cell: ({ state }) => <StateLabel state={planStates[state]} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(planStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    { kind: 'dates', id: 'created_at', label: 'Proposta' },
    accountFilter,
    subjectFilter,
    { kind: 'amounts', id: 'amount', label: 'Importo' },
  ],
  defaultSort: '-created_at',
  rowId: ({ plan_id }) => String(plan_id),
  rowName: ({ subject_nominative, account_name }) => `${subject_nominative}, ${account_name}`,
  card: (plan) => ({
    title: plan.subject_nominative,
    subtitle: plan.account_name,
    amount: plan.amount,
    state: <StateLabel state={planStates[plan.state]} />,
  }),
  amount: { of: ({ amount }) => amount, total: 'amount' },
  summary: ({ residue }) => `residuo dei piani in corso ${formatEuro(residue ?? 0)}`,
  searches: 'Persona, condominio',
}
