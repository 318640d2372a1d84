import { formatEuro } from '@saldo/domain/money'
import { accountFilter } from '../../records/account-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { nameOfFlow, searchFlows } from '../flows/flow-reference.ts'
import { movementStates } from './movement-states.ts'
import { nameOfStatement, searchStatements } from './statement-reference.ts'
import type { Movement } from './transfer-query.ts'
import { openOf, payerOf } from './transfer-words.ts'

/** The movements; the columns are those on paper and in exports. */
export const transfersList: ListDefinition<Movement> = {
  source: listSource('transfers'),
  words: { one: 'movimento', many: 'movimenti', feminine: false },
  columns: [
    {
      id: 'booked_on',
      header: 'Data',
      width: 100,
      fixed: true,
      exports: ['booked_on', 'value_on'],
      cell: ({ booked_on }) => <DateCell day={booked_on} />,
    },
    {
      id: 'party_name',
      header: 'Pagatore',
      width: 150,
      grow: 1,
      exports: ['party_name', 'text'],
      cell: (movement) => payerOf(movement),
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 140,
      grow: 1,
      cell: ({ account_name }) => account_name,
    },
    {
      id: 'bill_numbers',
      header: 'Bollette',
      width: 120,
      exports: ['bill_numbers', 'reason', 'note', 'bank_reference'],
      cell: ({ bill_numbers }) => bill_numbers.join(', '),
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 108,
      align: 'right',
      cell: ({ amount }) => <Amount cents={amount} />,
      total: ({ credits, debits }) => formatEuro((credits ?? 0) + (debits ?? 0)),
    },
    {
      id: 'matched',
      header: 'Abbinato',
      width: 108,
      align: 'right',
      cell: ({ matched }) => <Amount cents={matched} />,
      total: 'matched',
    },
    {
      id: 'state',
      header: 'Stato',
      width: 130,
      cell: ({ state }) => <StateLabel state={movementStates[state]} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(movementStates).map(([value, { word, icon }]) => ({
        value,
        label: word,
        icon,
      })),
    },
    accountFilter,
    { kind: 'dates', id: 'booked_on', label: 'Data' },
    { kind: 'amounts', id: 'amount', label: 'Importo' },
    {
      kind: 'enum',
      id: 'direction',
      label: 'Verso',
      options: [
        { value: 'in', label: 'In entrata' },
        { value: 'out', label: 'In uscita' },
      ],
    },
    { kind: 'reference', id: 'flow_id', label: 'File', search: searchFlows('statement'), name: nameOfFlow },
    {
      kind: 'reference',
      id: 'statement_id',
      label: 'Estratto',
      search: searchStatements,
      name: nameOfStatement,
    },
  ],
  defaultSort: '-booked_on',
  opensOn: { filters: { state: 'to_match,partly' }, sort: '-booked_on' },
  rowId: ({ movement_id }) => String(movement_id),
  rowName: (movement) => `${payerOf(movement)}, ${formatEuro(movement.amount)}`,
  card: (movement) => ({
    title: payerOf(movement),
    subtitle: movement.text,
    amount: movement.amount,
    state: <StateLabel state={movementStates[movement.state]} />,
  }),
  amount: { of: openOf, total: 'open' },
  summary: ({ credits, debits, open, open_count }) =>
    [
      formatEuro(credits ?? 0),
      debits ? `in uscita ${formatEuro(debits)}` : '',
      open_count && open !== credits ? `da sistemare ${formatEuro(open ?? 0)}` : '',
    ]
      .filter(Boolean)
      .join(' · '),
  searches: 'Pagatore, causale, riferimento',
}
