import { fold } from '@saldo/domain/fold'
import { fieldOfHeader } from '../bills/field-names.ts'
import { holdsMoney } from '../read/column-facts.ts'
import { normalHeader } from '../read/header-words.ts'
import { type RecognisedColumn, type RecognisedTable, release } from '../read/recognise-columns.ts'
import { saysPaid, saysState } from '../read/row-marks.ts'
import { doubtColumnsOfUnits } from '../registry/columns-of-units.ts'
import { holdsNumbers, isExpense, isHarmless, isIncluded, SECONDARY } from './harmless-headers.ts'

/**
 * Marks the columns of a list of bills that hold something and have no field, or one that their header only suggests. What
 * may be the amount, the due date or the payer is `tied` with the column that has this field; money that may be added to the
 * amount is `extra`; anything else needs a person to say its `use` or its `meaning`. Columns that sums or a closed
 * vocabulary explain are left alone.
 */
export function doubtColumns(table: RecognisedTable): void {
  if (table.layout === 'units') {
    doubtColumnsOfUnits(table)
    return
  }
  const { columns } = table
  const explained = explainedBySums(table)
  for (const column of columns) {
    if (isCounter(column)) {
      release(column)
      continue
    }
    if (column.field !== null) {
      if (isSuggested(column)) column.doubt = 'meaning'
      continue
    }
    // A rival without amounts is none: it says something else.
    if (column.tied === 'amount' && (column.facts?.amounts ?? 0) === 0) delete column.tied
    if (column.tied || explained.has(column.index) || !holdsSomething(column) || isMarked(column, table))
      continue
    const what = kindOf(column)
    if (what === 'money') doubtMoney(column, table)
    else if (what === 'name') tie(column, 'holder', columns, 'use')
    else column.doubt = 'use'
  }
  chooseAmount(table)
}

/** A column without a known name, or called a number, that only counts the rows. */
const isCounter = ({ field, header, confidence, facts }: RecognisedColumn): boolean =>
  facts?.counts === true &&
  facts.filled > 1 &&
  (field === null || (field === 'number' && confidence < 0.6)) &&
  !/€|\b(?:euro?|import[oi]|quot[ae]|sald[oi]|spes[ae]|mora)\b/.test(fold(header))

/** Money beside the amount: a total that the amount is part of is its rival, anything else may be added or paid. */
function doubtMoney(column: RecognisedColumn, { columns, layout, sums = [] }: RecognisedTable): void {
  const amount = columns.find(({ field }) => field === 'amount')?.index
  const total = sums.some(
    ({ whole, parts }) => whole === column.index && amount !== undefined && parts.includes(amount),
  )
  if (layout === 'list' && total) tie(column, 'amount', columns, 'extra')
  else column.doubt = 'extra'
}

/** A rival of the column with the field; without one it keeps a doubt of its own. */
function tie(
  column: RecognisedColumn,
  field: string,
  columns: readonly RecognisedColumn[],
  else_: RecognisedColumn['doubt'],
): void {
  const chosen = columns.some((other) => other.field === field)
  if (!chosen && else_) column.doubt = else_
  if (!chosen) return
  column.tied = field
  if (column.facts) column.facts.differs = true
}

/** Several columns hold money and no header says which one is the amount: it proposes the first and asks about all. */
function chooseAmount({ layout, columns }: RecognisedTable): void {
  const someone = columns.some(({ field }) => field === 'holder' || field === 'surname')
  const dated = columns.some(({ field }) => field === 'due_date')
  if (layout !== 'list' || !someone || !dated || columns.some(({ field }) => field === 'amount')) return
  const [first, ...others] = columns.filter(({ doubt }) => doubt === 'extra')
  if (!first || others.length === 0) return
  delete first.doubt
  Object.assign(first, { field: 'amount', confidence: 0.3 })
  for (const other of others) {
    delete other.doubt
    tie(other, 'amount', columns, 'extra')
  }
}

/** The columns that add up to the amount or to the instalments, or repeat it, and those whose total it is part of. */
function explainedBySums({ columns, sums = [], layout }: RecognisedTable): ReadonlySet<number> {
  const at = (index: number) => columns.find((column) => column.index === index)
  const isAmount = (index: number) => ['amount', 'instalment'].includes(at(index)?.field ?? '')
  const explained = new Set<number>()
  for (const { whole, parts } of sums) {
    if (parts.every(isAmount) && (layout === 'months' || parts.length === 1)) explained.add(whole)
    if (!isAmount(whole) || layout !== 'list') continue
    if (parts.every((index) => isAmount(index) || isPart(at(index))))
      for (const index of parts) explained.add(index)
  }
  // The amount is itself a part of a greater total: that total is its rival, and explains the other parts.
  for (const { whole, parts } of sums)
    if (!isAmount(whole) && parts.length > 1 && parts.some(isAmount))
      for (const index of parts) if (isPart(at(index))) explained.add(index)
  for (const { index, header } of columns) if (isIncluded(header)) explained.add(index)
  return explained
}
const isPart = (column: RecognisedColumn | undefined): boolean =>
  column !== undefined && (column.tied === 'amount' || isExpense(column.header))

