import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { columnTotal } from './column-total.tsx'
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

/** The printed list: a plain table of the loaded rows with filters in words and totals, rendered only while printing. */
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
  return (
    <table className={styles.list} data-wide={shown.length > mostUpright || undefined}>
      <caption>
        <strong>{title}</strong>
        <FiltersInWords list={list} filters={filters} />
        <span>{totals && countInWords(list, rows.length, totals.count)}</span>
        {totals && list.summary && <span>{list.summary(totals, filters)}</span>}
      </caption>
      <thead>
        <tr>
          {shown.map((column) => (
            <th key={column.id} data-align={alignOf(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={list.rowId(row)}>
            {shown.map((column) => (
              <td
                key={column.id}
                data-align={alignOf(column)}
                data-whole={column.grow === undefined || undefined}
              >
                {(column.printed ?? column.cell)(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals && <TotalsRow list={list} shown={shown} totals={totals} />}
    </table>
  )
}

/** The number of columns that fit on upright paper; lists with more are printed across. */
const mostUpright = 8

const alignOf = <Row,>({ align, total }: Column<Row>) => align ?? (total ? 'right' : undefined)

function countInWords<Row>({ words }: ListDefinition<Row>, printed: number, count: number): string {
  return printed < count
    ? `${words.feminine ? 'Le prime' : 'I primi'} ${formatCount(printed)} di ${formatCountOf(count, words)}`
    : formatCountOf(count, words)
}

/** The condominium first, then the other filters; what is not filtered is said too. */
function FiltersInWords<Row>({ list, filters }: { list: ListDefinition<Row>; filters: Query }) {
  const active = list.filters.filter((filter) => isActive(filter, filters))
  const byAccount = list.filters.some(({ id }) => id === 'account_id')
  const inWords = active.toSorted(
    (one, other) => Number(other.id === 'account_id') - Number(one.id === 'account_id'),
  )
  return (
    <>
      {byAccount && !filters.account_id && <span>Tutti i condomìni</span>}
      {inWords.map((filter) => (
        <span key={filter.id}>
          {filter.label}:{' '}
          {filter.kind === 'reference' ? (
            <ReferenceName filter={filter} id={filters[filter.id] ?? ''} />
          ) : (
            valueInWords(filter, filters, true)
          )}
        </span>
      ))}
      {filters.q && <span>Ricerca: «{filters.q}»</span>}
    </>
  )
}

/** The sums of all rows of the list, also of those that are not printed. */
function TotalsRow<Row>({
  list,
  shown,
  totals,
}: {
  list: ListDefinition<Row>
  shown: readonly Column<Row>[]
  totals: Totals
}) {
  const first = shown.findIndex(({ total }) => total)
  if (first < 1) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first}>
          Totale di {formatCountOf(totals.count, list.words)}
        </th>
        {shown.slice(first).map((column) => (
          <td key={column.id} data-align="right">
            {columnTotal(column, totals)}
          </td>
        ))}
      </tr>
    </tfoot>
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
