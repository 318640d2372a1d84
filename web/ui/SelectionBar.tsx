import { Xmark } from 'iconoir-react'
import type { ReactNode } from 'react'
import { IconButton } from './PlainButton.tsx'
import styles from './SelectionBar.module.css'

/** The band that stays while rows are selected: how many, how much (already written), all of them, what to do. */
export function SelectionBar({
  count,
  amount,
  onSelectAll,
  total,
  onClear,
  children,
}: {
  count: string
  amount?: string
  total: string
  onSelectAll?: () => void
  onClear: () => void
  children?: ReactNode
}) {
  return (
    <section className={styles.bar} aria-label="Selezione" data-print="away">
      <strong className={styles.count} aria-live="polite">
        {amount ? `${count} · ${amount}` : count}
      </strong>
      {onSelectAll && (
        <button type="button" className={styles.all} onClick={onSelectAll}>
          Seleziona tutte le {total}
        </button>
      )}
      <div className={styles.actions}>
        {children}
        <IconButton icon={Xmark} label="Annulla la selezione" onClick={onClear} />
      </div>
    </section>
  )
}
