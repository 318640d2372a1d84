import { readWeight, weightText } from '@saldo/domain/registry/unit'
import { type KeyboardEvent, useId, useState } from 'react'
import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import { actOnRegister, registerQuery, type Unit, type WeightTable } from './register-query.ts'
import styles from './Units.module.css'

/**
 * A unit's weight in a table; saved on blur. Invalid text stays, with the error. `decimals`: of its column. `focused`: the
 * one that was asked for.
 */
export function WeightCell({
  table,
  unit,
  row,
  decimals,
  focused,
}: {
  table: WeightTable
  unit: Unit
  row: number
  decimals: number
  focused: boolean
}) {
  const errorId = useId()
  const { weight_table_id, account_id, name, kind } = table
  const stored = table.weights[unit.unit_id]
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && readWeight(typed) === undefined

  const save = async () => {
    const weight = typed === null ? undefined : readWeight(typed)
    if (typed === null || weight === undefined) return
    if (weight === (stored ?? null)) return setTyped(null)
    const done = await actOnRegister(account_id, 'Il valore non è stato salvato.', () =>
      api('POST /v1/units/tables', {
        body: { weight_table_id, name, kind, weights: { [unit.unit_id]: weight } },
      }).then(show),
    )
    if (done) setTyped((now) => (now === typed ? null : now))
  }
  const show = (changed: WeightTable) =>
    queries.setQueryData(
      registerQuery(account_id).queryKey,
      (before) =>
        before && {
          ...before,
          tables: before.tables.map((each) => (each.weight_table_id === weight_table_id ? changed : each)),
        },
    )
  return (
    <>
      <input
        className={styles.weight}
        // biome-ignore lint/a11y/noAutofocus: one came here to write it
        autoFocus={focused}
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${name}, ${unit.name}`}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? errorId : undefined}
        data-weight={weight_table_id}
        data-row={row}
        value={typed ?? weightText(stored, decimals)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={moveByRow}
      />
      {wrong && (
        <span id={errorId} className={styles.wrong}>
          Scrivilo come 31,25
        </span>
      )}
      {typed !== null && !wrong && <VisuallyHidden>non ancora salvato</VisuallyHidden>}
    </>
  )
}

/** Enter and arrow keys move to the cell above or below, as in a spreadsheet. */
function moveByRow(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const { weight, row } = event.currentTarget.dataset
  const next = document.querySelector<HTMLInputElement>(
    `input[data-weight="${weight}"][data-row="${Number(row) + step}"]`,
  )
  if (next) {
    next.focus()
    next.select()
  } else event.currentTarget.blur()
}
