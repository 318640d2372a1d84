import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { refundReasons } from '@saldo/domain/payments/refund'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { type Refund, refundStates } from './money-back-states.ts'
import styles from './PaymentRefunds.module.css'

/** Refunds of the payment, including failed ones. */
export function PaymentRefunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <ul className={styles.refunds}>
      {refunds.map((refund) => (
        <li key={refund.refund_id} className={styles.refund}>
          <strong>
            <Amount cents={refund.amount} />
          </strong>
          <span className={styles.state}>
            <StateLabel state={refundStates[refund.state]} />
          </span>
          <span className={styles.dim}>
            {refundReasons[refund.reason]} · {refund.actor}, {formatDateTime(refund.created_at)}
          </span>
          {refund.failure_reason && <span className={styles.why}>{refund.failure_reason}</span>}
          {refund.state === 'unknown' && (
            <span className={styles.dim}>Il provider non ha ancora risposto: non ripeterlo.</span>
          )}
          {refund.returned_on && (
            <span className={styles.dim}>
              Con bonifico il {formatDate(refund.returned_on)}
              {refund.reference && `, ${refund.reference}`}
            </span>
          )}
          {refund.note && <span className={styles.note}>{refund.note}</span>}
          {refund.provider_object && (
            <span className={styles.dim}>
              {refund.provider_object}{' '}
              <CopyButton text={refund.provider_object} what="l’identificativo del rimborso" />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
