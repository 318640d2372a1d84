import { ageBands } from '@saldo/domain/arrears/arrears'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Reply } from '../../api.ts'
import { accountFilter } from '../../records/account-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { OverdueAmount } from '../../ui/data/OverdueAmount.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { Column, Filter, ListDefinition, Totals } from '../../ui/grid/list.ts'

export type AccountArrears = Reply<'GET /v1/arrears'>['items'][number]
export type SubjectArrears = Reply<'GET /v1/arrears/subjects'>['items'][number]
type Arrears = AccountArrears | SubjectArrears

/** Columns: overdue amount, its age bands, since when, and the deadline to act. */
const ages = <Row extends Arrears>(): Column<Row>[] => [
  {
    id: 'overdue',
    header: 'Scaduto',
    width: 104,
    align: 'right',
    sort: true,
    cell: ({ overdue }) => <OverdueAmount cents={overdue} />,
    total: 'overdue',
  },
  ...ageBands.map(
    ({ id, label }): Column<Row> => ({
      id,
      header: label,
      width: 90,
      align: 'right',
      sort: true,
      cell: (row) => row[id] > 0 && <Amount cents={row[id]} />,
      total: id,
    }),
  ),
  {
    id: 'oldest_due',
    header: 'Scaduto dal',
    width: 112,
    sort: true,
    cell: ({ oldest_due }) => <DateCell day={oldest_due} />,
  },
  {
    id: 'act_by',
    header: 'Agire entro',
    width: 112,
    cell: ({ act_by }) => (
      <TwoLineCell first={formatDate(act_by)} second={act_by < today() ? 'passato' : 'art. 1129 c.c.'} />
    ),
  },
]
const filters: Filter[] = [
  {
    kind: 'enum',
    id: 'band',
    label: 'Anzianità',
    options: ageBands.map(({ id, label }) => ({ value: id, label })),
  },
  { kind: 'amounts', id: 'overdue', label: 'Scaduto' },
  {
    kind: 'choice',
    id: 'act',
    label: 'Termine per agire',
    options: [
      { value: 'passed', label: 'Passato' },
      { value: 'ahead', label: 'Non ancora passato' },
    ],
  },
]
const summary = ({ overdue = 0, late_365 = 0, late_more = 0 }: Totals) =>
  `scaduto ${formatEuro(overdue)}, di cui da oltre 180 giorni ${formatEuro(late_365 + late_more)}`

export const accountArrearsList: ListDefinition<AccountArrears> = {
  source: listSource('arrears'),
  words: { one: 'condominio', many: 'condomìni', feminine: false },
  columns: [
    {
      id: 'name',
      header: 'Condominio',
      width: 160,
      grow: 3,
      sort: true,
      fixed: true,
      cell: ({ name }) => <Clipped>{name}</Clipped>,
    },
    { id: 'subjects', header: 'Morosi', width: 64, align: 'right', cell: ({ subjects }) => subjects },
    ...ages<AccountArrears>(),
  ],
  filters,
  defaultSort: '-overdue',
  rowId: ({ account_id }) => String(account_id),
  rowName: ({ name }) => name,
  card: ({ name, subjects, overdue }) => ({
    title: name,
    subtitle: subjects === 1 ? 'un moroso' : `${subjects} morosi`,
    amount: overdue,
  }),
  amount: { of: ({ overdue }) => overdue, total: 'overdue' },
  summary,
  searches: 'Condominio, indirizzo',
}

export const subjectArrearsList: ListDefinition<SubjectArrears> = {
  source: listSource('arrears/subjects'),
  words: { one: 'moroso', many: 'morosi', feminine: false },
  columns: [
    {
      id: 'nominative',
      header: 'Condòmino',
      width: 160,
      grow: 3,
      sort: true,
      fixed: true,
      exports: ['nominative', 'accounts'],
      cell: ({ nominative, accounts }) => <TwoLineCell first={nominative} second={accounts} />,
    },
    { id: 'bills', header: 'Bollette', width: 64, align: 'right', cell: ({ bills }) => bills },
    ...ages<SubjectArrears>(),
  ],
  filters: [accountFilter, ...filters],
  defaultSort: '-overdue',
  rowId: ({ subject_id }) => String(subject_id),
  rowName: ({ nominative }) => nominative,
  card: ({ nominative, accounts, overdue }) => ({ title: nominative, subtitle: accounts, amount: overdue }),
  amount: { of: ({ overdue }) => overdue, total: 'overdue' },
  summary,
  searches: 'Nome, codice fiscale, e-mail',
}
