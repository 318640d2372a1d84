import { Expand, NavArrowDown, NavArrowUp, Xmark } from 'iconoir-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../buttons/CopyButton.tsx'
import { IconButton } from '../buttons/PlainButton.tsx'
import styles from './DetailPanel.module.css'

/** Previous, next and close, for a record open beside its list; the grid provides them. */
export type PanelSteps = { onPrevious?: () => void; onNext?: () => void; onClose: () => void }

/** Its width in pixels, as in the style sheet. */
export const panelWidth = 356

/**
 * The 356 px panel beside a list: the record's number with a copy button, previous and next, expand, close; then its
 * name and content. `onExpand` opens the record's own page.
 */
export function DetailPanel({
  number,
  title,
  subtitle,
  steps,
  onExpand,
  children,
}: {
  number: string
  title: ReactNode
  subtitle?: ReactNode
  steps: PanelSteps
  onExpand?: () => void
  children: ReactNode
}) {
  return (
    <aside className={styles.panel} aria-label={`Dettaglio ${number}`}>
      <header className={styles.head}>
        <span className={styles.number}>{number}</span>
        <CopyButton text={number} what="il numero" />
        <span className={styles.steps}>
          <IconButton
            icon={NavArrowUp}
            label="Precedente"
            disabled={!steps.onPrevious}
            onClick={steps.onPrevious}
          />
          <IconButton
            icon={NavArrowDown}
            label="Successiva"
            disabled={!steps.onNext}
            onClick={steps.onNext}
          />
          {onExpand && <IconButton icon={Expand} label="Apri a tutta pagina" onClick={onExpand} />}
          <IconButton icon={Xmark} label="Chiudi il dettaglio" onClick={steps.onClose} />
        </span>
      </header>
      <h2 className={styles.title}>{title}</h2>
      {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      <div className={styles.body}>{children}</div>
    </aside>
  )
}
