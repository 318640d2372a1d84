import { formatEuro } from '@saldo/domain/money'
import { accountFilter } from '../../records/account-reference.ts'
import { subjectFilter } from '../../records/subject-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { debitStates } from '../../ui/data/states.ts'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import type { Debit } from './debit-query.ts'
import { debitWords, methodOf } from './debit-words.ts'

/** All debits, from saved sources and presented to banks. */
export const debitsList: ListDefinition<Debit> = {
  source: listSource('debits'),
  words: debitWords,
  columns: [
    {
      id: 'collect_on',
      header: 'Giorno',
      width: 104,
      sort: true,
      fixed: true,
      cell: ({ collect_on }) => <DateCell day={collect_on} />,
    },
    {
      id: 'subject_nominative',
      header: 'Intestatario',
      width: 160,
      grow: 2,
      sort: true,
      exports: ['subject_nominative', 'source', 'umr'],
      cell: (debit) => <TwoLineCell first={debit.subject_nominative} second={methodOf(debit)} />,
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
      id: 'bill_number',
      header: 'Bolletta',
      width: 112,
      yields: true,
      cell: ({ bill_number }) => <Clipped>{bill_number}</Clipped>,
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
      id: 'state',
      header: 'Stato',
      width: 128,
      cell: ({ state }) => <StateLabel state={debitStates[state]} />,
    },
    {
      id: 'failure_reason',
      header: 'Motivo',
      width: 190,
      grow: 2,
      yields: true,
      cell: ({ failure_reason, cancel_reason }) => <Clipped>{failure_reason ?? cancel_reason}</Clipped>,
    },
    {
      id: 'tries',
      header: 'Tentativi',
      width: 80,
      align: 'right',
      hidden: true,
      cell: ({ tries }) => tries,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(debitStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    { kind: 'dates', id: 'collect_on', label: 'Giorno' },
    accountFilter,
    subjectFilter,
    { kind: 'amounts', id: 'amount', label: 'Importo' },
  ],
  defaultSort: '-collect_on',
  rowId: ({ debit_id }) => String(debit_id),
  rowName: ({ subject_nominative, bill_number, amount }) =>
    `${subject_nominative}, ${bill_number}, ${formatEuro(amount)}`,
  card: (debit) => ({
    title: debit.subject_nominative,
    subtitle: `${debit.bill_number} · ${debit.account_name}`,
    amount: debit.amount,
    state: <StateLabel state={debitStates[debit.state]} />,
  }),
  amount: { of: ({ amount }) => amount, total: 'amount' },
  summary: ({ pending = 0, collected = 0, failed = 0 }) =>
    `da incassare ${formatEuro(pending)}, incassati ${formatEuro(collected)}, non riusciti ${formatEuro(failed)}`,
  searches: 'Persona, condominio, bolletta',
}
