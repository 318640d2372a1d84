import { LatestPayments } from '../payments/LatestPayments.tsx'
import styles from './AccountTabs.module.css'
import type { AccountTabProps } from './account-tabs.ts'

export default function PaymentsTab({ account }: AccountTabProps) {
  return (
    <div className={styles.tab}>
      <LatestPayments of={{ account_id: account.account_id }} />
    </div>
  )
}
