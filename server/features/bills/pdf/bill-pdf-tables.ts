import { formatEuro } from '@saldo/domain/money'
import { page, type Sheet } from '../../../pdf/sheet.ts'

type Row = { text: string; note: string; amount: number }
export type Table = {
  title: string
  rows: Row[]
  /** Below one line while `closed` is false, below a double line when it is true. */
  sums: [string, number][]
  closed: boolean
}

/** Where a table goes on: the next baseline and the last one of its page, in points. */
export type Place = { y: number; bottom: number }

const rowHeight = 15
const leading = 12
const amountWidth = 100
const amountAt = page.right - amountWidth

/**
 * Draws a titled table of amounts with its sums, on as many pages as it needs: nothing is left out or cut, and each page
 * repeats the title. `nextPage` starts a page and says where its content goes. Returns where the table ends.
 */
export function drawTable(sheet: Sheet, table: Table, from: Place, nextPage: () => Place): Place {
  let place = from
  // A title stands above at least one row; the sums stand below at least one.
  const fits = (height: number): boolean => place.y + height <= place.bottom
  const turn = () => {
    place = nextPage()
    drawTitle(sheet, `${table.title}, segue`, place.y)
  }
  const [first] = table.rows
  if (!fits(rowHeight + (first ? linesOf(sheet, first).length * leading + 12 : 0))) place = nextPage()
  drawTitle(sheet, table.title, place.y)
  table.rows.forEach((row, index) => {
    const lines = linesOf(sheet, row)
    const height = rowHeight + (lines.length - 1) * leading
    const isLast = index === table.rows.length - 1
    if (!fits(height + 8 + (isLast ? table.sums.length * rowHeight + 6 : 0))) turn()
    drawRow(sheet, { ...row, lines }, place.y + rowHeight + 4)
    place = { ...place, y: place.y + height }
    sheet.rule(place.y + 8, { thick: 0.35, grey: true })
  })
  for (const [index, [text, amount]] of table.sums.entries()) {
    const y = place.y + rowHeight
    const last = index === table.sums.length - 1
    if (index === 0) sheet.rule(y - 7, { thick: 1 })
    drawRow(sheet, { lines: [text], note: '', amount }, y + 5, last)
    if (last) closeSum(sheet, y + 10, table.closed)
    place = { ...place, y }
  }
  return { ...place, y: place.y + 8 }
}

function drawTitle(sheet: Sheet, title: string, y: number): void {
  sheet.say('H2', [{ text: title, x: page.left, y, width: 300, size: 11, weight: 600 }])
  sheet.rule(y + 6, { thick: 1 })
}

const textWidth = ({ note }: Pick<Row, 'note'>): number => (note ? 300 : amountAt - page.left - 8)

const linesOf = (sheet: Sheet, row: Row): string[] => sheet.wrap(row.text, textWidth(row), 20)

function drawRow(
  sheet: Sheet,
  { lines, note, amount }: { lines: string[]; note: string; amount: number },
  y: number,
  strong = false,
): void {
  const weight = strong ? 600 : 400
  sheet.say('P', [
    ...lines.map((text, index) => ({
      ...{
        text,
        x: page.left,
        y: y + index * leading,
        width: textWidth({ note }),
        weight: weight as 400 | 600,
      },
    })),
    ...(note ? [{ text: note, x: page.left + 310, y, width: 90, dim: true }] : []),
    { text: formatEuro(amount), x: amountAt, y, width: amountWidth, align: 'right' as const, weight },
  ])
}

function closeSum(sheet: Sheet, y: number, closed: boolean): void {
  sheet.rule(y, { from: amountAt, thick: 0.75 })
  if (closed) sheet.rule(y + 2.2, { from: amountAt, thick: 0.75 })
}
