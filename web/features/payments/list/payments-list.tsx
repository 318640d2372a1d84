import { moneyParts, statesWithoutMoney } from '@saldo/domain/payments/payment'
import { paymentMethodLabels, paymentMethods } from '@saldo/domain/payments/payment-method'
import { providerAccountLabels } from '@saldo/domain/payments/provider-account'
import { accountFilter } from '../../../records/account-reference.ts'
import { subjectFilter } from '../../../records/subject-reference.ts'
import { listSource } from '../../../session/list-source.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { DateCell } from '../../../ui/data/DateCell.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { paymentProgress, paymentStates } from '../../../ui/data/states.ts'
import { TwoLineCell } from '../../../ui/data/TwoLineCell.tsx'
import type { Column, ListDefinition } from '../../../ui/grid/list.ts'
import { Method } from '../Method.tsx'
import type { Payment } from '../payment-query.ts'
import { dayOf, methodIcons, paymentNumber } from '../payment-words.ts'
import { PaymentSums, partLabels } from './PaymentSums.tsx'

export const paymentsList: ListDefinition<Payment> = {
  source: listSource('payments'),
  words: { one: 'transazione', many: 'transazioni', feminine: true },
  // The most important columns first: with a record open beside the list, the others need scrolling.
  columns: [
    {
      id: 'payment_id',
      header: 'Numero',
      width: 88,
      fixed: true,
      cell: ({ payment_id }) => paymentNumber(payment_id),
    },
    {
      id: 'created_at',
      header: 'Registrata il',
      width: 108,
      sort: true,
      cell: ({ created_at }) => <DateCell day={dayOf(created_at)} />,
    },
    {
      id: 'settled_at',
      header: 'Incassata il',
      width: 108,
      yields: true,
      cell: ({ settled_at }) => <DateCell day={settled_at && dayOf(settled_at)} />,
    },
    {
      id: 'subject_nominative',
      header: 'Intestatario',
      width: 150,
      grow: 3,
      sort: true,
      exports: ['subject_nominative', 'account_name'],
      cell: (payment) => <TwoLineCell first={payment.subject_nominative} second={payment.account_name} />,
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 160,
      grow: 2,
      sort: true,
      hidden: true,
      cell: ({ account_name }) => account_name,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 98,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'standing',
    },
    moneyColumn('gross', 'Lordo'),
    moneyColumn('given_back', 'Rimborsi'),
    moneyColumn('taken_back', 'Insoluti e contestazioni'),
    moneyColumn('fees', 'Commissioni'),
    moneyColumn('corrected', 'Rettifiche'),
    moneyColumn('net', 'Netto'),
    {
      id: 'state',
      header: 'Stato',
      width: 128,
      cell: ({ state }) => <StateLabel state={paymentStates[state]} />,
    },
    {
      id: 'method',
      header: 'Metodo',
      width: 188,
      grow: 1,
      cell: (payment) => <Method payment={payment} />,
    },
    { id: 'bill_number', header: 'Bolletta', width: 108, cell: ({ bill_number }) => bill_number },
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
      options: Object.entries(paymentStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    {
      kind: 'enum',
      id: 'method',
      label: 'Metodo',
      options: paymentMethods.map((value) => ({
        value,
        label: paymentMethodLabels[value],
        icon: methodIcons[value],
      })),
    },
    { kind: 'dates', id: 'created_at', label: 'Registrata' },
    { kind: 'dates', id: 'settled_at', label: 'Incassata' },
    { kind: 'dates', id: 'moved_on', label: 'Movimenti' },
    {
      kind: 'choice',
      id: 'money',
      label: 'Importi',
      options: moneyParts.map((value) => ({ value, label: partLabels[value] })),
    },
    accountFilter,
    subjectFilter,
    { kind: 'amounts', id: 'amount', label: 'Importo' },
  ],
  defaultSort: '-created_at',
  rowId: ({ payment_id }) => String(payment_id),
  rowName: ({ payment_id, subject_nominative }) => `${paymentNumber(payment_id)}, ${subject_nominative}`,
  card: (payment) => ({
    title: payment.subject_nominative,
    subtitle: `${payment.account_name} · ${payment.bill_number}`,
    amount: payment.amount,
    lines: linesOf(payment),
    state: <StateLabel state={paymentStates[payment.state]} />,
  }),
  amount: {
    of: ({ amount, state }) => (statesWithoutMoney.includes(state) ? 0 : amount),
    total: 'standing',
  },
  summary: (totals, filters) => <PaymentSums totals={totals} filters={filters} />,
  searches: 'Numero, persona, bolletta',
}

/**
 * The money that a transaction moved, within the filter *Movimenti* if it is set; the list's sums add these amounts.
 */
function moneyColumn(
  id: 'gross' | 'given_back' | 'taken_back' | 'fees' | 'corrected' | 'net',
  header: string,
): Column<Payment> {
  return {
    id,
    header,
    width: 108,
    align: 'right',
    hidden: true,
    cell: (payment) => <Amount cents={payment[id]} />,
    total: id,
  }
}

function linesOf({ amount, state }: Payment) {
  const lines = paymentProgress[state]
  return lines && { due: amount, received: lines === 'settled' ? amount : 0, state: lines }
}
