import { weightText } from '@saldo/domain/registry/unit'
import { NavArrowDown, NavArrowUp } from 'iconoir-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { OverdueAmount } from '../../ui/data/OverdueAmount.tsx'
import { columnTotal } from '../../ui/grid/column-total.tsx'
import type { Sorting } from '../../ui/grid/columns/useColumns.ts'
import { type Column, formatCountOf, type Totals } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import type { UnitRow } from './register-query.ts'
import styles from './Units.module.css'
import { unitLine } from './unit-words.ts'

const unitWords = { one: 'unità', many: 'unità' }

type Rows = {
  units: readonly UnitRow[]
  shown: readonly Column<UnitRow>[]
  menu: (unit: UnitRow) => ReactNode
  onOpen: (unit: UnitRow) => void
}

/** The units as a table whose rows are as high as their people need, with the sums of all that pass the filters. */
export function UnitsTable({
  units,
  shown,
  sorting,
  totals,
  menu,
  onOpen,
}: Rows & { sorting: Sorting<UnitRow>; totals: Totals | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={styles.scroll} aria-label="Elenco delle unità" tabIndex={0}>
      <table className={styles.units}>
        <thead>
          <tr>
            {shown.map((column) => (
              <Heading key={column.id} column={column} sorting={sorting} />
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <tr key={unit.unit_id}>
              {shown.map((column) =>
                column.id === 'name' ? (
                  <th key={column.id} scope="row">
                    <Name unit={unit} onOpen={onOpen} />
                  </th>
                ) : (
                  <td key={column.id} data-align={column.align}>
                    {column.cell(unit)}
                  </td>
                ),
              )}
              <td className={styles.menu}>{menu(unit)}</td>
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              {shown.map((column) => (
                <td key={column.id} data-align={column.align}>
                  {column.id === 'name'
                    ? `Somma di ${formatCountOf(totals.count, unitWords)}`
                    : columnTotal(column, totals)}
                </td>
              ))}
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

/** The units on a phone. */
export function UnitCards({ units, shown, menu, onOpen }: Rows) {
  const has = (id: string) => shown.some((column) => column.id === id)
  return (
    <ul className={styles.cards} aria-label="Elenco delle unità">
      {units.map((unit) => (
        <li key={unit.unit_id}>
          <div className={styles.cardHead}>
            <Name unit={unit} onOpen={onOpen} />
            {has('residue') && <Amount cents={unit.residue} size={unit.residue ? 'strong' : 'text'} />}
            {menu(unit)}
          </div>
          <p className={styles.cardFacts}>
            {unit.weight === null ? (
              <span className={styles.note}>mancano i millesimi</span>
            ) : (
              <span>{weightText(unit.weight)} millesimi</span>
            )}
            {has('overdue') && !!unit.overdue && (
              <span>
                scaduto <OverdueAmount cents={unit.overdue} />
              </span>
            )}
          </p>
          {shown.find(({ id }) => id === 'people')?.cell(unit)}
        </li>
      ))}
    </ul>
  )
}

function Heading({ column, sorting }: { column: Column<UnitRow>; sorting: Sorting<UnitRow> }) {
  const sorted = sorting.directionOf(column)
  return (
    <th
      scope="col"
      style={{ minWidth: column.width, width: column.grow ? '100%' : undefined }}
      data-align={column.align}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => sorting.toggle(column)}>
        {column.header}
        {sorted && <Icon of={sorted === 'asc' ? NavArrowUp : NavArrowDown} />}
      </button>
    </th>
  )
}

function Name({ unit, onOpen }: { unit: UnitRow; onOpen: (unit: UnitRow) => void }) {
  return (
    <span className={styles.what}>
      <LinkButton aria-label={`Apri ${unit.name}`} onClick={() => onOpen(unit)}>
        {unit.name}
      </LinkButton>
      <span className={styles.dim}>{unitLine(unit)}</span>
    </span>
  )
}
