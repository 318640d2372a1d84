import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { QueryResult } from '../queries-query.ts'
import styles from './Run.module.css'
import { shownValue } from './shown-value.ts'

const row_height = 32

/** The rows of a result. Only those in view are drawn; the table says how many there are. */
export function ResultTable({ result: { columns, rows } }: { result: QueryResult }) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => row_height,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label="Righe del risultato">
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map(({ name, type, kind }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
              <th key={at} scope="col" className={kind === 'number' ? styles.number : undefined} title={type}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Space height={above} columns={columns.length} />}
          {items.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2}>
              {columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
                <td key={at} className={column.kind === 'number' ? styles.number : undefined}>
                  <Value text={rows[index]?.[at] ?? null} column={column} />
                </td>
              ))}
            </tr>
          ))}
          {below > 0 && <Space height={below} columns={columns.length} />}
        </tbody>
      </table>
    </section>
  )
}

const Space = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden>
    <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
  </tr>
)

type Column = QueryResult['columns'][number]

function Value({ text, column }: { text: string | null; column: Column }) {
  if (text === null) return <span className={styles.none}>null</span>
  const shown = shownValue(text, column)
  return shown.length > 200 ? <span title={shown}>{`${shown.slice(0, 200)}…`}</span> : shown
}
