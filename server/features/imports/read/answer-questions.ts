import { mayBeInstalments } from '../doubts/unused-columns.ts'
import type { Answers, TablePlan } from '../import-view.ts'
import { FURTHER_RIGHTS } from '../registry/further-people.ts'
import type { RecognisedColumn, RecognisedTable } from './recognise-columns.ts'
import { FURTHER, MANY } from './sheet-reading.ts'

/**
 * The plan with the columns that its answers choose. The other column that might hold the field stays tied, so that the
 * question can be answered anew.
 */
export function withAnswers(plan: TablePlan): TablePlan {
  const { recognised, answers } = plan
  if (!recognised) return plan
  const columns = recognised.columns.map(asRecognised)
  const table: RecognisedTable = { ...recognised, columns }
  if (table.split) Object.assign(table, { layout: 'list', split: undefined })
  if (table.pairs_unsure) table.layout = 'months'
  if (answers.instalments === 'yes') splitIntoInstalments(table)
  if (answers.pairs && answers.pairs !== 'all') choosePair(table, Number(answers.pairs))
  for (const [field, value] of Object.entries(answers))
    if (value !== undefined && /^\d+$/.test(value) && field !== 'pairs' && !MANY.has(field))
      chooseColumn(columns, field, Number(value))
  if (answers.opening_debt === 'sum')
    for (const column of columns) if (column.tied === 'opening_debt') change(column, 'opening_debt')
  if (answers.amount === 'sum')
    addUp(columns.filter(({ tied, facts }) => tied === 'amount' && facts?.differs))
  for (const column of columns)
    useColumn(columns, column, answers[`${column.doubt === 'extra' ? 'extra' : 'column'}:${column.index}`])
  // Until somebody says which column has the further people, their contacts belong to nobody and are not read.
  if (!columns.some(({ field }) => field !== null && field in FURTHER_RIGHTS))
    for (const column of columns) if (column.field === 'also_contact') change(column, null)
  const codes = columns.find(({ field }) => field === 'condominium_name')
  if (codes && answers.building_codes === 'none') change(codes, null)
  if (codes && answers.building_codes === 'parts') change(codes, partOfBuilding(recognised, columns))
  for (const column of columns) chooseScale(column, answers)
  chooseBalance(columns, answers.two_balances)
  for (const column of columns) if (column.whose) chooseWhose(columns, column, answers)
  const balance = columns.find(
    ({ field, doubt }) => !doubt && (field === 'opening_balance' || field === 'opening_debt'),
  )
  if (balance && answers.marked_rows?.startsWith('owed:')) balance.field = 'opening_balance'
  else if (balance && answers.sign)
    balance.field = answers.sign === 'positive' ? 'opening_debt' : 'opening_balance'
  return { ...plan, recognised: table }
}

/** The field of a column that says the part of a condominium: beside the staircases, it is what holds them. */
function partOfBuilding({ layout }: RecognisedTable, columns: readonly RecognisedColumn[]): string | null {
  if (!columns.some(({ field }) => field === 'staircase')) return 'staircase'
  return layout === 'units' ? 'building' : null
}

/** A column before answers changed its field, so that they can be answered anew. */
function asRecognised(column: RecognisedColumn): RecognisedColumn {
  const { own, keeps: _, ...rest } = column
  return own === undefined ? { ...rest } : { ...rest, field: own }
}

function change(column: RecognisedColumn, field: string | null): void {
  if (column.own === undefined) column.own = column.field
  column.field = field
}

/** Adds the cents of these columns to the amount of the row. */
const addUp = (columns: readonly RecognisedColumn[]): void => {
  for (const column of columns) change(column, 'part')
}

