// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot hold absolutely placed, virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current row
import { memo, useEffect, useLayoutEffect, useRef } from 'react'
import { Amount } from '../data/Amount.tsx'
import { PaymentProgress } from '../data/PaymentProgress.tsx'
import cardStyles from './GridCard.module.css'
import styles from './GridTable.module.css'
import type { Card, Column, ListDefinition } from './list.ts'

type Props<Row> = {
  domId: string
  list: ListDefinition<Row>
  row: Row
  index: number
  top: number
  shown: readonly Column<Row>[]
  card: boolean
  selected: boolean
  isCurrent: (id: string) => boolean
  /** Its least height in pixels. */
  height: number
  /** Measures its height, if that is not the same for all. */
  measure: ((row: HTMLElement | null) => void) | undefined
}

/** One row or card; re-rendered only when its data, position or selection change. */
export const GridRow = memo(function GridRow<Row>({
  domId,
  list,
  row,
  index,
  top,
  shown,
  card,
  selected,
  isCurrent,
  height,
  measure,
}: Props<Row>) {
  const element = useRef<HTMLDivElement>(null)
  const id = list.rowId(row)
  // The keyboard may already be on this row when it is rendered.
  useLayoutEffect(() => {
    element.current?.toggleAttribute('data-current', isCurrent(id))
  }, [id, isCurrent])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another least height the former measure is forgotten
  useEffect(() => measure?.(element.current), [measure, height])

  return (
    <div
      ref={element}
      id={domId}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      className={styles.row}
      style={{ top }}
    >
      <div role="gridcell" aria-colindex={1} className={styles.select} data-select>
        <input
          type="checkbox"
          checked={selected}
          readOnly
          tabIndex={-1}
          aria-label={`Seleziona ${list.rowName(row)}`}
          className={styles.box}
        />
      </div>
      {card ? (
        <div role="gridcell" aria-colindex={2} className={styles.cardCell}>
          <GridCard card={list.card(row)} />
        </div>
      ) : (
        shown.map((column, place) => (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={place + 2}
            className={styles.cell}
            data-align={column.align}
          >
            {column.cell(row)}
          </div>
        ))
      )}
    </div>
  )
}) as <Row>(props: Props<Row>) => React.ReactNode

/** A row on a phone: name and unit left; amount, progress lines and state right. */
function GridCard({ card }: { card: Card }) {
  return (
    <div className={cardStyles.card}>
      <div className={cardStyles.who}>
        <div className={cardStyles.title}>{card.title}</div>
        {card.subtitle && <div className={cardStyles.subtitle}>{card.subtitle}</div>}
      </div>
      <div className={cardStyles.what}>
        {card.amount !== undefined && <Amount cents={card.amount} size="strong" />}
        {card.lines && <PaymentProgress {...card.lines} />}
        {card.state}
      </div>
    </div>
  )
}
