import { Xmark } from 'iconoir-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../buttons/PlainButton.tsx'
import styles from './SelectionBar.module.css'

/** The bar shown while rows are selected: count, sum, select all, actions. */
export function SelectionBar({
  count,
  amount,
  selectAll,
  onSelectAll,
  onClear,
  children,
}: {
  count: string
  amount?: string
  /** “Seleziona tutte le 28”; undefined when all are selected. */
  selectAll?: string
  onSelectAll: () => void
  onClear: () => void
  children?: ReactNode
}) {
  return (
    <section className={styles.bar} aria-label="Selezione" data-print="away">
      <strong className={styles.count} aria-live="polite">
        {amount ? `${count} · ${amount}` : count}
      </strong>
      {selectAll && (
        <button type="button" className={styles.all} onClick={onSelectAll}>
          {selectAll}
        </button>
      )}
      <div className={styles.actions}>
        {children}
        <IconButton icon={Xmark} label="Annulla la selezione" onClick={onClear} />
      </div>
    </section>
  )
}
