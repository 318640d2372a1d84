import { today } from '@saldo/domain/dates'
import { paymentTime } from '@saldo/domain/payments/payment-time'
import type { Reply } from '../../../api.ts'
import { billHash, ownBillHash, resultHash } from '../../../public/public-page.ts'
import { listSource } from '../../../session/list-source.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { paymentStates } from '../../../ui/data/states.ts'
import { TwoLineCell } from '../../../ui/data/TwoLineCell.tsx'
import type { ListDefinition } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx'
import { shownMethod } from '../../payments/payment-words.ts'
import { StatementButton } from './StatementButton.tsx'

export type MyPayment = Reply<'GET /v1/mypayments'>['items'][number]

type Leads = Pick<
  MyPayment,
  'state' | 'payable' | 'receipt_number' | 'result_token' | 'bill_id' | 'bill_token'
>

/** What a line leads to: the receipt; after a failure the bill, to try again; else how the payment stands. */
export function nextOf({ state, payable, receipt_number, result_token, bill_id, bill_token }: Leads) {
  if (state === 'failed' || state === 'cancelled')
    return payable > 0
      ? { label: 'Riprova', href: ownBillHash(bill_id) }
      : { label: 'Bolletta', href: billHash(bill_token) }
  return { label: receipt_number ? 'Ricevuta' : 'Come va', href: resultHash(result_token) }
}

/** The year in whose statement a payment stands: of the day on which it arrived, or was begun. */
export const yearOf = ({ settled_at, created_at }: Pick<MyPayment, 'settled_at' | 'created_at'>) =>
  today(new Date(settled_at ?? created_at)).slice(0, 4)

export const myPaymentsList: ListDefinition<MyPayment> = {
  // The noun of the live updates: a payment that is settled shows at once.
  source: { ...listSource('mypayments'), noun: 'payments' },
  words: { one: 'pagamento', many: 'pagamenti', feminine: false },
  columns: [
    {
      id: 'account_name',
      header: 'Condominio',
      width: 170,
      grow: 2,
      sort: true,
      fixed: true,
      exports: ['account_name', 'bill_number'],
      cell: (payment) => (
        <TwoLineCell
          first={payment.account_name}
          second={`${payment.bill_number} · ${payment.description}`}
        />
      ),
    },
    {
      id: 'created_at',
      header: 'Quando',
      width: 108,
      sort: true,
      exports: ['created_at', 'settled_at'],
      cell: ({ method, settled_at, created_at }) => paymentTime(method, settled_at ?? created_at),
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 96,
      align: 'right',
      sort: true,
      exports: ['amount', 'refunded'],
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'amount',
    },
    {
      id: 'state',
      header: 'Stato',
      width: 124,
      cell: ({ state }) => <StateLabel state={paymentStates[state]} />,
    },
    {
      id: 'method',
      header: 'Metodo',
      width: 140,
      grow: 1,
      hidden: true,
      cell: (payment) => shownMethod(payment),
    },
    {
      id: 'receipt_number',
      header: 'Apri',
      width: 84,
      fixed: true,
      cell: (payment) => {
        const { label, href } = nextOf(payment)
        return (
          <a className={links.link} href={href}>
            {label}
            <VisuallyHidden>
              {' '}
              {payment.account_name}, {payment.bill_number}
            </VisuallyHidden>
          </a>
        )
      },
    },
    {
      id: 'statement',
      header: 'Estratto',
      width: 84,
      exports: [],
      cell: (payment) => (
        <StatementButton of={payment} year={yearOf(payment)}>
          PDF {yearOf(payment)}
        </StatementButton>
      ),
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(paymentStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    { kind: 'dates', id: 'created_at', label: 'Periodo' },
  ],
  defaultSort: '-created_at',
  rowId: ({ payment_id }) => String(payment_id),
  rowName: ({ account_name, bill_number }) => `${account_name}, ${bill_number}`,
  card: (payment) => ({
    title: payment.account_name,
    subtitle: `${payment.bill_number} · ${nextOf(payment).label.toLowerCase()}`,
    amount: payment.amount,
    state: <StateLabel state={paymentStates[payment.state]} />,
  }),
  searches: 'Condominio, bolletta',
}
