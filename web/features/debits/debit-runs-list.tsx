import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { accountFilter } from '../../records/account-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import type { DebitRun } from './debit-query.ts'
import { debitRunStates, runWords } from './debit-words.ts'

/** Debits presented to banks, by file. */
export const debitRunsList: ListDefinition<DebitRun> = {
  source: listSource('debit-runs'),
  words: runWords,
  columns: [
    {
      id: 'collect_on',
      header: 'Addebito il',
      width: 108,
      sort: true,
      fixed: true,
      cell: ({ collect_on }) => <DateCell day={collect_on} />,
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 180,
      grow: 3,
      sort: true,
      exports: ['account_name', 'message_id', 'created_at'],
      cell: (run) => <TwoLineCell first={run.account_name} second={madeBy(run)} />,
    },
    {
      id: 'count',
      header: 'Addebiti',
      width: 80,
      align: 'right',
      cell: ({ count }) => count,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 112,
      align: 'right',
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'amount',
    },
    {
      id: 'collected',
      header: 'Incassato',
      width: 112,
      align: 'right',
      cell: ({ collected }) => <Amount cents={collected} />,
    },
    {
      id: 'returned',
      header: 'Non riuscito',
      width: 112,
      align: 'right',
      exports: ['rejected', 'returned'],
      cell: ({ rejected, returned }) => rejected + returned > 0 && <Amount cents={rejected + returned} />,
    },
    {
      id: 'state',
      header: 'Stato',
      width: 128,
      cell: ({ state }) => <StateLabel state={debitRunStates[state]} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(debitRunStates).map(([value, { word, icon }]) => ({
        value,
        label: word,
        icon,
      })),
    },
    { kind: 'dates', id: 'collect_on', label: 'Giorno di addebito' },
    accountFilter,
  ],
  defaultSort: '-collect_on',
  rowId: ({ run_id }) => String(run_id),
  rowName: ({ account_name, collect_on, amount }) =>
    `${account_name}, ${formatDate(collect_on)}, ${formatEuro(amount)}`,
  card: (run) => ({
    title: run.account_name,
    subtitle: `addebito il ${formatDate(run.collect_on)}`,
    amount: run.amount,
    state: <StateLabel state={debitRunStates[run.state]} />,
  }),
  summary: ({ amount = 0 }) => formatEuro(amount),
  searches: 'Condominio, numero del file',
}

/** Who made it, or that another program had presented it. */
const madeBy = ({ loaded, created_by_name }: DebitRun): string =>
  loaded ? 'presentata con un altro programma' : created_by_name ? `di ${created_by_name}` : ''
