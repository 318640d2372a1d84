import { askSentence } from '@saldo/domain/bills/owed'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import type { MyBill } from './my-bills-query.ts'
import styles from './PayTogetherBar.module.css'
import { sumSelectedBills } from './selected-bills.ts'

/**
 * The bar shown while bills are selected: count, sum, and the link to pay them together, or why that is not possible.
 */
export function PayTogetherBar({
  selected,
  keep,
}: {
  selected: readonly MyBill[]
  keep: (bill_ids: readonly number[]) => void
}) {
  const { why, payments, ...sums } = sumSelectedBills(selected)
  return (
    <section
      className={styles.band}
      data-foot-bar="whole"
      data-apart={why || payments > 1 ? true : undefined}
      aria-label="Bollette scelte"
      data-print="away"
    >
      <strong className={styles.sum} aria-live="polite">
        {formatCountOf(selected.length, { one: 'bolletta', many: 'bollette' })}. {askSentence(sums)}
      </strong>
      {(why || payments > 1) && (
        <p className={styles.why}>
          {why ?? `${payments} pagamenti in una volta: ognuno va al conto del suo condominio.`}
        </p>
      )}
      <div className={styles.acts}>
        <button type="button" className={styles.plain} onClick={() => keep([])}>
          Annulla
        </button>
        {!why && (
          <Link {...paths.payTogether(selected.map(({ bill_id }) => bill_id))} className={styles.pay}>
            {selected.length > 1 ? 'Paga insieme' : 'Paga'}
          </Link>
        )}
      </div>
    </section>
  )
}
