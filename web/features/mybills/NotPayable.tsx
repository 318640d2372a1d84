import type { Together } from './my-bills-query.ts'
import styles from './PaidGroups.module.css'

/** Bills that were chosen and cannot be paid, such as those paid meanwhile, each with the reason. */
export function NotPayable({ bills }: { bills: Together['not_payable'] }) {
  if (bills.length === 0) return null
  return (
    <>
      <h2 className={styles.heading}>Non si pagano adesso</h2>
      <ul className={styles.list} aria-label="Non si pagano adesso">
        {bills.map(({ bill_id, number, account_name, why }) => (
          <li key={bill_id}>
            <strong>
              {account_name}, bolletta {number}
            </strong>
            <p className={styles.note}>{why}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
