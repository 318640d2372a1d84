// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot hold absolutely placed, virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: its button takes the focus
import { LinkButton } from '../buttons/PlainButton.tsx'
import { Bar } from '../feedback/Skeleton.tsx'
import styles from './GridTable.module.css'

/** A skeleton in the shape of the rows. */
export function GridSkeletonRow({
  top,
  shown,
  cards,
}: {
  top: number
  shown: readonly { id: string; align?: 'right' }[]
  cards: boolean
}) {
  return (
    <div className={styles.row} style={{ top }} aria-hidden>
      <div className={styles.select}>
        <Bar width={16} height={16} />
      </div>
      {cards ? (
        <div className={styles.cardCell}>
          <Bar width="60%" />
        </div>
      ) : (
        shown.map(({ id, align }) => (
          <div key={id} className={styles.cell} data-align={align}>
            <Bar width={align ? '50%' : '70%'} />
          </div>
        ))
      )}
    </div>
  )
}

/** Shown in place of rows that failed to load. */
export function GridErrorRow({
  top,
  columns,
  onRetry,
}: {
  top: number
  columns: number
  onRetry: () => void
}) {
  return (
    <div role="row" className={styles.row} style={{ top }}>
      <div role="gridcell" aria-colspan={columns} className={styles.error}>
        Le altre righe non sono arrivate.&nbsp;<LinkButton onClick={onRetry}>Riprova</LinkButton>
      </div>
    </div>
  )
}
