import { formatEuro } from '@saldo/domain/money'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { Column, ListDefinition } from '../../ui/grid/list.ts'
import type { CashRow } from './books-query.ts'

type Figure = 'bank' | 'provider' | 'connected' | 'in_transit' | 'disputed' | 'credits' | 'debt'

/** Hides zeros, so that other amounts stand out. */
const figure = (id: Figure, header: string, width = 108, sparse = false): Column<CashRow> => ({
  id,
  header,
  width,
  align: 'right',
  sort: true,
  cell: (row) => row[id] !== 0 && <Amount cents={row[id]} />,
  total: id,
  sparse,
})

export const cashList: ListDefinition<CashRow> = {
  source: listSource('books/cash'),
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
    {
      id: 'total',
      header: 'Totale',
      width: 124,
      align: 'right',
      sort: true,
      cell: ({ total }) => <Amount cents={total} size="strong" />,
      total: 'total',
    },
    figure('bank', 'In banca'),
    figure('provider', 'Presso il provider', 124),
    figure('connected', 'Account incassi', 108, true),
    figure('in_transit', 'In transito', 108, true),
    figure('disputed', 'Contestate', 100, true),
    figure('credits', 'Crediti', 96, true),
    figure('debt', 'Da rendere', 96, true),
    {
      id: 'closed_to',
      header: 'Chiusi fino al',
      width: 104,
      cell: ({ closed_to }) => <DateCell day={closed_to} />,
    },
  ],
  filters: [
    { kind: 'day', id: 'day', label: 'Alla fine del giorno' },
    { kind: 'amounts', id: 'total', label: 'Totale' },
  ],
  defaultSort: 'name',
  rowId: ({ account_id }) => String(account_id),
  rowName: ({ name }) => name,
  card: ({ name, total, bank }) => ({
    title: name,
    subtitle: `in banca ${formatEuro(bank)}`,
    amount: total,
  }),
  amount: { of: ({ total }) => total, total: 'total' },
  summary: ({ bank = 0, provider = 0, connected = 0, in_transit = 0, disputed = 0, credits = 0, debt = 0 }) =>
    [
      `in banca ${formatEuro(bank)}`,
      `presso il provider ${formatEuro(provider + connected)}`,
      ...(in_transit === 0 ? [] : [`in transito ${formatEuro(in_transit)}`]),
      ...(disputed === 0 ? [] : [`contestate ${formatEuro(disputed)}`]),
      ...(credits === 0 ? [] : [`crediti dei condòmini ${formatEuro(credits)}`]),
      ...(debt === 0 ? [] : [`da rendere a Saldo ${formatEuro(debt)}`]),
    ].join(', '),
  searches: 'Condominio, indirizzo',
}
