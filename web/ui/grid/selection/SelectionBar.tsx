import { Xmark } from 'iconoir-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../buttons/PlainButton.tsx'
import styles from './SelectionBar.module.css'

/** The band that stays while rows are selected: how many, how much, all of them (in words), what to do. */
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
  /** “Seleziona tutte le 28”; left out when they already are. */
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
