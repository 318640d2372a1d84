import { formatEuro } from '@saldo/domain/money'
import { payoutLineClasses, payoutLineLabels } from '@saldo/domain/payments/payout'
import { accountFilter } from '../../records/account-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import type { PayoutLine } from './payout-query.ts'

const titleOf = ({ class: of, who }: PayoutLine) => who ?? payoutLineLabels[of]

/** Lines of a payout. */
export const payoutLinesList = (payout_id: number): ListDefinition<PayoutLine> => ({
  source: listSource('payouts/lines', { payout_id: String(payout_id) }),
  words: { one: 'movimento', many: 'movimenti', feminine: false },
  columns: [
    {
      id: 'day',
      header: 'Data',
      width: 100,
      sort: true,
      fixed: true,
      cell: ({ day }) => <DateCell day={day} />,
    },
    {
      id: 'class',
      header: 'Movimento',
      width: 170,
      grow: 1,
      cell: ({ class: of }) => <Clipped>{payoutLineLabels[of]}</Clipped>,
    },
    {
      id: 'who',
      header: 'Condòmino',
      width: 180,
      grow: 3,
      exports: ['who', 'account_name'],
      cell: ({ who, account_name }) => <TwoLineCell first={who} second={account_name} />,
    },
    {
      id: 'payment_id',
      header: 'Pagamento',
      width: 110,
      exports: ['payment_id', 'bill_number'],
      cell: ({ payment_id, bill_number }) =>
        payment_id && <TwoLineCell first={`PG-${payment_id}`} second={bill_number} />,
    },
    {
      id: 'amount',
      header: 'Lordo',
      width: 108,
      align: 'right',
      cell: ({ amount }) => <Amount cents={amount} />,
      total: 'amount',
    },
    {
      id: 'fee',
      header: 'Commissioni',
      width: 108,
      align: 'right',
      cell: ({ fee }) => fee !== 0 && <Amount cents={-fee} />,
    },
    {
      id: 'net',
      header: 'Netto',
      width: 108,
      align: 'right',
      sort: true,
      cell: ({ net }) => <Amount cents={net} size="strong" />,
      total: 'net',
    },
    {
      id: 'movement_id',
      header: 'Identificativo',
      width: 190,
      hidden: true,
      cell: ({ movement_id }) => <Clipped>{movement_id}</Clipped>,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'class',
      label: 'Movimento',
      options: payoutLineClasses.map((value) => ({ value, label: payoutLineLabels[value] })),
    },
    accountFilter,
  ],
  defaultSort: 'day',
  rowId: ({ line_id }) => String(line_id),
  rowName: (line) => `${titleOf(line)}, ${formatEuro(line.net)}`,
  card: (line) => ({
    title: titleOf(line),
    subtitle: [payoutLineLabels[line.class], line.account_name].filter(Boolean).join(' · '),
    amount: line.net,
  }),
  summary: ({ amount = 0, fee = 0, net = 0 }) =>
    `lordo ${formatEuro(amount)}, commissioni ${formatEuro(-fee)}, netto ${formatEuro(net)}`,
  searches: 'Numero di bolletta',
})
