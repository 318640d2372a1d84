import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Bank } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { accountFilter } from '../../records/account-reference.ts'
import { subjectFilter } from '../../records/subject-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { dayOf } from '../payments/payment-words.ts'
import { OtherViews } from '../transfers/TransferViews.tsx'
import type { CreditRefund } from './credit-query.ts'
import { refundStates } from './refund-states.ts'

const OrderDialog = lazyWithRetry(() => import('./OrderDialog.tsx'))
const RefundActsDialog = lazyWithRetry(() => import('./RefundActsDialog.tsx'))

const refundsList: ListDefinition<CreditRefund> = {
  source: listSource('credit-refunds'),
  words: { one: 'restituzione', many: 'restituzioni', feminine: true },
  columns: [
    {
      id: 'created_at',
      header: 'Chiesta',
      width: 108,
      sort: true,
      fixed: true,
      cell: ({ created_at }) => <DateCell day={dayOf(created_at)} />,
    },
    {
      id: 'who',
      header: 'Condòmino',
      width: 170,
      grow: 2,
      exports: ['who', 'end_to_end_id'],
      cell: ({ who, iban }) => <TwoLineCell first={who} second={iban} />,
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 160,
      grow: 2,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 112,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'amount',
    },
    {
      id: 'executed_on',
      header: 'Bonifico',
      width: 150,
      exports: ['execute_on', 'executed_on'],
      cell: ({ execute_on, executed_on }) =>
        executed_on
          ? `eseguito ${formatDate(executed_on)}`
          : execute_on && `previsto ${formatDate(execute_on)}`,
    },
    {
      id: 'state',
      header: 'Stato',
      width: 180,
      cell: ({ state }) => <StateLabel state={refundStates[state]} />,
    },
    {
      id: 'actor',
      header: 'Da',
      width: 120,
      grow: 1,
      exports: ['actor', 'text'],
      cell: ({ actor }) => <Clipped>{actor}</Clipped>,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(refundStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    accountFilter,
    subjectFilter,
  ],
  defaultSort: '-created_at',
  rowId: ({ credit_refund_id }) => String(credit_refund_id),
  rowName: ({ who, amount }) => `${who}, ${formatEuro(amount)}`,
  card: (refund) => ({
    title: refund.who,
    subtitle: refund.account_name,
    amount: refund.amount,
    state: <StateLabel state={refundStates[refund.state]} />,
  }),
  summary: ({ amount = 0 }) => formatEuro(amount),
  searches: 'Condòmino',
}

/** Credits that are given back: what waits for a file, what is at the bank, and what became of it. */
export function CreditRefundsPage() {
  const mayOrder = usePermission('payments:write')
  const [ordering, setOrdering] = useState<number[] | null>(null)
  const [open, setOpen] = useState<CreditRefund | null>(null)
  return (
    <>
      <title>Restituzioni · Saldo</title>
      <DataGrid
        list={refundsList}
        title="Restituzioni di crediti"
        views={<OtherViews />}
        bulkActions={
          mayOrder
            ? [
                {
                  id: 'order',
                  label: 'Prepara il file per la banca',
                  icon: Bank,
                  run: ({ ids }) => void ids().then((all) => setOrdering(all.map(Number))),
                },
              ]
            : []
        }
        empty={
          <EmptyState title="Nessuna restituzione">
            Dai «Crediti» scegli che cosa restituire; qui prepari il file per la banca (pain.001) e vedi com’è
            andata.
          </EmptyState>
        }
        onOpen={setOpen}
      />
      <Suspense fallback={null}>
        {ordering && <OrderDialog ids={ordering} onClose={() => setOrdering(null)} />}
        {open && <RefundActsDialog refund={open} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
