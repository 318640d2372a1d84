import { whyNotDueOn, whyNotIssuedOn } from '@saldo/domain/accounting/registration-dates'
import { today } from '@saldo/domain/dates'
import {
  COMMENTED,
  EQUAL,
  NO_TOTAL,
  ODD,
  TWO_LINES,
  TWO_OF_A_UNIT,
  totalInWords,
  WRONG_ROW_TOTAL,
  WRONG_TOTAL,
} from '../doubts/doubts-of-rows.ts'
import { isExpense } from '../doubts/harmless-headers.ts'
import { mergedAmounts } from '../doubts/merged-amounts.ts'
import { asShown } from '../doubts/shown-amounts.ts'
import { leavesOutStruck } from '../doubts/struck-cells.ts'
import { addPlace, type DataRow, dataRows, hasOneTextOnly, splitUnit } from '../read/data-rows.ts'
import { isTotalLabel } from '../read/header-words.ts'
import type { RecognisedColumn } from '../read/recognise-columns.ts'
import { rowDoubts } from '../read/row-doubts.ts'
import { centsIn } from '../read/row-marks.ts'
import { type ImportSummary, type ReadTable, sheetReport } from '../read/sheet-reading.ts'
import { type Cell, cellAmount, cellDate, cellText, type Row } from '../spreadsheet/cells.ts'
import { type ReadRow, rowReader } from './bill-row.ts'
import { EXAMPLE_HOLDER } from './bills-template.ts'
import type { CandidateBill } from './candidate-bill.ts'
import type { Field } from './field-names.ts'
import { rowsAbove } from './rows-above.ts'

/** A bill read from a row; `column` when instalments stand side by side. */
export type Found = { bill: CandidateBill; column: RecognisedColumn | null }

/**
 * Makes the reader of one table. `read` yields the valid bills of a row and adds everything else to `summary`; `finish`
 * adds the questions that the rows gave rise to.
 */
