import { paymentTime } from '@saldo/domain/payments/payment-time'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { PaymentProgress } from '../../../ui/data/PaymentProgress.tsx'
import { Rows } from '../../../ui/data/Rows.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { paymentProgress, paymentStates } from '../../../ui/data/states.ts'
import { TwoLineCell } from '../../../ui/data/TwoLineCell.tsx'
import links from '../../../ui/layout/Links.module.css'
import type { Payment } from '../payment-query.ts'
import { shownMethod } from '../payment-words.ts'

/** Whose payments they are, which the rows then leave out. */
type Whose = 'everyone' | 'account' | 'subject'

/** A few payments: person or bill, card, amount, state. */
export function PaymentRows({ payments, of = 'everyone' }: { payments: readonly Payment[]; of?: Whose }) {
  return (
    <Rows
      label="Ultimi pagamenti"
      none="Nessun pagamento, per ora."
      rows={payments.map((payment) => {
        const lines = paymentProgress[payment.state]
        return {
          id: payment.payment_id,
          name: <TwoLineCell first={nameOf(payment, of)} second={detailOf(payment, of)} />,
          when: paymentTime(payment.method, payment.settled_at ?? payment.created_at),
          amount: <Amount cents={payment.amount} size="strong" />,
          lines: lines && <PaymentProgress due={payment.amount} received={payment.amount} state={lines} />,
          state: <StateLabel state={paymentStates[payment.state]} />,
        }
      })}
    />
  )
}

function nameOf(payment: Payment, of: Whose) {
  return (
    <Link {...paths.paymentPage(payment.payment_id)} className={links.name}>
      {of === 'subject' ? payment.bill_number : payment.subject_nominative}
    </Link>
  )
}

function detailOf(payment: Payment, of: Whose) {
  const method = shownMethod(payment)
  if (of === 'everyone') return `${payment.account_name} · ${method}`
  return method
}
