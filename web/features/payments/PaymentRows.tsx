import { formatDateTime } from '@saldo/domain/dates'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/Amount.tsx'
import links from '../../ui/Links.module.css'
import { Rows } from '../../ui/Rows.tsx'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { paymentLines, paymentStates } from '../../ui/states.ts'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { TwoRows } from '../../ui/TwoRows.tsx'
import type { Payment } from './payment-query.ts'
import { shownMethod } from './payment-words.ts'

/**
 * A handful of payments. `linked`: whoever looks may open them; `ofAccount`: all of one condominium, which
 * need not be said again.
 */
export function PaymentRows({
  payments,
  linked = true,
  ofAccount = false,
}: {
  payments: readonly Payment[]
  linked?: boolean
  ofAccount?: boolean
}) {
  return (
    <Rows
      label="Ultimi pagamenti"
      none="Nessun pagamento, per ora."
      rows={payments.map((payment) => {
        const lines = paymentLines[payment.state]
        return {
          id: payment.payment_id,
          name: (
            <TwoRows
              first={
                linked ? (
                  <Link {...paths.paymentPage(payment.payment_id)} className={links.name}>
                    {payment.subject_nominative}
                  </Link>
                ) : (
                  payment.account_name
                )
              }
              second={[
                !ofAccount && (linked ? payment.account_name : payment.bill_number),
                shownMethod(payment),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          ),
          when: formatDateTime(payment.created_at),
          amount: <Amount cents={payment.amount} size="strong" />,
          lines: lines && <TwoLines due={payment.amount} received={payment.amount} state={lines} />,
          state: <StateLabel state={paymentStates[payment.state]} />,
        }
      })}
    />
  )
}