export function billsReader(table: ReadTable, summary: ImportSummary) {
  const { recognised } = table
  const instalments = recognised.columns.filter(({ field }) => field === 'instalment')
  const listed = recognised.columns.filter(({ field }) => field === 'amount').slice(0, 1)
  const amounts = (recognised.layout === 'months' ? instalments : listed).map(({ index }) => index)
  const parts = recognised.columns.filter(({ field }) => field === 'part')
  const dueColumns = recognised.columns.filter(({ field }) => field === 'instalment_due')
  const rows = dataRows<Field>(table, summary, {
    amounts,
    isExample: ({ of }) => cellText(of('holder')) === EXAMPLE_HOLDER,
    isNote,
    decide,
    asShown: (cell, row, column) => asShown(cell, row, column, doubts),
    readsMerged: true,
  })
  const { indexOf } = rows
  const report = sheetReport(table, indexOf, summary)
  const readRow = rowReader(table.epoch)
  const doubts = rowDoubts(table, summary)
  const shareOut = mergedAmounts(amounts, doubts)
  const fromAbove = rowsAbove(doubts, indexOf)
  const named = nameOfTable(table)
  const isSum = ({ index }: RecognisedColumn) => (recognised.sums ?? []).some(({ whole }) => whole === index)
  const totals = recognised.columns.filter(({ field, header }) => field === null && isTotalLabel(header))
  const total = totals.length === 1 && totals[0] && !isSum(totals[0]) ? totals[0] : null
  const odd = new Set(recognised.odd_rows?.odd)
  const noTotals = new Set(recognised.odd_rows?.no_totals)

  function decide({ row, of }: DataRow<Field>): 'data' | 'left_out' | null {
    if (odd.has(row.row)) {
      const said = cellText(of('holder') ?? of('surname')) || row.cells.map(cellText).join(' · ')
      return doubts.ask(row.row, said, ODD) === 'read' ? 'data' : 'left_out'
    }
    if (!noTotals.has(row.row)) return null
    const said = row.cells.map(cellText).join(' · ')
    return doubts.ask(row.row, said, NO_TOTAL) === 'bill' ? 'data' : 'left_out'
  }

  function* read(row: Row): Generator<Found> {
    const data = rows.open(row)
    if (!data) return
    if (isNotAsked(data) || shareOut(data)) return rows.leaveOutMarked(data)
    const found = readRow(data.of)
    askTwoNames(data, found)
    found.complaints.push(...rows.cellErrors(data))
    found.warnings.push(...data.copied)
    found.warnings.push(...rows.buildingAbove(found.facts))
    fromAbove(data, found)
    addPlace(found.facts, rows.place)
    if (table.due_day) found.facts.due_date ??= table.due_day
    if (!indexOf.has('staircase')) splitUnit(found.facts)
    if (recognised.layout === 'list') yield* listBill(data, found)
    else yield* monthBills(data, found)
  }

  /** Whether a person says that a row that is struck through, or that a comment is about, is not asked for. */
  function isNotAsked(data: DataRow<Field>): boolean {
    const comment = table.comments?.get(data.row.row)
    const skipped = comment !== undefined && doubts.ask(data.row.row, comment, COMMENTED) === 'skip'
    return leavesOutStruck(data, doubts) || skipped
  }

  /** Asks whose the bill is if the cell of the name holds two names on two lines. */
  function askTwoNames({ row, of }: DataRow<Field>, { facts }: ReadRow): void {
    const cell = of('holder')
    const lines = cell?.kind === 'text' ? cell.value.split(/\s*[\r\n]+\s*/).filter((line) => line !== '') : []
    if (lines.length < 2 || !lines.every((line) => A_NAME.test(line))) return
    const answer = doubts.ask(row.row, lines.join(' / '), TWO_LINES)
    facts.holder = answer === 'first' ? lines[0] : lines.join(' e ')
  }

  function* listBill(data: DataRow<Field>, found: ReadRow): Generator<Found> {
    const { facts, complaints } = found
    const added = addedTo(data)
    if (added !== null) facts.amount = (facts.amount ?? 0) + added
    const amount = facts.amount
    const missing = (field: Field, message: string) => complainOnce(found, field, message)
    if (amount === undefined) missing('amount', 'Manca l’importo: scrivilo o lascia fuori la riga.')
    else if (amount === 0) missing('amount', 'L’importo è zero: una bolletta deve chiedere qualcosa.')
    else if (amount < 0) {
      summary.credits.count++
      summary.credits.sum += amount
      const message =
        'L’importo è negativo: è un credito, non una bolletta. Lascia fuori la riga o correggi l’importo.'
      complaints.push({ field: 'amount', code: 'credit', message })
    }
    if (!facts.due_date) missing('due_date', 'Manca la scadenza: scrivila come 15/09/2026.')
    if (facts.description === undefined && named) facts.description = named
    requireWho(found)
    yield* settled(data, found, [{ amount: amount ?? 0, due_date: facts.due_date ?? '', column: null }])
  }

  function* monthBills(data: DataRow<Field>, found: ReadRow): Generator<Found> {
    const { row, cells } = data
    const due: Due[] = []
    let unread = 0
    for (const column of instalments) {
      const cell = cells[column.index]
      const read = cellAmount(cell)
      if (!read.ok) {
        unread++
        const code = cell?.kind === 'error' ? 'cell_error' : 'amount'
        report(row, 'issues', { field: 'amount', code, message: read.reason }, column)
      } else if (read.value === null || read.value === 0) summary.empty_cells++
      else if (read.value < 0) {
        unread++
        summary.credits.count++
        summary.credits.sum += read.value
        const message =
          'L’importo è negativo: è un credito, non una rata. Svuota la cella o correggi l’importo.'
        report(row, 'issues', { field: 'amount', code: 'credit', message }, column)
      } else {
        const due_date = dueOf(row, cells, column)
        if (due_date) due.push({ amount: read.value, due_date, column })
        else unread++
        if (due_date === null)
          report(
            row,
            'issues',
            { field: 'due_date', code: 'missing', message: 'Manca la scadenza di questa colonna: indicala.' },
            column,
          )
      }
    }
    if (unread === 0)
      compareTotal(
        data,
        due.reduce((sum, { amount }) => sum + amount, 0),
      )
    const added = addedTo(data)
    const [first] = due
    if (added !== null && first && first.amount + added <= 0) {
      const message =
        'Con quello che si aggiunge la prima rata non chiede più niente: correggi gli importi o lascia fuori la riga.'
      report(row, 'issues', { field: 'amount', code: 'credit', message }, parts[0])
    } else if (added !== null && first) first.amount += added
    else if (added) due.push({ amount: added, due_date: table.due_day ?? '', column: null })
    if (due.length === 0) return
    requireWho(found)
    yield* settled(data, found, due)
  }

  /** Asks about a total that the file writes in the row and that no other columns of it explain. */
  function compareTotal({ row, cells }: DataRow<Field>, found: number): void {
    const read = total ? cellAmount(cells[total.index]) : null
    if (!read?.ok || read.value === null || read.value === found) return
    // A formula adds up numbers only: amounts that are text are missing in it.
    const texts =
      total && cells[total.index]?.formula
        ? instalments.filter(({ index }) => cells[index]?.kind === 'text')
        : []
    if (
      texts.length > 0 &&
      read.value === found - texts.reduce((sum, { index }) => sum + (centsIn(cells[index]) ?? 0), 0)
    )
      return
    doubts.ask(row.row, totalInWords({ written: read.value, found }), WRONG_ROW_TOTAL)
  }

  /** The cents in the columns that are added to the amount; null when they hold nothing. */
  function addedTo({ row, cells }: DataRow<Field>): number | null {
    let sum: number | null = null
    for (const column of parts) {
      const read = cellAmount(cells[column.index])
      if (!read.ok) report(row, 'issues', { field: 'amount', code: 'amount', message: read.reason }, column)
      else if (read.value !== null) sum = (sum ?? 0) + read.value
    }
    return sum
  }

  /** The due date of an instalment: the column's, else that of its column of dates. Undefined: it was reported as wrong. */
  function dueOf(row: Row, cells: Cell[], column: RecognisedColumn): string | null | undefined {
    const beside = dueColumns[instalments.indexOf(column)]
    if (!beside) return column.due_date ?? null
    const read = cellDate(cells[beside.index], table.epoch)
    if (read.ok && read.value !== null) return read.value
    const message = read.ok ? 'Manca la scadenza di questa rata: scrivila come 15/09/2026.' : read.reason
    report(row, 'issues', { field: 'due_date', code: read.ok ? 'missing' : 'date', message }, beside)
    return undefined
  }

  function* settled(data: DataRow<Field>, found: ReadRow, dues: readonly Due[]): Generator<Found> {
    const { row } = data
    for (const complaint of found.complaints) report(row, 'issues', complaint)
    if (found.complaints.length > 0) return
    for (const warning of found.warnings) report(row, 'warnings', warning)
    const { facts } = found
    const left = withoutPaid(dues, rows.paid(data))
    if (left.length === 0) rows.leaveOutMarked(data)
    for (const { amount, due_date, column } of left) {
      const wrong = whyNotDue(due_date, facts.issue_date)
      if (wrong) {
        report(row, 'issues', { field: 'due_date', code: 'date', message: wrong }, column)
        continue
      }
      const described = column ? { description: instalmentName(table, column, facts.description) } : {}
      const bill = {
        sheet: table.sheet,
        row: row.row,
        ...facts,
        ...described,
        holder: facts.holder ?? '',
        due_date,
        amount,
      }
      yield { bill, column }
    }
  }

  /** Whether a row that says the same as an earlier one is a bill of its own. */
  const isAnother = ({ row, holder }: CandidateBill, like: number): boolean =>
    table.answers?.repeats === 'yes' || doubts.ask(row, `${holder}, come la riga ${like}`, EQUAL) === 'both'

  /** Whether a row of another person in the unit of the row `like` is a bill of its own. */
  const isAnothers = ({ row, holder }: CandidateBill, like: number): boolean =>
    doubts.ask(row, `${holder}, come la riga ${like}`, TWO_OF_A_UNIT) === 'each'

  function finish(): void {
    summary.hidden.columns += rows.hiddenColumnsUsed()
    if (table.left_out) return
    for (const total of recognised.odd_rows?.totals ?? [])
      doubts.ask(total.row, totalInWords(total), WRONG_TOTAL)
    doubts.finish()
  }

  return { read, report, finish, isAnother, isAnothers }
}

