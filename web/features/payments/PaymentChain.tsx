import { formatDate } from '@saldo/domain/dates'
import { isOutsideProvider, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { paymentTime } from '@saldo/domain/payments/payment-time'
import { providerAccountLabels } from '@saldo/domain/payments/provider-account'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import links from '../../ui/layout/Links.module.css'
import styles from './PaymentChain.module.css'
import type { PaymentDetail } from './payment-query.ts'
import { dayOf, paymentNumber } from './payment-words.ts'

type Step = { name: string; what: ReactNode; note: string; done: boolean }

/** The steps from the bill to the bank, as far as the money has come; missing steps are dashed. */
export function PaymentChain({ payment }: { payment: PaymentDetail }) {
  return (
    <ol className={styles.chain} aria-label="Il percorso del denaro">
      {stepsOf(payment).map(({ name, what, note, done }) => (
        <li key={name} data-done={done || undefined}>
          <span className={styles.name}>{name}</span>
          <strong className={styles.what}>{what}</strong>
          <span className={styles.name}>{note}</span>
        </li>
      ))}
    </ol>
  )
}

function stepsOf(payment: PaymentDetail): Step[] {
  const attempt = payment.attempts.at(-1)
  const id = attempt?.provider_charge ?? attempt?.provider_object
  const reversed = payment.state === 'reversed'
  const collected = payment.settled_at !== null && !reversed
  const banked = reversed
    ? undefined
    : payment.ledger.find(({ lines }) =>
        lines.some(({ ledger_account, debit }) => ledger_account === 'bank' && debit > 0),
      )
  const byHand = isOutsideProvider(payment)
  const { movement } = payment
  return [
    {
      name: 'Bolletta',
      what: (
        <Link {...paths.bill(payment.bill_id)} className={links.name}>
          {payment.bill_number}
        </Link>
      ),
      note: payment.subject_nominative,
      done: true,
    },
    {
      name: 'Pagamento',
      what: paymentNumber(payment.payment_id),
      note: `${paymentMethodLabels[payment.method]}, ${paymentTime(payment.method, payment.settled_at ?? payment.created_at)}`,
      done: true,
    },
    ...(byHand
      ? []
      : [
          {
            name: 'Provider',
            what: id ? shortened(id) : '–',
            note:
              id && payment.provider_account
                ? providerAccountLabels[payment.provider_account]
                : 'non ancora chiesto',
            done: Boolean(id),
          },
        ]),
    {
      name: 'Incasso',
      what: payment.settled_at ? formatDate(dayOf(payment.settled_at)) : '–',
      note: collected
        ? `${payment.ledger.length === 1 ? '1 scrittura' : `${payment.ledger.length} scritture`}`
        : reversed
          ? 'stornato'
          : 'non incassato',
      done: collected,
    },
    {
      name: byHand ? 'Conto' : 'Accredito',
      what: movement ? (
        <Link {...paths.transfer(movement.movement_id)} className={links.name}>
          Movimento del {formatDate(movement.booked_on)}
        </Link>
      ) : banked ? (
        formatDate(dayOf(banked.at))
      ) : (
        '–'
      ),
      note: banked ? 'sul conto del condominio' : reversed ? 'non è mai arrivato' : 'non ancora sul conto',
      done: Boolean(banked),
    },
  ]
}

/** `ch_3Q…x7Kd` */
const shortened = (id: string) => (id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id)
