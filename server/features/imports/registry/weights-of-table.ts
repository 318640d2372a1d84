import type { Answers } from '../import-view.ts'
import type { RecognisedColumn } from '../read/recognise-columns.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import { capital } from './role-words.ts'

/** Weights are stored in ten-thousandths of a thousandth. */
const SCALE = 10_000

/**
 * Adds up the weights of each table and building, for the note that shows the sums. Asks about values that differ too much
 * to be of one kind (0,025 or 25793 among 31,25), unless the table adds up to a whole, and about written totals that differ.
 */
export function weightsOfTables(
  doubts: RowDoubts,
  columns: readonly RecognisedColumn[],
  answers: Answers = {},
) {
  const tables = new Map<string, Table>()
  const totals = new Map<string, number>()
  return {
    /** The weights of a row; those of a unit count once, unless a person says that each row has a person's own. */
    add(row: number, { building, unit, is_tenant }: PlaceOfWeights, weights: Record<string, number>): void {
      for (const [name, weight] of Object.entries(weights)) {
        const key = JSON.stringify([building, name])
        const table = tables.get(key) ?? emptyTable(name)
        tables.set(key, table)
        const first = table.units.get(unit)
        if (!first) table.units.set(unit, { row, weight })
        else if (!is_tenant) {
          table.again.push({ row, weight })
          table.differ ||= first.weight !== weight
        }
      }
    },
    checkTotal(row: number, { header, letter }: RecognisedColumn, written: number): void {
      const sums = [...tables.values()]
        .filter(({ name }) => name === header)
        .map((table) => addUp(unitsOf(table)))
      const all = sums.reduce((sum, each) => sum + each, 0)
      const before = totals.get(header) ?? 0
      totals.set(header, all)
      if (sums.length === 0 || sums.includes(written) || Math.abs(all - written) <= 10) return
      // A subtotal is that of the rows since the one before.
      if (Math.abs(all - before - written) <= 10) return
      doubts.ask(row, header, otherTotal(letter, header, written, sums.at(-1) ?? all))
    },
    /** The sum of each table, in words. */
    finish(): string[] {
      askWhose([...tables.values()], doubts, answers)
      const sums: string[] = []
      for (const table of tables.values()) {
        const weights = arePersons(answers) ? [...unitsOf(table), ...table.again] : unitsOf(table)
        const sum = addUp(weights)
        askAboutRange(table.name, weights, doubts)
        const column = columns.find(({ field, header }) => field === 'weight' && header === table.name)
        const asked = column && answers[`rows:scale:${column.index}`] !== undefined
        const [first] = weights
        if (column && first && (asked || isUnclear(column, sum / SCALE)))
          doubts.ask(first.row, inWords(first.weight), scaleOfTable(column, sum))
        const count = table.units.size
        sums.push(`${table.name}: ${count === 1 ? '1 unità' : `${count} unità`}, in tutto ${inWords(sum)}.`)
      }
      return sums
    },
  }
}

type Weight = { row: number; weight: number }
/** `units`: the first weight of each unit; `again`: those of its other owners, and whether any differs from the first. */
type Table = { name: string; units: Map<string, Weight>; again: Weight[]; differ: boolean }
const emptyTable = (name: string): Table => ({ name, units: new Map(), again: [], differ: false })
type PlaceOfWeights = { building: string; unit: string; is_tenant: boolean }

const unitsOf = ({ units }: Table): Weight[] => [...units.values()]
const addUp = (weights: readonly Weight[]): number => weights.reduce((sum, { weight }) => sum + weight, 0)

/** Whether somebody said that the weights of a unit's rows are each person's, and are to be added. */
export const arePersons = (answers: Answers = {}): boolean => answers[WHOSE] === 'person'
const WHOSE = 'rows:weights_per'

/**
 * Co-owners' rows may repeat the unit's weight or hold each person's own. A table whose units add up to a whole says that
 * they repeat it; without one, and where they differ, a person says it.
 */
function askWhose(tables: readonly Table[], doubts: RowDoubts, answers: Answers): void {
  const repeated = tables.filter(({ again }) => again.length > 0)
  const unclear = repeated.find(({ differ }) => differ) ?? repeated[0]
  if (!unclear) return
  const isClear = tables.some((table) => isWhole(addUp(unitsOf(table)))) && !unclear.differ
  if (isClear && answers[WHOSE] === undefined) return
  const once = addUp(unitsOf(unclear))
  const all = once + addUp(unclear.again)
  for (const { row, weight } of unclear.again)
    doubts.ask(row, inWords(weight), whose(unclear.name, once, all))
}