function requireWho(found: ReadRow): void {
  const { facts } = found
  if (!facts.holder)
    complainOnce(found, 'holder', 'Manca l’intestatario: scrivi nome e cognome o ragione sociale.')
  if (!facts.condominium_name && !facts.condominium_fiscal_code)
    complainOnce(
      found,
      'condominium_name',
      'Manca il condominio: scrivilo nella riga o scegline uno per tutto il file.',
    )
}

/** Reports a missing field, unless the field already has a complaint. */
function complainOnce({ complaints }: ReadRow, field: Field, message: string): void {
  if (complaints.every((complaint) => complaint.field !== field))
    complaints.push({ field, code: 'missing', message })
}

/** Two words or more that begin with a capital, without digits. */
const A_NAME = /^\p{Lu}[\p{L}.'’]*(?: +\p{Lu}[\p{L}.'’-]*){1,4}$/u

type Due = { amount: number; due_date: string; column: RecognisedColumn | null }

/** What is left of the instalments of a row after what is paid of it, the first ones first. */
function withoutPaid(dues: readonly Due[], paid: number): readonly Due[] {
  if (paid <= 0) return dues
  let rest = paid
  return dues.flatMap((due) => {
    const less = Math.min(rest, due.amount)
    rest -= less
    return due.amount > less ? [{ ...due, amount: due.amount - less }] : []
  })
}

