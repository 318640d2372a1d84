import { fold } from '@saldo/domain/fold'
import type { OddRows, RecognisedTable } from '../read/recognise-columns.ts'
import { isPlainTotal } from '../read/totals.ts'
import { type Cell, cellDate, cellText, nearestAmount, type Row } from '../spreadsheet/cells.ts'

type Of = (field: string) => Cell | undefined
type Cells = readonly (Cell | undefined)[]
/** A row that may be odd; whether it is depends on what the other rows have. */
type Suspect = { row: number; lacks: Key[]; is_sum: boolean; above: number; named: boolean }

const KEYS = ['unit', 'number'] as const
type Key = (typeof KEYS)[number]

/** Finds, while the rows of a list of bills are read once, those that may be something else than they look; see `OddRows`. */
export function oddRows({ columns, layout }: RecognisedTable) {
  const owed = columns
    .filter(({ field }) => field === 'amount' || field === 'instalment')
    .map(({ index }) => index)
  const dated = columns.some(({ field }) => field === 'due_date')
  const keyed = KEYS.filter((key) => columns.some(({ field }) => field === key))
  const found: OddRows = { odd: [], no_totals: [], totals: [] }
  const suspects: Suspect[] = []
  const keys = new Map<Key, number>()
  const sums = runningSums(owed)
  const covered = new Map<Key, number>()

  /** Whether the row has the cell, perhaps merged with one above. */
  function has(key: Key, { row }: Row, of: Of): boolean {
    const cell = of(key)
    if (cell?.spans) covered.set(key, row + cell.spans.rows - 1)
    return cell !== undefined || row <= (covered.get(key) ?? 0)
  }

  return {
    /**
     * Whether a row that looks like a total or a summary must be asked about: it has what a bill has, or its label goes on
     * like a name.
     */
    isOddTotal(row: Row, cells: Cells, of: Of): boolean {
      if (layout === 'units') return false
      const cents = centsOf(cells, owed)
      const label = cellText(of('holder') ?? of('surname'))
      if (label === '') {
        const labelled = row.cells.some((cell) => cell.kind === 'text')
        if (labelled || cents === 0 || sums.agree(cells) || sums.rows() === 0) return false
        found.no_totals.push(row.row)
        return true
      }
      const due = cellDate(of('due_date'), 1900)
      const billed = due.ok && due.value !== null && cents !== 0
      if (sums.agree(cells) || isPlainTotal(label) || cents === 0) return false
      // A short label of the closed vocabulary names a summary, whatever stands beside it.
      if (label.split(' ').length < 3 || (!billed && dated)) return false
      found.odd.push(row.row)
      return true
    },
    /** Takes a total row, and compares it with the rows above. */
    total: (row: Row, cells: Cells): void => sums.compare(row.row, cells),
    /** Takes a row with data. */
    add(row: Row, cells: Cells, of: Of): void {
      const lacks = keyed.filter((key) => !has(key, row, of))
      for (const key of keyed) if (!lacks.includes(key)) keys.set(key, (keys.get(key) ?? 0) + 1)
      const is_sum = sums.agree(cells)
      const named = !NOT_A_PERSON.test(fold(cellText(of('holder') ?? of('surname'))))
      if (centsOf(cells, owed) !== 0 && (is_sum || lacks.length > 0 || !named))
        suspects.push({ row: row.row, lacks, is_sum, above: sums.since(), named })
      sums.add(cells)
    },
    end(): OddRows | null {
      if (layout === 'units') return null
      const rows = sums.rows()
      const usual = new Set(keyed.filter((key) => rows > 2 && (keys.get(key) ?? 0) >= rows * 0.75))
      found.odd.push(...suspects.filter((suspect) => isOdd(suspect, usual)).map(({ row }) => row))
      found.totals = sums.end()
      return found.odd.length + found.no_totals.length + found.totals.length > 0 ? found : null
    },
  }
}

/** Whether a row lacks what nearly all others have, or is a sum of the rows above under a name that may be none. */
function isOdd({ lacks, is_sum, above, named }: Suspect, usual: ReadonlySet<Key>): boolean {
  const incomplete = lacks.some((key) => usual.has(key))
  const lacksUnit = usual.has('unit') && lacks.includes('unit')
  return lacksUnit || (is_sum && (incomplete || !named || above > 3)) || (!named && incomplete)
}

/** Adds up columns of amounts, all rows and those since the last total, to tell sums of rows and totals that are wrong. */
function runningSums(columns: readonly number[]) {
  const all = new Map<number, number>()
  const part = new Map<number, number>()
  const early: OddRows['totals'] = []
  const wrong: OddRows['totals'] = []
  let [rows, since] = [0, 0]
  const inAll = (sums: ReadonlyMap<number, number>) => [...sums.values()].reduce((a, b) => a + b, 0)
  return {
    rows: () => rows,
    since: () => since,
    agree(cells: Cells): boolean {
      const cents = centsOf(cells, columns)
      return cents !== 0 && ((since > 1 && cents === inAll(part)) || (rows > 1 && cents === inAll(all)))
    },
    add(cells: Cells): void {
      rows++
      since++
      for (const index of columns) {
        const cents = centsOf(cells, [index])
        all.set(index, (all.get(index) ?? 0) + cents)
        part.set(index, (part.get(index) ?? 0) + cents)
      }
    },
    /** A total agrees with the rows since the total before, or with all rows; one above all rows is compared at the end. */
    compare(row: number, cells: Cells): void {
      for (const column of columns) {
        const written = centsOf(cells, [column])
        if (written === 0) continue
        const [own = 0, whole = 0] = [part.get(column), all.get(column)]
        if (rows === 0) early.push({ row, column, written, found: 0 })
        else if (written !== own && written !== whole)
          wrong.push({ row, column, written, found: nearest(written, own, whole) })
      }
      if (rows === 0) return
      part.clear()
      since = 0
    },
    end: (): OddRows['totals'] => [
      ...wrong,
      ...early.flatMap((total) => {
        const whole = all.get(total.column) ?? 0
        return total.written === whole ? [] : [{ ...total, found: whole }]
      }),
    ],
  }
}

function centsOf(cells: Cells, columns: readonly number[]): number {
  return columns.reduce((sum, index) => {
    const read = nearestAmount(cells[index])
    return sum + (read.ok ? (read.value ?? 0) : 0)
  }, 0)
}

/** Texts in the place of a name that name a group, a building or a part of it. */
const NOT_A_PERSON =
  /\b(?:tutti|tutte|totale|complessiv\w+|general[ei]|condomini|condominio|scala|palazzina|edificio|stabile|riepilogo|media|somma|importo|gestione|esercizio)\b/

/** The sum that a wrong total most likely means: of the rows since the total before, or of all rows. Cents. */
const nearest = (written: number, own: number, whole: number): number =>
  own !== 0 && Math.abs(written - own) < Math.abs(written - whole) ? own : whole
