import { type Cell, cellText, type Read } from '../spreadsheet/cells.ts'

/** Scale of stored weights: 31,2500 millesimi are 312500. */
const SCALE = 10_000
const MOST = 1_000_000_000

/**
 * A weight in ten-thousandths; `null` when the cell is empty, a dash or zero. A number cell is rounded to remove binary
 * noise.
 */
export function weightOf(cell: Cell | undefined): Read<number> {
  if (!cell) return { ok: true, value: null }
  if (cell.kind === 'number') return scaled(cell.value)
  if (cell.kind === 'error')
    return refused(`La cella contiene l’errore ${cell.value}: correggila nel foglio.`)
  const text = cellText(cell)
  if (text === '' || /^[-–—]+$/.test(text)) return { ok: true, value: null }
  if (/^\d+\.\d+$/.test(text)) return refused('Usa la virgola per i decimali, come in 31,25.')
  if (cell.kind !== 'text' || !/^\d+(?:,\d+)?$/.test(text))
    return refused(`«${text}» non è un valore millesimale: scrivilo come 31,25.`)
  return scaled(Number(text.replace(',', '.')))
}

function scaled(value: number): Read<number> {
  const exact = value * SCALE
  const weight = Math.round(exact)
  if (value < 0) return refused('Un valore millesimale non può essere negativo.')
  if (value > MOST) return refused('Il valore è troppo grande.')
  if (Math.abs(exact - weight) > 1e-3)
    return refused('Ci sono troppi decimali: i millesimi ne hanno al massimo quattro.')
  return { ok: true, value: weight === 0 ? null : weight }
}

function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
