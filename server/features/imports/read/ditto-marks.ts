import { type Cell, cellText } from '../spreadsheet/cells.ts'
import type { Complaint } from './row-checks.ts'

const MARK = /^(?:-? ?["“”″〃] ?-?|''|,,|\/\/|\\\\|idem\.?|id\.?|c\. ?s\.?|c\/s|come sopra)$/i

/** Amounts and numbers of bills are never taken from another row. */
export const NEVER_COPIED = new Set([
  'amount',
  'share',
  'opening_balance',
  'opening_debt',
  'opening_credit',
  'number',
  'creditor_reference',
  'pays',
])
const NAMES = ['holder', 'surname'] as const
const CODES = ['fiscal_code', 'vat_number'] as const

/**
 * Replaces marks such as `"`, `idem` and `c.s.` with what stands above them. Whoever is named by a mark is the person above,
 * so an empty tax code is that one's, too.
 */
export function dittoMarks<F extends string>(indexOf: ReadonlyMap<F, number>) {
  let above: readonly Cell[] = []

  return (cells: Cell[]): { cells: Cell[]; copied: Complaint<F>[]; unknown: Complaint<F>[] } => {
    const filled = [...cells]
    const copied: Complaint<F>[] = []
    const unknown: Complaint<F>[] = []
    for (const [field, index] of indexOf) {
      const mark = cellText(cells[index])
      if (NEVER_COPIED.has(field) || !MARK.test(mark)) continue
      const said = above[index]
      if (said) filled[index] = said
      else delete filled[index]
      const message = said
        ? `«${mark}» vale come sopra: «${cellText(said)}».`
        : `«${mark}» rimanda alla riga sopra, che qui è vuota: scrivi il valore.`
      const list = said ? copied : unknown
      list.push({ field, code: 'as_above', message })
    }
    const samePerson = copied.some(({ field }) => NAMES.includes(field as never))
    const hasCode = CODES.some((field) => filled[indexOf.get(field as F) ?? -1] !== undefined)
    if (samePerson && !hasCode)
      for (const field of CODES) {
        const index = indexOf.get(field as F)
        const code = index === undefined ? undefined : above[index]
        if (index !== undefined && code) filled[index] = code
      }
    above = filled
    return { cells: filled, copied, unknown }
  }
}
