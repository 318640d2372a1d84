import { formatDateTime } from '@saldo/domain/dates'
import { reversalReasons } from '@saldo/domain/payments/reversal'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import links from '../../../ui/layout/Links.module.css'
import type { PaymentDetail } from '../payment-query.ts'
import { paymentNumber } from '../payment-words.ts'
import styles from './ReversalNote.module.css'

/** That a registration was reversed, why, and what was registered in its place; or in whose place it stands. */
export function ReversalNote({
  payment: { reversal, replaces },
}: {
  payment: Pick<PaymentDetail, 'reversal' | 'replaces'>
}) {
  if (!reversal && replaces === null) return null
  return (
    <p className={styles.note}>
      {reversal && (
        <>
          Stornato da {reversal.actor} il {formatDateTime(reversal.at)}:{' '}
          {reversalReasons[reversal.reason].toLowerCase()}.{reversal.note && ` ${reversal.note}`}{' '}
          {reversal.replaced_by !== null && <>Al suo posto c’è {linkTo(reversal.replaced_by)}. </>}
        </>
      )}
      {replaces !== null && <>Registrato al posto di {linkTo(replaces)}, stornato.</>}
    </p>
  )
}

const linkTo = (payment_id: number) => (
  <Link {...paths.paymentPage(payment_id)} className={links.link}>
    {paymentNumber(payment_id)}
  </Link>
)
