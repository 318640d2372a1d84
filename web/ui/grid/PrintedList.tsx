import { formatDate, today } from '@saldo/domain/dates'
import { Fragment, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isActive, valueInWords } from './filters/filter-names.ts'
import { ReferenceName } from './filters/ReferenceName.tsx'
import {
  type Column,
  formatCount,
  formatCountOf,
  type ListDefinition,
  type Query,
  type Totals,
} from './list.ts'
import styles from './PrintedList.module.css'

/** The printed list: a plain table of the loaded rows with filters and date, rendered only while printing. */
export function PrintedList<Row>({
  list,
  title,
  filters,
  shown,
  rows,
  totals,
}: {
  list: ListDefinition<Row>
  title: string
  filters: Query
  shown: readonly Column<Row>[]
  rows: readonly Row[]
  totals: Totals | undefined
}) {
  if (!usePrinting()) return null
  const active = list.filters.filter((filter) => isActive(filter, filters))
  const part =
    totals && rows.length < totals.count
      ? `le prime ${formatCount(rows.length)} di ${formatCount(totals.count)}`
      : formatCountOf(rows.length, list.words)
  return (
    <table className={styles.list}>
      <caption>
        <strong>{title}</strong> {part}
        {filters.q && ` · «${filters.q}»`}
        {active.map((filter) => (
          <Fragment key={filter.id}>
            {` · ${filter.label} `}
            {filter.kind === 'reference' ? (
              <ReferenceName filter={filter} id={filters[filter.id] ?? ''} />
            ) : (
              valueInWords(filter, filters)
            )}
          </Fragment>
        ))}
        <span>{formatDate(today())}</span>
      </caption>
      <thead>
        <tr>
          {shown.map((column) => (
            <th key={column.id} data-align={column.align}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={list.rowId(row)}>
            {shown.map((column) => (
              <td key={column.id} data-align={column.align}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function usePrinting() {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the print image as soon as the handler returns.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
