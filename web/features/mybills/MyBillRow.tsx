import { Checkbox } from '@mantine/core'
import { inAll } from '@saldo/domain/bills/owed'
import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { billStates, paymentStates } from '../../ui/data/states.ts'
import styles from './MyBills.module.css'
import type { MyBill } from './my-bills-query.ts'

/** A bill to pay: selectable to pay with others, or paid alone. */
export function MyBillRow({
  bill,
  chosen,
  choose,
}: {
  bill: MyBill
  chosen: boolean
  choose: (on: boolean) => void
}) {
  const box = useId()
  const what = [bill.description, bill.unit].filter(Boolean).join(' · ')
  const all = inAll({ residue: bill.payable, due_now: bill.due_now })
  const called = [bill.account_name, what, formatEuro(bill.due_now), all].filter(Boolean).join(', ')
  return (
    <li className={styles.row}>
      {/* The whole row is clickable, not only the checkbox. */}
      <label className={styles.check} htmlFor={box}>
        <Checkbox
          id={box}
          checked={chosen}
          onChange={({ currentTarget }) => choose(currentTarget.checked)}
          aria-label={`Scegli ${called}`}
        />
      </label>
      <div className={styles.what}>
        <strong>{bill.account_name}</strong>
        <span>{what}</span>
        {bill.autopay && <span>{bill.autopay.sentence}</span>}
      </div>
      <div className={styles.due}>
        <DateCell day={bill.next_due_date} />
      </div>
      <div className={styles.amount}>
        <Amount cents={bill.due_now} size="strong" />
        {all && <small>{all}</small>}
        <StateLabel state={stateOf(bill)} />
      </div>
      <Link {...paths.payTogether([bill.bill_id])} className={styles.pay} aria-label={`Paga ${called}`}>
        Paga
      </Link>
    </li>
  )
}

/** Explains a pending payment that only waits for the payer's approval. */
const stateOf = ({ state }: MyBill) =>
  state === 'pending' ? paymentStates.requires_action : billStates[state]
