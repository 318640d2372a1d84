import { fold } from '@saldo/domain/fold'
import type { RecognisedTable, RowDoubts } from '../read/recognise-columns.ts'
import { isPlainTotal } from '../read/totals.ts'
import { type Cell, cellAmount, cellDate, cellText, type Row } from '../spreadsheet/cells.ts'

type Of = (field: string) => Cell | undefined
type Seen = { row: number; text: string; lacks: string[]; is_sum: boolean; above: number; named: boolean }

const KEYS = ['unit', 'number'] as const
const MOST = 200

export function rowDoubts({ columns, layout }: RecognisedTable) {
  const owed = columns
    .filter(({ field }) => field === 'amount' || field === 'instalment')
    .map(({ index }) => index)
  const fields = columns.filter(({ field }) => field !== null).map(({ index }) => index)
  const dated = columns.some(({ field }) => field === 'due_date')
  const found: RowDoubts = { odd: [], no_totals: [], equal: null, totals: [] }
  const suspects: Seen[] = []
  const keys = new Map<string, number>()
  const contents = new Map<string, number>()
  const early: { row: number; written: number }[] = []
  let [rows, all, since, sinceRows] = [0, 0, 0, 0]

  const centsOf = (cells: readonly (Cell | undefined)[]): number =>
    owed.reduce((sum, index) => {
      const read = cellAmount(cells[index])
      return sum + (read.ok ? (read.value ?? 0) : 0)
    }, 0)
  const isSum = (cents: number): boolean =>
    cents !== 0 && ((sinceRows > 1 && cents === since) || (rows > 1 && cents === all))

  function keep(odd: { row: number; text: string }): void {
    if (found.odd.length < MOST) found.odd.push({ ...odd, text: odd.text.slice(0, 80) })
  }

  return {
    /**
     * Whether a row that looks like a total or a summary must be asked about: it has what a bill has, or its label goes on
     * like a name.
     */
    isOddTotal(row: Row, cells: readonly (Cell | undefined)[], of: Of): boolean {
      if (layout === 'units') return false
      const cents = centsOf(cells)
      const label = cellText(of('holder') ?? of('surname'))
      if (label === '') {
        const labelled = row.cells.some((cell) => cell.kind === 'text')
        if (labelled || cents === 0 || isSum(cents) || rows === 0) return false
        found.no_totals.push(row.row)
        return true
      }
      const due = cellDate(of('due_date'), 1900)
      const billed = due.ok && due.value !== null && cents !== 0
      if (isSum(cents) || isPlainTotal(label) || cents === 0) return false
      // A short label of the closed vocabulary names a summary, whatever stands beside it.
      if (label.split(' ').length < 3 || (!billed && dated)) return false
      keep({ row: row.row, text: label })
      return true
    },
    total(row: Row, cells: readonly (Cell | undefined)[]): void {
      const written = centsOf(cells)
      if (written === 0) return
      if (rows === 0) early.push({ row: row.row, written })
      else if (written !== all && written !== since)
        found.totals.push({ row: row.row, written, found: since === 0 ? all : since })
      if (rows > 0) [since, sinceRows] = [0, 0]
    },
    add(row: Row, cells: readonly (Cell | undefined)[], of: Of): void {
      const cents = centsOf(cells)
      const holder = cellText(of('holder') ?? of('surname'))
      const lacks = KEYS.filter((key) => !of(key))
      for (const key of KEYS) if (of(key)) keys.set(key, (keys.get(key) ?? 0) + 1)
      const is_sum = isSum(cents)
      const named = !NOT_A_PERSON.test(fold(holder))
      if (cents !== 0 && suspects.length < MOST * 10 && (is_sum || lacks.length > 0 || !named))
        suspects.push({ row: row.row, text: holder, lacks, is_sum, above: sinceRows, named })
      rows++
      sinceRows++
      all += cents
      since += cents
      if (of('number')) return
      const content = JSON.stringify(fields.map((index) => cellText(cells[index])))
      const like = contents.get(content)
      if (like === undefined) contents.set(content, row.row)
      else
        found.equal = {
          count: (found.equal?.count ?? 0) + 1,
          row: found.equal?.row ?? row.row,
          like: found.equal?.like ?? like,
        }
    },
    end(): RowDoubts | null {
      if (layout === 'units') return null
      const usual = KEYS.filter((key) => rows > 2 && (keys.get(key) ?? 0) >= rows * 0.75)
      for (const { row, text, lacks, is_sum, above, named } of suspects) {
        const incomplete = lacks.some((key) => usual.includes(key as never))
        const lacksUnit = usual.includes('unit') && lacks.includes('unit')
        if (lacksUnit || (is_sum && (incomplete || !named || above > 3)) || (!named && incomplete))
          keep({ row, text })
      }
      for (const { row, written } of early)
        if (written !== all) found.totals.push({ row, written, found: all })
      const { odd, no_totals, equal, totals } = found
      return odd.length + no_totals.length + totals.length > 0 || equal
        ? { odd, no_totals, equal, totals: totals.slice(0, 5) }
        : null
    },
  }
}

/** Texts in the place of a name that name a group, a building or a part of it. */
const NOT_A_PERSON =
  /\b(?:tutti|tutte|totale|complessiv\w+|general[ei]|condomini|condominio|scala|palazzina|edificio|stabile|riepilogo|media|somma|importo|gestione|esercizio)\b/
