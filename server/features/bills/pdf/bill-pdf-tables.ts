import { formatEuro } from '@saldo/domain/money'
import { page, type Sheet } from '../../../pdf/sheet.ts'

type Row = { text: string; note: string; amount: number }
const rowHeight = 15

/**
 * Draws a titled table of amounts between `top` and `bottom` (baselines, in points) with its sum: below one line while
 * the bill is open, a double line when `closed`. Rows that do not fit are summed in one row that says how many they
 * are. Returns where the table ends.
 */
export function drawTable(
  sheet: Sheet,
  table: {
    title: string
    rows: Row[]
    rest: (count: number) => string
    sums: [string, number][]
    closed: boolean
    top: number
    bottom: number
  },
): number {
  let y = table.top
  sheet.say('H2', [{ text: table.title, x: page.left, y, width: 300, size: 11, weight: 600 }])
  sheet.rule(y + 6, { thick: 1 })
  const room = Math.floor((table.bottom - y) / rowHeight) - 1 - table.sums.length
  for (const row of cut(table.rows, Math.max(room, 1), table.rest)) {
    y += rowHeight
    drawRow(sheet, row, y + 4)
    sheet.rule(y + 8, { thick: 0.35, grey: true })
  }
  for (const [index, [text, amount]] of table.sums.entries()) {
    y += rowHeight
    const last = index === table.sums.length - 1
    if (index === 0) sheet.rule(y - 7, { thick: 1 })
    drawRow(sheet, { text, note: '', amount }, y + 5, last)
    if (last) closeSum(sheet, y + 10, table.closed)
  }
  return y + 8
}

function cut(rows: Row[], room: number, rest: (count: number) => string): Row[] {
  if (rows.length <= room) return rows
  const shown = rows.slice(0, room - 1)
  const others = rows.slice(room - 1)
  const amount = others.reduce((sum, row) => sum + row.amount, 0)
  return [...shown, { text: rest(others.length), note: '', amount }]
}

function drawRow(sheet: Sheet, { text, note, amount }: Row, y: number, strong = false): void {
  const weight = strong ? 600 : 400
  const amountAt = page.right - 100
  sheet.say('P', [
    { text, x: page.left, y, width: note ? 300 : amountAt - page.left - 8, weight },
    ...(note ? [{ text: note, x: page.left + 310, y, width: 90, dim: true }] : []),
    { text: formatEuro(amount), x: amountAt, y, width: 100, align: 'right' as const, weight },
  ])
}

function closeSum(sheet: Sheet, y: number, closed: boolean): void {
  const from = page.right - 100
  sheet.rule(y, { from, thick: 0.75 })
  if (closed) sheet.rule(y + 2.2, { from, thick: 0.75 })
}
