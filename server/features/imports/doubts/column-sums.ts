import type { ColumnSum, RecognisedColumn } from '../read/recognise-columns.ts'
import { type Cell, nearestAmount } from '../spreadsheet/cells.ts'

/** Rows that are kept to find sums; the rows after them only confirm what was found. */
const SAMPLE = 200
const MOST_COLUMNS = 24

/** Finds the sums among the columns of money of a table: those without a field, and the amounts. */
export function columnSums(columns: readonly RecognisedColumn[]) {
  const watched = columns
    .filter(
      ({ field, tied }) =>
        field === null || tied === 'amount' || field === 'amount' || field === 'instalment',
    )
    .slice(0, MOST_COLUMNS)
  const amount = watched.find(({ field }) => field === 'amount')
  const instalments = watched.filter(({ field }) => field === 'instalment').map(({ index }) => index)
  let sample: Map<number, number>[] | null = []
  let sums: ColumnSum[] = []

  function find(): void {
    const rows = sample ?? []
    sample = null
    const money = watched
      .filter(({ index }) => rows.some((row) => (row.get(index) ?? 0) !== 0))
      .map(({ index }) => index)
    const candidates: ColumnSum[] = []
    for (const whole of money) {
      const others = money.filter((index) => index !== whole && !instalments.includes(index))
      candidates.push({ whole, parts: others })
      if (instalments.length > 0 && !instalments.includes(whole))
        candidates.push({ whole, parts: instalments })
      // Runs of neighbours: the parts of a total stand beside each other.
      for (let from = 0; from < others.length; from++)
        for (let to = from + 1; to <= others.length; to++)
          candidates.push({ whole, parts: others.slice(from, to) })
    }
    const seen = new Set<string>()
    sums = candidates
      .filter(({ whole, parts }) => {
        const key = `${whole}=${parts.join('+')}`
        if (parts.length === 0 || seen.has(key)) return false
        seen.add(key)
        return true
      })
      .filter((sum) => rows.every((row) => holds(sum, row)))
  }

  return {
    add(cells: readonly (Cell | undefined)[]): void {
      const row = new Map(watched.map(({ index }) => [index, centsIn(cells[index])]))
      if (sample) {
        sample.push(row)
        if (sample.length === SAMPLE) find()
      } else sums = sums.filter((sum) => holds(sum, row))
    },
    end(): ColumnSum[] {
      if (sample) find()
      return amount || instalments.length > 0
        ? sums.slice(0, 40)
        : sums.filter(({ parts }) => parts.length > 1).slice(0, 40)
    },
  }
}

const holds = ({ whole, parts }: ColumnSum, row: ReadonlyMap<number, number>): boolean =>
  parts.reduce((sum, index) => sum + (row.get(index) ?? 0), 0) === (row.get(whole) ?? 0)

function centsIn(cell: Cell | undefined): number {
  const read = cell?.kind === 'number' || cell?.kind === 'text' ? nearestAmount(cell) : null
  return read?.ok ? (read.value ?? 0) : 0
}
