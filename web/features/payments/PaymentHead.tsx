import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { paymentStates } from '../../ui/data/states.ts'
import links from '../../ui/layout/Links.module.css'
import styles from './PaymentHead.module.css'
import type { Payment } from './payment-query.ts'
import { explanation, verbOf, whenOf } from './payment-words.ts'
import { refundableWords } from './refundable-until.ts'

/** Amount, with a double line once received; state; what the payer did, and what it means. */
export function PaymentHead({ payment }: { payment: Payment }) {
  const why = refundableWords(payment) ?? explanation(payment)
  return (
    <div>
      <div className={styles.head}>
        <Amount
          cents={payment.amount}
          size="page"
          total={payment.state === 'succeeded' ? 'closed' : 'open'}
        />
        <StateLabel state={paymentStates[payment.state]} tinted />
      </div>
      <p className={styles.sentence}>
        {payment.subject_nominative} {verbOf(payment)}{' '}
        <Link {...paths.bill(payment.bill_id)} className={links.link}>
          {payment.bill_number}
        </Link>{' '}
        di{' '}
        <Link {...paths.account(payment.account_id)} className={links.link}>
          {payment.account_name}
        </Link>
        <span className={styles.when}>{whenOf(payment)}</span>
      </p>
      {why && <p className={styles.why}>{why}</p>}
    </div>
  )
}
