import { formatDate } from '@saldo/domain/dates'
import { noticeKindLabels } from '@saldo/domain/payments/notice'
import { paymentTime } from '@saldo/domain/payments/payment-time'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { paymentStates } from '../../ui/data/states.ts'
import links from '../../ui/layout/Links.module.css'
import { noticeStateOf } from '../notices/notice-words.ts'
import { useOpenNotice } from '../notices/useOpenNotice.ts'
import { shownMethod } from '../payments/payment-words.ts'
import { refundableWords } from '../payments/refundable-until.ts'
import styles from './BillPayments.module.css'
import type { BillDetail } from './bill-query.ts'

/** The notice by which the bill may still be paid at the bank, then payments and attempts with their result. */
export function BillPayments({ bill }: { bill: Pick<BillDetail, 'bill_id' | 'payments' | 'phase'> }) {
  const { payments } = bill
  const notice = useOpenNotice(bill)
  if (payments.length === 0 && !notice) return <p className={styles.none}>Nessun pagamento, per ora.</p>
  return (
    <ul className={styles.payments}>
      {notice && (
        <li className={styles.payment}>
          <Link {...paths.notice(notice.notice_id)} className={links.name}>
            {noticeKindLabels[notice.kind]} {notice.creditor_number}
          </Link>
          <span className={styles.state}>
            <Amount cents={notice.amount} />
          </span>
          <span className={styles.when}>scade il {formatDate(notice.due_on)}</span>
          <span className={styles.state}>
            <StateLabel state={noticeStateOf[notice.state]} />
          </span>
        </li>
      )}
      {payments.map((payment) => (
        <li key={payment.payment_id} className={styles.payment}>
          <Link {...paths.paymentPage(payment.payment_id)} className={links.name}>
            {shownMethod(payment)}
          </Link>
          <span className={styles.state}>
            <Amount cents={payment.amount} />
          </span>
          <span className={styles.when}>
            {paymentTime(payment.method, payment.settled_at ?? payment.created_at)}
          </span>
          <span className={styles.state}>
            <StateLabel state={paymentStates[payment.state]} />
          </span>
          <RefundNote payment={payment} />
          {payment.state === 'failed' && payment.failure_reason && (
            <span className={styles.reason}>{payment.failure_reason}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A collected debit may still come back: said here too, where the bill looks closed. */
function RefundNote({ payment }: { payment: BillDetail['payments'][number] }) {
  const until = refundableWords(payment)
  return until && <span className={styles.note}>{until}</span>
}
