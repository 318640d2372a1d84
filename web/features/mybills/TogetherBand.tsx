import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { counted } from '../../ui/grid/list.ts'
import type { MyBill } from './my-bills-query.ts'
import { sumUp } from './selected-bills.ts'
import styles from './TogetherBand.module.css'

/** Stays while bills are chosen: how many, how much, and the way to pay them in one go, or why there is none. */
export function TogetherBand({
  selected,
  keep,
}: {
  selected: readonly MyBill[]
  keep: (bill_ids: readonly number[]) => void
}) {
  const { cents, why, groups } = sumUp(selected)
  return (
    <section
      className={styles.band}
      data-foot-bar="whole"
      data-apart={why ? true : undefined}
      aria-label="Bollette scelte"
      data-print="away"
    >
      <strong className={styles.sum} aria-live="polite">
        {counted(selected.length, { one: 'bolletta', many: 'bollette' })}, {formatEuro(cents)}
      </strong>
      {why && <p className={styles.why}>{why}</p>}
      <div className={styles.acts}>
        {groups.map(({ name, bill_ids }) => (
          <button key={bill_ids[0]} type="button" className={styles.plain} onClick={() => keep(bill_ids)}>
            Solo {name}
          </button>
        ))}
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
