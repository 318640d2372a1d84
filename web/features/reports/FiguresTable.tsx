import type { ReactNode } from 'react'
import styles from './Reports.module.css'

export type FiguresColumn<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** The last line, under the column. */
  total?: ReactNode
  /** Left out on phones, where the columns do not fit. */
  wide?: true
  /** Text is on the left, figures on the right. */
  text?: true
}

/** A table of figures, the first column being the name of each row. With totals, a double line closes it. */
export function FiguresTable<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string
  columns: readonly FiguresColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}) {
  const totals = columns.some(({ total }) => total !== undefined)
  return (
    <div className={styles.scrolls} data-print="flows">
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ header, wide, text }) => (
              <th key={header} scope="col" data-wide={wide} data-text={text}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ header, cell, wide, text }, place) =>
                place === 0 ? (
                  <th key={header} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={header} data-wide={wide} data-text={text}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {totals && rows.length > 0 && (
          <tfoot>
            <tr>
              {columns.map(({ header, total, wide, text }, place) =>
                place === 0 ? (
                  <th key={header} scope="row">
                    {total}
                  </th>
                ) : (
                  <td key={header} data-wide={wide} data-text={text}>
                    {total}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