/** A column that a person said the use of; the one that had the field gives way. */
function useColumn(
  columns: readonly RecognisedColumn[],
  column: RecognisedColumn,
  use: string | undefined,
): void {
  if (use === undefined || !column.doubt) return
  if (/^(?:skip_|only:)/.test(use)) column.keeps = use
  const field = use === 'none' || column.keeps ? null : use
  if (field === column.field) return
  for (const other of columns)
    if (field !== null && !MANY.has(field) && !BALANCES.has(field) && other.field === field)
      change(other, null)
  change(column, field)
}
/** Balances in several columns add up. */
const BALANCES: ReadonlySet<string> = new Set(['opening_balance', 'opening_debt', 'opening_credit'])

/** The columns that the person says are instalments; the total gives way to them. */
function splitIntoInstalments(table: RecognisedTable): void {
  const instalments = mayBeInstalments(table)
  if (instalments.length === 0) return
  for (const column of table.columns) {
    if (instalments.includes(column)) change(column, 'instalment')
    else if (column.field === 'amount' || column.field === 'due_date') change(column, null)
  }
  table.layout = 'months'
  table.split = instalments.map(({ index }) => index)
}

function chooseColumn(columns: RecognisedColumn[], field: string, index: number): void {
  const before = columns.find((column) => column.field === field)
  const now = columns.find((column) => column.index === index)
  if (!now || now === before || (now.tied !== field && now.field !== field)) return
  if (before)
    Object.assign(before, {
      field:
        before.field && columns.some(({ field: other }) => other === FURTHER[field]) ? FURTHER[field] : null,
      tied: field,
      facts: before.facts && { ...before.facts, differs: true },
    })
  delete now.tied
  Object.assign(now, { field, confidence: 1 })
}

function chooseScale(column: RecognisedColumn, answers: Answers): void {
  const scale = Number(/^by:(\d+)$/.exec(answers[`rows:scale:${column.index}`] ?? '')?.[1])
  if (scale) column.scale = scale
}

/** Keeps the column that was chosen of a balance and a debt, and drops the other. */
function chooseBalance(columns: RecognisedColumn[], answer: string | undefined): void {
  const chosen = /^column:(\d+)$/.exec(answer ?? '')?.[1]
  if (!chosen) return
  for (const column of columns) {
    const field = column.field ?? column.balance
    if (!field || !['opening_balance', 'opening_debt', 'opening_credit'].includes(field)) continue
    column.balance = field
    if (String(column.index) !== chosen) change(column, null)
  }
}

/** A column of tax codes or contacts of the owner or of the tenant. */
function chooseWhose(columns: RecognisedColumn[], column: RecognisedColumn, answers: Answers): void {
  const { whose = '', index } = column
  const answer = answers[`whose:${index}`]
  if (!answer) return
  const field = answer === 'tenant' ? `tenant_${whose}` : answer === 'owner' ? whose : null
  for (const other of columns) if (field && other !== column && other.field === field) change(other, null)
  change(column, field)
}

/** Only one pair of due date and amount is read: the table is a list. */
function choosePair(table: RecognisedTable, amount: number): void {
  const paired = table.columns.filter(({ pair }) => pair)
  const amounts = paired.filter(({ pair }) => pair === 'amount')
  const dues = paired.filter(({ pair }) => pair === 'due')
  const chosen = amounts.findIndex(({ index }) => index === amount)
  if (chosen < 0) return
  table.layout = 'list'
  for (const [i, column] of amounts.entries()) change(column, i === chosen ? 'amount' : null)
  for (const [i, column] of dues.entries()) change(column, i === chosen ? 'due_date' : null)
}

/** The answers that a person's own choice of columns gives: who sets a column by hand needs no question about it. */
export function answersOfChanges(before: RecognisedTable, after: RecognisedTable): Answers {
  const given: Answers = {}
  const was = ({ index }: RecognisedColumn) => before.columns.find((column) => column.index === index)
  for (const column of after.columns) {
    const { field } = column
    if (field !== null && !MANY.has(field) && was(column)?.field !== field)
      given[field] = String(column.index)
  }
  const instalments = after.columns.filter(({ field }) => field === 'instalment')
  if (
    instalments.length > 0 &&
    instalments.every((each) => each.due_date && was(each)?.due_date !== each.due_date)
  )
    given.due_dates = 'yes'
  return given
}