function holdsSomething({ header, facts }: RecognisedColumn): boolean {
  if (!facts || facts.filled === 0) return false
  if (facts.amounts === facts.filled && facts.positive === 0 && facts.negative === 0) return false
  if (saysState(header) && facts.values?.length === 1 && OPEN.test(fold(facts.values[0]?.text ?? '')))
    return false
  if (facts.values?.every(({ text }) => /^(?:19|20)\d\d$/.test(text))) return false
  const meant = fieldOfHeader(header)?.field
  // A hidden column that loses against a visible one of the same name.
  if (meant === 'amount' && facts.amounts * 2 > facts.filled && !MAY_BE_EXTRA.test(normalHeader(header)))
    return false
  if (meant && SECONDARY.has(meant)) return false
  if (meant === 'description' && facts.amounts * 2 <= facts.filled) return false
  if (!isHarmless(header)) return true
  return facts.amounts * 2 > facts.filled && (facts.with_cents ?? 0) > 0 && !holdsNumbers(header)
}

/** Paid amounts and states, about which the marks of the rows ask. */
const isMarked = ({ header, facts }: RecognisedColumn, { marks }: RecognisedTable): boolean =>
  (saysPaid(header) && (marks !== undefined || facts?.names === 0)) ||
  (saysState(header) && marks?.state !== null && marks !== undefined)

/** What a column of states may say of every row without changing anything. */
const OPEN =
  /^(?:apert[oaie]|attiv[oaie]|da (?:pagare|incassare|emettere)|emess[oaie]|insolut[oaie]|scadut[oaie]|non pagat[oaie]|avvis[oi]|bollett[ae]|rat[ae]|fattur[ae]|dare|d|\+)$/
const MAY_BE_EXTRA = /\b(?:residuo|saldo|rate)\b/

function kindOf(column: RecognisedColumn): 'money' | 'date' | 'name' | 'other' {
  const { filled = 0, amounts = 0, points = 0, dates = 0, names = 0 } = column.facts ?? {}
  if ((amounts + points) * 2 > filled) return holdsMoney(column) || looksLikeMoney(column) ? 'money' : 'other'
  if (dates * 2 > filled) return 'date'
  return names * 2 > filled ? 'name' : 'other'
}
/** Without a header that says otherwise numbers are money. */
const looksLikeMoney = ({ header }: RecognisedColumn): boolean =>
  !/%|\b(?:numero|mill|tab)/.test(normalHeader(header))

/** A field that the header only suggests, so that a person must agree. */
function isSuggested({ field, header, confidence, facts }: RecognisedColumn): boolean {
  if (!facts || facts.filled === 0 || field === null) return false
  if (WEAK.has(field) && confidence < 0.6 && (field !== 'number' || facts.amounts > 0)) return true
  if (TEXTS.has(field)) return facts.amounts * 2 > facts.filled && (facts.with_cents ?? 0) > 0
  if (field === 'iban') return confidence < 1
  return GUESSED.has(field) && confidence < 1 && confidence >= 0.6 && !saysOnlyThat(header)
}
const WEAK = new Set(['number', 'unit', 'issue_date'])
const TEXTS = new Set(['description', 'notes', 'number', 'holder'])
const GUESSED = new Set(['due_date', 'holder', 'unit', 'number', 'fiscal_code'])
const saysOnlyThat = (header: string): boolean =>
  normalHeader(header)
    .split(' ')
    .every(
      (word) => KNOWN.has(word) || /^\d{1,4}$/.test(word) || (fieldOfHeader(word)?.confidence ?? 0) >= 0.6,
    )
const KNOWN = new Set(
  'data numero codice id rata prima seconda terza quarta anno nome cognome condomino intestatario proprietario pagamento versamento entro gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
    ' ',
  ),
)

/**
 * Columns of money of a list that may be instalments: numbered, or of unknown name and adding up to the amount. Asked
 * before anything else about them.
 */
export function mayBeInstalments({ layout, columns, sums = [], split }: RecognisedTable): RecognisedColumn[] {
  if (split) return columns.filter(({ index }) => split.includes(index))
  if (layout !== 'list') return []
  const amount = columns.find(({ field }) => field === 'amount')
  const money = columns.filter(
    (column) =>
      (column.tied === 'amount' ||
        (column === amount && column.confidence < 0.6) ||
        column.doubt === 'extra') &&
      !isExpense(column.header),
  )
  const named = money.filter(({ header }) => NUMBERED.test(normalHeader(header)))
  if (named.length > 1) return named
  const total = sums.find(
    ({ whole, parts }) =>
      whole === amount?.index &&
      parts.length > 1 &&
      parts.every((index) => money.some((column) => column.index === index)),
  )
  return total ? columns.filter(({ index }) => total.parts.includes(index)) : []
}
const NUMBERED =
  /^(?:[a-z]{0,12} )?\d{1,2}[a-z]?$|\brat[ae]\b|^(?:[ivx]+|prim[ao]|second[ao]|terz[ao]|quart[ao])\b|\b(?:bimestre|trimestre|quadrimestre|semestre|trim|bim|sem|acconto|saldo)\b/