/** A bill without issue date is issued on the day of the import, or on its due date if that has passed. */
function whyNotDue(due_date: string, issue_date: string | undefined): string | null {
  if (issue_date) return whyNotDueOn(due_date, issue_date)
  return due_date < today() ? whyNotIssuedOn(due_date) : whyNotDueOn(due_date, today())
}

/**
 * The description of the bills of a list without a column for it: the kind of expense that its sheet is named after or, if a
 * person says that it bills what another table bills, too, its title or sheet.
 */
function nameOfTable({ sheet, recognised, answers = {} }: ReadTable): string | null {
  if (isExpense(sheet)) return sheet.trim()
  if (answers.repeats !== 'yes') return null
  return isGenericName(sheet)
    ? (recognised.title.text.split('\n').at(-1)?.slice(0, 200) ?? sheet)
    : sheet.trim()
}

const isGenericName = (sheet: string): boolean => /^(?:foglio|sheet|tabelle|feuil)\s*\d*$/i.test(sheet)

/** `Ordinaria – Gennaio`; a header that is only a due date adds nothing. */
function instalmentName(
  { sheet, recognised }: ReadTable,
  column: RecognisedColumn,
  said: string | undefined,
): string {
  const about = said ?? (isGenericName(sheet) ? (recognised.title.text.split('\n')[0] ?? '') : sheet)
  const own = /^(?:importo|rata|euro|€)?$/i.test(column.header.trim()) ? column.group : column.header
  const label = /[a-z]/i.test(own) ? own : ''
  return (
    [about, label]
      .filter((part) => part !== '')
      .join(' – ')
      .slice(0, 200) || 'Rata'
  )
}

/** Whether the row is no bill: one text alone, without digits or in a column that no bill needs, such as a signature. */
function isNote(data: DataRow<Field>): boolean {
  const { of, row } = data
  if (!hasOneTextOnly(data)) return false
  return !/\d/.test(cellText(row.cells[0])) || (!of('amount') && !of('due_date') && !of('number'))
}
