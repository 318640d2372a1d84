import { cashAccounts, ledgerAccountLabels } from '@saldo/domain/accounting/accounting'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { registeredLate } from '../../ui/data/states.ts'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import type { RegisterRow } from './books-query.ts'
import { entryCell } from './EntryCell.tsx'

/** The accounting register of one condominium, the newest movement first. */
export const registerList = (account_id: number): ListDefinition<RegisterRow> => ({
  source: listSource('books/register', { account_id: String(account_id) }),
  words: { one: 'movimento', many: 'movimenti', feminine: false },
  columns: [
    { id: 'number', header: 'N.', width: 56, fixed: true, align: 'right', cell: ({ number }) => number },
    { id: 'day', header: 'Data', width: 108, sort: true, cell: ({ day }) => <DateCell day={day} /> },
    {
      id: 'description',
      header: 'Movimento',
      width: 210,
      grow: 3,
      exports: ['kind', 'description'],
      cell: entryCell,
    },
    { id: 'who', header: 'Condòmino', width: 150, grow: 2, cell: ({ who }) => <Clipped>{who}</Clipped> },
    {
      id: 'money_in',
      header: 'Entrate',
      width: 112,
      align: 'right',
      sort: 'amount',
      cell: ({ money_in }) => money_in > 0 && <Amount cents={money_in} />,
      total: 'money_in',
    },
    {
      id: 'money_out',
      header: 'Uscite',
      width: 112,
      align: 'right',
      cell: ({ money_out }) => money_out > 0 && <Amount cents={money_out} />,
      total: 'money_out',
    },
    {
      id: 'balance',
      header: 'Saldo',
      width: 116,
      align: 'right',
      cell: ({ balance }) => <Amount cents={balance} size="strong" />,
      total: 'closing',
    },
    {
      id: 'registered_on',
      header: 'Registrato il',
      width: 136,
      exports: ['registered_on', 'late'],
      cell: ({ registered_on, late }) => (
        <TwoLineCell
          first={formatDate(registered_on)}
          second={late && <StateLabel state={registeredLate} />}
        />
      ),
    },
  ],
  filters: [
    { kind: 'dates', id: 'day', label: 'Periodo' },
    {
      kind: 'choice',
      id: 'cash',
      label: 'Dove',
      options: cashAccounts.map((value) => ({ value, label: ledgerAccountLabels[value] })),
    },
    {
      kind: 'choice',
      id: 'direction',
      label: 'Verso',
      options: [
        { value: 'in', label: 'Entrate' },
        { value: 'out', label: 'Uscite' },
      ],
    },
    {
      kind: 'choice',
      id: 'late',
      label: 'Registrazione',
      options: [
        { value: 'true', label: 'Oltre 30 giorni' },
        { value: 'false', label: 'Entro 30 giorni' },
      ],
    },
    { kind: 'amounts', id: 'amount', label: 'Importo' },
  ],
  defaultSort: '-day',
  rowId: ({ entry_id }) => String(entry_id),
  rowName: ({ number, description }) => `Movimento ${number}, ${description}`,
  card: ({ day, description, who, money_in, money_out, late }) => ({
    title: description,
    subtitle: [formatDate(day), who].filter(Boolean).join(' · '),
    amount: money_in - money_out,
    state: late && <StateLabel state={registeredLate} />,
  }),
  summary: ({ opening = 0, money_in = 0, money_out = 0, closing = 0, late = 0 }) =>
    [
      `saldo iniziale ${formatEuro(opening)}`,
      `entrate ${formatEuro(money_in)}`,
      `uscite ${formatEuro(money_out)}`,
      `saldo finale ${formatEuro(closing)}`,
      ...(late > 0 ? [`${late} oltre i 30 giorni`] : []),
    ].join(', '),
  searches: 'Movimento, condòmino',
})
