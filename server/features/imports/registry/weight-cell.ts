import { type Cell, cellText, type Read } from '../spreadsheet/cells.ts'

/** Scale of stored weights: 31,2500 millesimi are 312500. */
const SCALE = 10_000
const MOST = 1_000_000_000

/**
 * A weight in ten-thousandths; `null` when the cell is empty or a dash. Zero is a weight: the unit has no part in the table. A number cell is rounded to remove binary
 * noise. `scale` is that of its column; see `scaleOf`.
 */
export function weightOf(cell: Cell | undefined, scale = 1): Read<number> {
  if (!cell) return { ok: true, value: null }
  if (cell.kind === 'number') return scaled(cell.value * scale)
  if (cell.kind === 'error')
    return refused(`La cella contiene l’errore ${cell.value}: correggila nel foglio.`)
  const written = cellText(cell)
  const text = written.replace(/\s*%$/, '')
  if (text === '' || /^[-–—]+$/.test(text)) return { ok: true, value: null }
  if (/^\d+\.\d+$/.test(text)) return refused('Usa la virgola per i decimali, come in 31,25.')
  if (cell.kind !== 'text' || !/^\d+(?:,\d+)?$/.test(text))
    return refused(`«${written}» non è un valore millesimale: scrivilo come 31,25.`)
  const value = Number(text.replace(',', '.'))
  return scaled(written.endsWith('%') ? value * 10 : value * scale)
}

/**
 * What makes thousandths of the weights of a column: 1000 if it writes parts of one (`0,025793`), else 1. A weight with
 * a percent sign is a hundredth whatever the column says.
 */
export function scaleOf(cells: readonly (Cell | undefined)[]): number {
  const values = cells.flatMap((cell) => {
    if (cell?.kind === 'number') return [cell.value]
    const text = cell?.kind === 'text' ? cellText(cell) : ''
    return /^0,\d+$/.test(text)
      ? [Number(text.replace(',', '.'))]
      : /^\d/.test(text)
        ? [Number.POSITIVE_INFINITY]
        : []
  })
  const parts = values.length > 0 && values.every((value) => value >= 0 && value <= 1)
  return parts && values.some((value) => value > 0 && value < 1) ? 1000 : 1
}

function scaled(value: number): Read<number> {
  const exact = value * SCALE
  const weight = Math.round(exact)
  if (value < 0) return refused('Un valore millesimale non può essere negativo.')
  if (value > MOST) return refused('Il valore è troppo grande.')
  if (Math.abs(exact - weight) > 1e-3)
    return refused('Ci sono troppi decimali: i millesimi ne hanno al massimo quattro.')
  return { ok: true, value: weight === 0 ? 0 : weight }
}

function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
