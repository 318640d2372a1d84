import type { Import, ImportKind, SheetMapping } from '@saldo/contract/imports'
import type { Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import type { RecognisedSheet } from './read/recognise-columns.ts'

/** How a sheet is read, stored between preview and confirmation. */
export type SheetPlan = {
  sheet: string
  skipped: boolean
  /** The header's row if the person chose it; null: find it. */
  header_row: number | null
  recognised: RecognisedSheet | null
}

export type StoredImport = {
  kind: ImportKind
  import_id: number
  customer_id: number
  created_by: number | null
  undone_by: number | null
  account_id: number | null
  file_name: string
  file_path: string
  state: Import['state']
  sheets: SheetPlan[]
  leave_out_errors: boolean
  opening_date: string | null
  opening_date_proposed: string | null
}

const noCounts: Import['counts'] = {
  bills: 0,
  amount: 0,
  new_bills: 0,
  new_amount: 0,
  same_bills: 0,
  new_accounts: 0,
  new_subjects: 0,
  errors: 0,
  warnings: 0,
  credits: 0,
  credits_amount: 0,
  skipped_totals: 0,
  hidden_rows: 0,
  hidden_columns: 0,
  left_out: 0,
  new_rows: 0,
  changed_rows: 0,
  same_rows: 0,
  new_units: 0,
  new_tables: 0,
  opening_debts: 0,
  opening_debts_amount: 0,
  opening_credits: 0,
  opening_credits_amount: 0,
  opening_undated: 0,
}

/** An import as the contract shows it. */
export const viewOf = (row: Row): Import => ({
  import_id: row.import_id,
  kind: row.kind,
  file_name: row.file_name,
  state: row.state,
  progress: { done: row.progress_done, total: row.progress_total },
  refusal: row.refusal,
  account_id: row.account_id,
  opening_date: row.opening_date ?? row.opening_date_proposed,
  sheets: (row.sheets as SheetPlan[]).map(mappingOf),
  counts: { ...noCounts, ...row.counts },
  notes: row.notes,
  created_at: row.created_at,
  finished_at: row.finished_at,
  can_undo: row.can_undo ?? false,
})

const mappingOf = ({ sheet, skipped, header_row, recognised }: SheetPlan): SheetMapping => ({
  sheet,
  skipped,
  layout: recognised?.layout ?? null,
  header_row: recognised?.header_row ?? header_row,
  columns: (recognised?.columns ?? []).map(({ index, letter, header, field, confidence, due_date }) => ({
    index,
    letter,
    header,
    field,
    confidence,
    due_date,
  })),
})

/** Locks the import; 404 when it is not the actor's. */
export async function lockImport(tx: Tx, import_id: number, kind: ImportKind): Promise<Row & StoredImport> {
  const [row] = await tx<
    (Row & StoredImport)[]
  >`select * from imports where import_id = ${import_id} and kind = ${kind} for update`
  if (!row) throw notFound('L’importazione')
  return row
}

/** Whether `i` is the customer's last registry import that was not undone; one that is being undone still counts. */
const isLast = (tx: Tx) => tx`(i.kind = 'registry' and not exists (
  select from imports l where l.customer_id = i.customer_id and l.kind = 'registry' and l.state in ('done', 'undoing')
    and (l.finished_at, l.import_id) > (i.finished_at, i.import_id)))`

/** Whether import `i` can be undone, judging only by later imports. */
export const canUndo = (tx: Tx) => tx`(i.state = 'done' and ${isLast(tx)})`

export async function isLastWritten(tx: Tx, { import_id }: StoredImport): Promise<boolean> {
  const [found] = await tx`select ${isLast(tx)} as last from imports i where i.import_id = ${import_id}`
  return found?.last === true
}
