// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot hold absolutely placed, virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: its buttons take the focus
import { NavArrowDown, NavArrowUp } from 'iconoir-react'
import { Icon } from '../icons/Icon.tsx'
import type { Sorting } from './columns/useColumns.ts'
import styles from './GridTable.module.css'
import type { Column } from './list.ts'
import type { ListSelection } from './selection/useSelection.ts'

/** The sticky header: a checkbox for all loaded rows, and a sort button per sortable column. */
export function GridHeader<Row extends object>({
  sorting,
  rowId,
  shown,
  rows,
  selection,
}: {
  sorting: Sorting<Row>
  rowId: (row: Row) => string
  shown: readonly Column<Row>[]
  rows: readonly Row[]
  selection: ListSelection<Row>
}) {
  const some = selection.count > 0
  const all = some && rows.every((row) => selection.has(rowId(row)))
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div role="columnheader" aria-colindex={1} className={styles.select}>
          <input
            type="checkbox"
            aria-label="Seleziona le righe caricate"
            className={styles.box}
            checked={all}
            ref={(box) => {
              if (box) box.indeterminate = some && !all
            }}
            onChange={() => selection.markAll(rows, !all)}
          />
        </div>
        {shown.map((column, place) => {
          const sorted = sorting.directionOf(column)
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={place + 2}
              aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
              className={styles.cell}
              data-align={column.align}
            >
              {column.sort ? (
                <button type="button" className={styles.sort} onClick={() => sorting.toggle(column)}>
                  {column.header}
                  {sorted && <Icon of={sorted === 'asc' ? NavArrowUp : NavArrowDown} />}
                </button>
              ) : (
                column.header
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
