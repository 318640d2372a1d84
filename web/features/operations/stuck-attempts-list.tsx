import { formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { attemptStateWords } from '@saldo/domain/operations/attempt-words'
import { DataTransferBoth, HelpCircle } from 'iconoir-react'
import type { Reply } from '../../api.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { type State, state } from '../../ui/data/states.ts'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'

export type StuckAttempt = Reply<'GET /v1/stuck-attempts'>['items'][number]

export const attemptMethods: Record<string, string> = {
  CARD: 'Carta',
  KLARNA: 'Klarna',
  SEPA_DEBIT: 'Addebito SEPA',
}

/** Never as failed: nobody knows yet. */
export const attemptState = ({ state: of }: StuckAttempt): State =>
  of === 'processing'
    ? state('info', attemptStateWords(of), DataTransferBoth)
    : state('warning', attemptStateWords(of), HelpCircle)

/** Attempts to pay that have had no outcome for longer than their way to pay takes. */
export const stuckAttemptsList: ListDefinition<StuckAttempt> = {
  source: listSource('stuck-attempts'),
  words: { one: 'pagamento', many: 'pagamenti', feminine: false },
  columns: [
    {
      id: 'created_at',
      header: 'Dal',
      width: 140,
      sort: true,
      fixed: true,
      cell: ({ created_at }) => formatDateTime(created_at),
    },
    { id: 'payment_id', header: 'Transazione', width: 104, cell: ({ payment_id }) => `PG-${payment_id}` },
    {
      id: 'customer_name',
      header: 'Studio',
      width: 140,
      grow: 2,
      cell: ({ customer_name }) => <Clipped>{customer_name}</Clipped>,
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 140,
      grow: 2,
      yields: true,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    {
      id: 'method',
      header: 'Metodo',
      width: 110,
      yields: true,
      cell: ({ method }) => attemptMethods[method] ?? method,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 100,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} />,
    },
    { id: 'polls', header: 'Richieste', width: 84, align: 'right', yields: true, cell: ({ polls }) => polls },
    {
      id: 'state',
      header: 'Stato',
      width: 180,
      cell: (attempt) => <StateLabel state={attemptState(attempt)} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'method',
      label: 'Metodo',
      options: Object.entries(attemptMethods).map(([value, label]) => ({ value, label })),
    },
    { kind: 'dates', id: 'created_at', label: 'Dal' },
  ],
  defaultSort: 'created_at',
  rowId: ({ attempt_id }) => String(attempt_id),
  rowName: ({ payment_id, amount }) => `PG-${payment_id}, ${formatEuro(amount)}`,
  amount: { of: ({ amount }) => amount, total: 'amount' },
  summary: ({ amount = 0 }) => (amount === 0 ? '' : formatEuro(amount)),
  card: (attempt) => ({
    title: `PG-${attempt.payment_id}`,
    subtitle: `${attempt.customer_name}, ${attempt.account_name}`,
    amount: attempt.amount,
    state: <StateLabel state={attemptState(attempt)} />,
  }),
  searches: 'Numero della transazione',
}
