import type { Answers, TablePlan } from '../import-view.ts'
import type { RecognisedColumn, RecognisedTable } from './recognise-columns.ts'
import { MANY } from './sheet-reading.ts'

/**
 * The plan with the columns that its answers choose. The other column that might hold the field stays tied, so that the
 * question can be answered anew.
 */
export function withAnswers(plan: TablePlan): TablePlan {
  const { recognised, answers } = plan
  if (!recognised) return plan
  const columns = recognised.columns.map((column) => ({ ...column }))
  const table: RecognisedTable = { ...recognised, columns }
  if (answers.pairs && answers.pairs !== 'all') choosePair(table, Number(answers.pairs))
  for (const [field, value] of Object.entries(answers))
    if (value !== undefined && /^\d+$/.test(value) && field !== 'pairs' && !MANY.has(field))
      chooseColumn(columns, field, Number(value))
  if (answers.building_codes === 'parts') {
    const parts = columns.find(({ field }) => field === 'condominium_name')
    if (parts) parts.field = columns.some(({ field }) => field === 'staircase') ? null : 'staircase'
  }
  const balance = columns.find(({ field }) => field === 'opening_balance' || field === 'opening_debt')
  if (balance && answers.marked_rows?.startsWith('owed:')) balance.field = 'opening_balance'
  else if (balance && answers.sign)
    balance.field = answers.sign === 'positive' ? 'opening_debt' : 'opening_balance'
  return { ...plan, recognised: table }
}

function chooseColumn(columns: RecognisedColumn[], field: string, index: number): void {
  const before = columns.find((column) => column.field === field)
  const now = columns.find((column) => column.index === index)
  if (!now || now === before || (now.tied !== field && now.field !== field)) return
  if (before)
    Object.assign(before, {
      field: null,
      tied: field,
      facts: before.facts && { ...before.facts, differs: true },
    })
  delete now.tied
  Object.assign(now, { field, confidence: 1 })
}

/** Only one pair of due date and amount is read: the table is a list. */
function choosePair(table: RecognisedTable, amount: number): void {
  const paired = table.columns.filter(({ pair }) => pair)
  const amounts = paired.filter(({ pair }) => pair === 'amount')
  const dues = paired.filter(({ pair }) => pair === 'due')
  const chosen = amounts.findIndex(({ index }) => index === amount)
  if (chosen < 0) return
  table.layout = 'list'
  for (const [i, column] of amounts.entries()) column.field = i === chosen ? 'amount' : null
  for (const [i, column] of dues.entries()) column.field = i === chosen ? 'due_date' : null
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
