import { formatDate } from '@saldo/domain/dates'
import { isOutsideProvider, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { paymentTime } from '@saldo/domain/payments/payment-time'
import { providerAccountLabels } from '@saldo/domain/payments/provider-account'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session/queries.ts'
import links from '../../ui/layout/Links.module.css'
import { type Payout, payoutsOfPaymentQuery } from '../payouts/payout-query.ts'
import styles from './PaymentChain.module.css'
import type { PaymentDetail } from './payment-query.ts'
import { dayOf, paymentNumber } from './payment-words.ts'
import { payoutStep } from './payout-step.ts'

type Step = { name: string; what: ReactNode; note: string; done: boolean }

/** The steps from the bill to the bank, as far as the money has come; missing steps are dashed. */
export function PaymentChain({ payment }: { payment: PaymentDetail }) {
  const { data: user } = useQuery(meQuery)
  const payouts = useQuery({
    ...payoutsOfPaymentQuery(payment.payment_id),
    enabled: user?.sees_some === false && !isOutsideProvider(payment),
  })
  return (
    <ol className={styles.chain} aria-label="Il percorso del denaro">
      {[...stepsOf(payment), lastStep(payment, payouts, user?.sees_some === true)].map(
        ({ name, what, note, done }) => (
          <li key={name} data-done={done || undefined}>
            <span className={styles.name}>{name}</span>
            <strong className={styles.what}>{what}</strong>
            <span className={styles.name}>{note}</span>
          </li>
        ),
      )}
    </ol>
  )
}

function stepsOf(payment: PaymentDetail): Step[] {
  const attempt = payment.attempts.at(-1)
  const id = attempt?.provider_charge ?? attempt?.provider_object
  const reversed = payment.state === 'reversed'
  const collected = payment.settled_at !== null && !reversed
  const byHand = isOutsideProvider(payment)
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
  ]
}

/** The bank account of the condominium: by the payout that carries the payment, or by the movement that the bank told. */
function lastStep(
  payment: PaymentDetail,
  payouts: UseQueryResult<{ items: Payout[] }>,
  hidden: boolean,
): Step {
  const { movement } = payment
  const name = isOutsideProvider(payment) ? 'Conto' : 'Accredito'
  if (payment.state === 'reversed') return { name, what: '–', note: 'non è mai arrivato', done: false }
  const banked = payment.ledger.find(({ lines }) =>
    lines.some(({ ledger_account, debit }) => ledger_account === 'bank' && debit > 0),
  )
  if (banked)
    return {
      name,
      what: movement ? (
        <Link {...paths.transfer(movement.movement_id)} className={links.name}>
          Movimento del {formatDate(movement.booked_on)}
        </Link>
      ) : (
        formatDate(dayOf(banked.at))
      ),
      note: 'sul conto del condominio',
      done: true,
    }
  const isAtProvider = !isOutsideProvider(payment) && payment.settled_at !== null
  if (!isAtProvider) return { name, what: '–', note: 'non ancora sul conto', done: false }
  if (hidden) return { name, what: '–', note: 'non visibile a te', done: false }
  if (payouts.isError) return { name, what: '–', note: 'non verificato', done: false }
  if (!payouts.data) return { name, what: '…', note: '', done: false }
  const { payout, note, done } = payoutStep(payment, payouts.data.items)
  const what = payout ? (
    <Link {...paths.payout(payout.payout_id)} className={links.name}>
      {formatDate(payout.arrives_on)}
    </Link>
  ) : (
    '–'
  )
  return { name, what, note, done }
}

/** `ch_3Q…x7Kd` */
const shortened = (id: string) => (id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id)
