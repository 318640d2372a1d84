import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { providerAccountLabels } from '@saldo/domain/payments/provider-account'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { OverdueAmount } from '../../ui/data/OverdueAmount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import type { Payout } from './payout-query.ts'
import { payoutMatches, payoutStates } from './payout-states.ts'

export const matchOf = ({ explained }: Pick<Payout, 'explained'>) =>
  explained ? payoutMatches.explained : payoutMatches.unexplained

export const payoutsList: ListDefinition<Payout> = {
  source: listSource('payouts'),
  words: { one: 'accredito', many: 'accrediti', feminine: false },
  columns: [
    {
      id: 'arrives_on',
      header: 'In banca il',
      width: 104,
      sort: true,
      fixed: true,
      cell: ({ arrives_on }) => <DateCell day={arrives_on} />,
    },
    {
      id: 'made_on',
      header: 'Disposto il',
      width: 104,
      sort: true,
      cell: ({ made_on }) => <DateCell day={made_on} />,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 116,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'amount',
    },
    {
      id: 'matched',
      header: 'Riconosciuto',
      width: 116,
      align: 'right',
      hidden: true,
      cell: ({ matched }) => <Amount cents={matched} />,
      total: 'matched',
    },
    {
      id: 'unmatched',
      header: 'Da riconoscere',
      width: 120,
      align: 'right',
      cell: ({ unmatched }) => <OverdueAmount cents={unmatched} />,
      total: 'unmatched',
      sparse: true,
    },
    { id: 'lines', header: 'Movimenti', width: 90, align: 'right', cell: ({ lines }) => lines },
    {
      id: 'state',
      header: 'Stato',
      width: 140,
      cell: ({ state }) => <StateLabel state={payoutStates[state]} />,
    },
    {
      id: 'explained',
      header: 'Abbinamento',
      width: 150,
      exports: [],
      cell: (payout) => <StateLabel state={matchOf(payout)} />,
    },
    {
      id: 'destination',
      header: 'Da',
      width: 150,
      grow: 1,
      hidden: true,
      cell: ({ destination }) => (
        <Clipped>{destination ? `Account incassi ${destination}` : 'Saldo'}</Clipped>
      ),
    },
    {
      id: 'provider_object',
      header: 'Identificativo',
      width: 190,
      grow: 1,
      cell: ({ provider_object }) => <Clipped>{provider_object}</Clipped>,
    },
    {
      id: 'provider_account',
      header: 'Conto provider',
      width: 112,
      hidden: true,
      cell: ({ provider_account }) => provider_account && providerAccountLabels[provider_account],
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(payoutStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    {
      kind: 'choice',
      id: 'matching',
      label: 'Abbinamento',
      options: Object.entries(payoutMatches).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    { kind: 'dates', id: 'arrives_on', label: 'In banca' },
    { kind: 'amounts', id: 'amount', label: 'Importo' },
  ],
  defaultSort: '-arrives_on',
  rowId: ({ payout_id }) => String(payout_id),
  rowName: ({ arrives_on, amount }) => `Accredito del ${formatDate(arrives_on)}, ${formatEuro(amount)}`,
  card: (payout) => ({
    title: `In banca il ${formatDate(payout.arrives_on)}`,
    subtitle: payout.explained ? payout.provider_object : `${formatEuro(payout.unmatched)} da riconoscere`,
    amount: payout.amount,
    state: <StateLabel state={payout.explained ? payoutStates[payout.state] : matchOf(payout)} />,
  }),
  amount: { of: ({ amount }) => amount, total: 'amount' },
  summary: ({ amount = 0, unmatched = 0 }) =>
    [formatEuro(amount), ...(unmatched === 0 ? [] : [`da riconoscere ${formatEuro(unmatched)}`])].join(', '),
  searches: 'Identificativo po_…',
}
