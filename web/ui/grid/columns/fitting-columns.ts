import type { Column } from '../list.ts'

/** The checkbox before the columns, in pixels. */
export const selectWidth = 58

/** The least width at which all columns are seen without scrolling; `letters` as in `useLetters`. */
export const widthOf = (shown: readonly { width: number }[], letters = 1) =>
  selectWidth + letters * shown.reduce((sum, { width }) => sum + width, 0)

/**
 * The columns that have room beside an open record, in their order. Those that `yield` go first, the last one of them
 * before the others; then those that are not `fixed`, but the last column, which holds the state. With room for all,
 * all stay.
 */
export function fittingColumns<Row>(
  shown: readonly Column<Row>[],
  room: number,
  letters = 1,
): readonly Column<Row>[] {
  const left = [...shown]
  const last = shown.at(-1)
  const goes = [
    (column: Column<Row>) => column.yields,
    (column: Column<Row>) => !column.fixed && column !== last,
  ]
  for (const may of goes)
    for (let at = left.length - 1; at >= 0 && widthOf(left, letters) > room; at -= 1)
      if (may(left[at]!)) left.splice(at, 1)
  return left.length === shown.length ? shown : left
}
