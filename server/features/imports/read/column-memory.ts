import { createHash } from 'node:crypto'
import type { ImportKind } from '@saldo/contract/imports'
import type { Tx } from '../../../db/connection.ts'
import type { Answers, StoredImport, TablePlan } from '../import-view.ts'
import { withAnswers } from './answer-questions.ts'
import { normalHeader } from './header-words.ts'
import type { RecognisedColumn, RecognisedTable } from './recognise-columns.ts'
import { isRowDoubt } from './row-doubts.ts'

/* A confirmed import shows what its columns mean: the customer's next sheet with the same headers is read the same way, and
   what was asked about its columns is not asked again. Due dates are remembered, too, but asked about each time, because the
   next sheet is of another year. */

type Kept = {
  fields: Record<string, string | null>
  answers: Answers
  due_dates: Record<string, string>
  layout: RecognisedTable['layout'] | null
}

/** Answers about one file only: they are asked anew. */
const OF_ONE_FILE = new Set([
  'condominium',
  'due_dates',
  'due_day',
  'building_above',
  'hidden_rows',
  'headings',
  'marked_rows',
  'annual',
  'sign',
  'table_role',
  'matter',
  'repeats',
  'decimals',
  'money',
  'date_order',
])

/** Which rows a column leaves out depends on the words in it, and the next file may have others. */
const choosesRows = (answer: string | undefined): boolean => /^(?:skip_|only:)/.test(answer ?? '')

/** Remembers for this customer how the tables of an import were read. */
export async function rememberColumns(tx: Tx, { customer_id, kind, tables }: StoredImport): Promise<void> {
  for (const { skipped, recognised, answers } of tables) {
    if (skipped || !recognised) continue
    const fields = Object.fromEntries(recognised.columns.map(({ index, field }) => [index, field]))
    const kept = Object.fromEntries(
      Object.entries(answers).filter(
        ([id, value]) => !OF_ONE_FILE.has(id) && !isRowDoubt(id) && !choosesRows(value),
      ),
    )
    const due_dates = Object.fromEntries(
      recognised.columns.flatMap(({ index, due_date }) => (due_date ? [[index, due_date]] : [])),
    )
    await tx`
      insert into import_mappings (customer_id, kind, fingerprint, fields, answers, due_dates, layout)
      values (${customer_id}, ${kind}, ${fingerprintOf(recognised)}, ${tx.json(fields)}, ${tx.json(kept as never)},
        ${tx.json(due_dates)}, ${recognised.layout})
      on conflict (customer_id, kind, fingerprint) do update
      set fields = excluded.fields, answers = excluded.answers, due_dates = excluded.due_dates,
        layout = excluded.layout, kept_at = now()`
  }
}

/** The plans, with the columns that this customer chose for the same headers before. */
export async function recallColumns(tx: Tx, kind: ImportKind, plans: TablePlan[]): Promise<TablePlan[]> {
  const recalled: TablePlan[] = []
  for (const plan of plans) {
    const [kept] = plan.recognised
      ? await tx<Kept[]>`
          select fields, answers, due_dates, layout from import_mappings
          where kind = ${kind} and fingerprint = ${fingerprintOf(plan.recognised)}`
      : []
    recalled.push(kept && plan.recognised ? recall(plan, plan.recognised, kept) : plan)
  }
  return recalled
}

/** A table is recognised by its headers and their columns; the header's row may change from month to month. */
function fingerprintOf({ columns }: RecognisedTable): string {
  const headers = columns
    .filter(({ header }) => header !== '')
    .map(({ index, group, header }) => [index, normalHeader(group), normalHeader(header)])
  return createHash('sha256').update(JSON.stringify(headers)).digest('base64url')
}

function recall(plan: TablePlan, recognised: RecognisedTable, kept: Kept): TablePlan {
  const remembered = Object.keys(kept.answers).filter((question) => plan.answers[question] === undefined)
  const answered = withAnswers({ ...plan, remembered, answers: { ...kept.answers, ...plan.answers } })
  const table = answered.recognised ?? recognised
  let dues_derived = table.dues_derived
  const columns = table.columns.map((column): RecognisedColumn => {
    const field = kept.fields[column.index]
    if (field === undefined) return column
    const due_date =
      column.due_date ?? (field === 'instalment' ? (kept.due_dates[column.index] ?? null) : null)
    if (due_date !== (column.due_date ?? null)) dues_derived = true
    const dated = field === 'instalment' ? { due_date } : {}
    if (field === column.field) return { ...column, ...dated }
    return { ...column, ...dated, field, confidence: field === null ? 0 : 1 }
  })
  const layout = kept.layout ?? table.layout
  return { ...answered, recognised: { ...table, layout, columns, ...(dues_derived ? { dues_derived } : {}) } }
}
