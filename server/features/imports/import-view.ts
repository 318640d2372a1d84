import type { Import, ImportKind, TableMapping } from '@saldo/contract/imports'
import type { Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import type { JobActor } from '../../services.ts'
import type { PeopleAnswers, PeopleQuestion } from './match/people-questions.ts'
import type { SimilarAccount } from './match/similar-accounts.sql.ts'
import { holdsMoney } from './read/column-facts.ts'
import { knownBuildings } from './read/known-buildings.ts'
import { questionsOf } from './read/questions.ts'
import type { RecognisedTable } from './read/recognise-columns.ts'
import type { FoundDoubt } from './read/row-doubts.ts'
import type { Buildings } from './read/table-building.ts'

/**
 * How a table of a sheet is read, stored between preview and confirmation. `table` counts the tables of a sheet from 1.
 * `answers`: what the person decided, by question; see questions.ts.
 */
export type TablePlan = {
  sheet: string
  table: number
  skipped: boolean
  /** The header's row if the person chose it; null: find it. */
  header_row: number | null
  recognised: RecognisedTable | null
  answers: Answers
  /** Questions whose answers were given for an earlier file. */
  remembered?: string[]
  why_skipped?: TableMapping['why_skipped']
  /** Italian requests for the required fields that no column of the table has. */
  missing?: string[]
  /** Questions about single rows. */
  doubts?: FoundDoubt[]
  /** The version of the scan that made the plan; see reading-version.ts. */
  reading?: number
  /** The other kind of import, if the table looks like one. */
  better_as?: ImportKind | null
}
export type Answers = Partial<Record<string, string>>

/** A cell that the person corrected; `ref` like `F26`. */
export type Correction = { sheet: string; ref: string; value: string }

export type StoredImport = {
  kind: ImportKind
  import_id: number
  customer_id: number
  created_by: number | null
  undone_by: number | null
  /** In which it was loaded or, later, asked to be undone; the one who did so is a super user then. */
  impersonation_id: number | null
  account_id: number | null
  file_name: string
  file_path: string
  state: Import['state']
  tables: TablePlan[]
  /** Bills whose number is taken get a new one. */
  renumber: boolean
  corrections: Correction[]
  similar_accounts: SimilarAccount[]
  /** Whether a new name is `account:12`, which exists, or `new`. */
  same_accounts: Record<string, string>
  /** Questions about people of the office, and the answers by question. */
  people_questions: PeopleQuestion[]
  people_answers: PeopleAnswers
  leave_out_errors: boolean
  opening_date: string | null
  opening_date_proposed: string | null
}

/** For whom the jobs of an import work: whoever loaded it. */
export const uploaderOf = ({ customer_id, created_by, impersonation_id }: StoredImport): JobActor => ({
  customer_id,
  user_id: created_by,
  impersonation_id,
})

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
  skipped_notes: 0,
  taken_numbers: 0,
  renumbered: 0,
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
const viewOf = (row: Row & StoredImport, known: Buildings): Import => ({
  import_id: row.import_id,
  kind: row.kind,
  file_name: row.file_name,
  state: row.state,
  progress: { done: row.progress_done, total: row.progress_total },
  refusal: row.refusal,
  account_id: row.account_id,
  opening_date: row.opening_date ?? row.opening_date_proposed,
  tables: row.tables.map(mappingOf),
  questions: importQuestions(row, known),
  renumber: row.renumber,
  counts: { ...noCounts, ...row.counts },
  notes: row.notes,
  created_at: row.created_at,
  finished_at: row.finished_at,
  can_undo: row.can_undo ?? false,
})

/** The same, with the condominiums that its choices name. */
export const viewIn = async (tx: Tx, row: Row): Promise<Import> =>
  viewOf(row as Row & StoredImport, await knownBuildings(tx, row as Row & StoredImport))

const mappingOf = ({
  sheet,
  table,
  skipped,
  why_skipped,
  missing = [],
  better_as,
  header_row,
  recognised,
}: TablePlan): TableMapping => ({
  sheet,
  table,
  skipped,
  why_skipped: skipped ? why_skipped : null,
  missing,
  better_as,
  layout: recognised?.layout ?? null,
  header_row: recognised?.header_row ?? header_row,
  columns: (recognised?.columns ?? []).map(
    ({ index, letter, header, group, field, confidence, due_date, facts }) => ({
      index,
      letter,
      header,
      group,
      field,
      confidence,
      due_date,
      filled: facts?.filled ?? null,
      sum:
        facts && facts.amounts * 2 > facts.filled && holdsMoney({ header, group, facts }) ? facts.sum : null,
    }),
  ),
})

/** All questions about an import: those of its tables, and whether new condominiums are ones that exist. */
export const importQuestions = (
  { tables, similar_accounts, same_accounts, people_questions, people_answers }: StoredImport,
  known: Buildings,
): Import['questions'] => [
  ...questionsOf(tables, known),
  ...similar_accounts.map(({ name, accounts, others }) => ({
    question: `same:${name}`,
    sheet: null,
    table: null,
    text: `«${name}» non c’è ancora, ma c’è un nome simile: è lo stesso condominio?`,
    options: [
      ...accounts.map((account) => ({
        value: `account:${account.account_id}`,
        label: `Sì, è ${account.name}`,
        detail: null,
      })),
      ...others.map((other) => ({
        value: `name:${other}`,
        label: `Sì, è ${other}`,
        detail: 'anche questo è nel file',
      })),
      { value: 'new', label: 'No, è un condominio nuovo', detail: null },
    ],
    free: null,
    proposal: 'new',
    answer: same_accounts[name] ?? null,
    remembered: false,
  })),
  ...people_questions.map((asked) => ({
    ...asked,
    sheet: null,
    table: null,
    answer: people_answers[asked.question] ?? null,
    remembered: false,
  })),
]

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
