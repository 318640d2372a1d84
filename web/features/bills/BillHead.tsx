import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { billStates } from '../../ui/data/states.ts'
import styles from './BillHead.module.css'
import { BillLines } from './BillLines.tsx'
import type { Bill } from './bill-query.ts'
import { billSentence } from './bill-words.ts'

/** Amount with progress, state, and what the state means. */
export function BillHead({ bill }: { bill: Bill }) {
  return (
    <div>
      <div className={styles.head}>
        <span className={styles.amount}>
          <Amount cents={bill.amount} size="page" />
          <BillLines bill={bill} />
        </span>
        <StateLabel state={billStates[bill.state]} tinted />
      </div>
      <p className={styles.sentence}>{billSentence(bill)}</p>
    </div>
  )
}