const whose = (name: string, once: number, all: number): Doubt => ({
  question: WHOSE,
  text: ({ inRows, examples }) =>
    `${capital(inRows)} c’è un’altra persona della stessa unità con i suoi millesimi (${examples}): di chi sono?`,
  options: [
    {
      value: 'unit',
      label: 'Dell’unità, ripetuti in ogni riga',
      detail: `«${name}»: in tutto ${inWords(once)}`,
    },
    { value: 'person', label: 'Di ogni persona: si sommano', detail: `«${name}»: in tutto ${inWords(all)}` },
  ],
  proposal: null,
})

function askAboutRange(name: string, weights: readonly Weight[], doubts: RowDoubts): void {
  const ordered = weights.filter(({ weight }) => weight > 0).toSorted((a, b) => a.weight - b.weight)
  const [least, middle, most] = [ordered[0], ordered[Math.floor(ordered.length / 2)], ordered.at(-1)]
  if (!least || !middle || !most || isWhole(addUp(weights))) return
  const tooSmall = ordered.filter(({ weight }) => weight * FAR < middle.weight)
  const tooLarge = ordered.filter(({ weight }) => weight > middle.weight * FAR)
  for (const { row, weight } of [...tooSmall, ...tooLarge])
    doubts.ask(row, inWords(weight), outOfRange(name, middle.weight))
}
const FAR = 50

/** 1000, 100, 10.000 or 1.000.000 in all, but for rounding. */
const isWhole = (sum: number): boolean =>
  [100, 1_000, 10_000, 1_000_000].some((whole) => Math.abs(sum / SCALE - whole) <= whole * 0.0005)

const inWords = (weight: number): string =>
  (weight / SCALE).toLocaleString('it-IT', { useGrouping: 'always', maximumFractionDigits: 4 })

/** Whether the sum does not fit what the header or the values say: thousandths, percentages or parts of one. */
function isUnclear({ header, scale = 1 }: RecognisedColumn, sum: number): boolean {
  if (Math.abs(sum - 1_000) <= 5) return false
  return /%|\bperc/i.test(header) || scale === 1_000 || (scale === 1 && Math.abs(sum - 100) <= 0.5)
}

function scaleOfTable({ index, letter, header, scale = 1 }: RecognisedColumn, sum: number): Doubt {
  const inAll = (factor: number) => `in tutto ${inWords((sum / scale) * factor)} millesimi`
  return {
    question: `rows:scale:${index}`,
    text: () => `I valori di ${letter} «${header}» sono millesimi o percentuali?`,
    options: [
      { value: 'by:1', label: 'Millesimi', detail: inAll(1) },
      { value: 'by:10', label: 'Percentuali: 2,5 sono 25 millesimi', detail: inAll(10) },
      { value: 'by:1000', label: 'Parti di uno: 0,025 sono 25 millesimi', detail: inAll(1_000) },
    ],
    proposal: null,
  }
}

const outOfRange = (name: string, usual: number): Doubt => ({
  question: `rows:weights_range:${name.slice(0, 80)}`,
  text: ({ inRows, examples }) =>
    `${capital(inRows)} di «${name}» il valore è molto lontano dagli altri (${examples}, gli altri sono intorno a ${inWords(usual)}): è giusto?`,
  options: [
    { value: 'yes', label: 'Sì, è giusto', detail: 'altrimenti correggi il foglio e caricalo di nuovo' },
  ],
  proposal: null,
})

const otherTotal = (letter: string, name: string, written: number, sum: number): Doubt => ({
  question: `rows:weights_total:${name.slice(0, 80)}`,
  text: () =>
    `In ${letter} «${name}» il totale scritto è ${inWords(written)}, le righe sommano ${inWords(sum)}: importo lo stesso?`,
  options: [
    {
      value: 'yes',
      label: 'Sì, con i valori delle righe',
      detail: 'altrimenti correggi il foglio e caricalo di nuovo',
    },
  ],
  proposal: null,
})
