import type { RecognisedColumn } from '../read/recognise-columns.ts'
import type { Cell } from '../spreadsheet/cells.ts'
import { cellText } from '../spreadsheet/cells.ts'
import type { CandidateRight } from './candidate-right.ts'
import { isNo, isYes, useOf } from './unit-words.ts'

/** What of a row is its unit's own and not that of the boxes and cellars beside it. */
const OWN_OF_UNIT = [
  'called',
  'floor',
  'cadastral_sheet',
  'cadastral_parcel',
  'cadastral_subunit',
  'cadastral_category',
  'opening_date',
  'weights',
  'weights_add',
] as const

/**
 * The rights in the boxes, cellars and parking places that further columns of the row name: units of their own, as a person
 * said, of the same people. `3`, `C1`, `Box 3`, `3, 4`; a cross means one without a number.
 */
export function annexesOf(
  columns: readonly RecognisedColumn[],
  cells: readonly (Cell | undefined)[],
  rights: readonly CandidateRight[],
): CandidateRight[] {
  return columns.flatMap(({ index, header }) =>
    namesIn(cellText(cells[index]), header, rights[0]?.unit ?? '').flatMap((unit) =>
      rights.map((right) => {
        const annex: CandidateRight = { ...right, unit, use: useOf(header), amount: 0 }
        for (const field of OWN_OF_UNIT) delete annex[field]
        return annex
      }),
    ),
  )
}

function namesIn(text: string, header: string, unit: string): string[] {
  if (/^[-–—/]*$/.test(text) || isNo(text)) return []
  const word = header.replace(/^(?:n(?:\.|°|um\.?)?\s+)|\s+n[.°]?$/gi, '').trim()
  const kind = `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`
  if (isYes(text) && !/\d/.test(text)) return [`${kind} int. ${unit}`]
  return text
    .split(/\s*[,;/+&\n]\s*|\s+e\s+/)
    .filter((part) => part !== '')
    .map((part) => (/\p{L}{3}/u.test(part) ? part : `${kind} ${part}`))
}
