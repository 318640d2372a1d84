import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import type { Movement } from './transfer-words.ts'

/** The statement of one condominium's balance. */
export const statementList = (account_id: number): ListDefinition<Movement> => ({
  source: listSource('balance-movements', { account_id: String(account_id) }),
  words: { one: 'movimento', many: 'movimenti', feminine: false },
  columns: [
    {
      id: 'day',
      header: 'Data',
      width: 92,
      sort: true,
      fixed: true,
      cell: ({ day }) => formatDate(day),
    },
    { id: 'kind_label', header: 'Movimento', width: 140, cell: ({ kind_label }) => kind_label },
    {
      id: 'description',
      header: 'Descrizione',
      width: 220,
      grow: 3,
      yields: true,
      cell: ({ description }) => <Clipped>{description}</Clipped>,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 110,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} />,
    },
    {
      id: 'balance',
      header: 'Saldo',
      width: 110,
      align: 'right',
      cell: ({ balance }) => <Amount cents={balance} size="strong" />,
    },
  ],
  filters: [{ kind: 'dates', id: 'day', label: 'Data' }],
  defaultSort: 'day',
  rowId: ({ entry_id }) => String(entry_id),
  rowName: ({ description, amount }) => `${description}, ${formatEuro(amount)}`,
  summary: ({ opening, closing, money_in = 0, money_out = 0 }) =>
    opening === undefined || closing === undefined
      ? `entrate ${formatEuro(money_in)}, uscite ${formatEuro(money_out)}; saldo iniziale e finale solo senza testo cercato`
      : `saldo iniziale ${formatEuro(opening)}, finale ${formatEuro(closing)}`,
  card: (movement) => ({
    title: movement.description,
    subtitle: `${movement.kind_label}, ${formatDate(movement.day)}`,
    amount: movement.amount,
  }),
  searches: 'Descrizione',
})
