import { z } from 'zod'
import { endpoint, file, Id, IdParams, staff } from './endpoint.ts'
import * as fields from './fields.ts'
import { page } from './list.ts'

declare module './record-kinds.ts' {
  interface RecordKinds {
    import: true
  }
}

export const importStates = [
  'reading',
  'refused',
  'to_check',
  'writing',
  'done',
  'failed',
  'discarded',
  'undoing',
  'undone',
] as const

export const importRowStatuses = ['new', 'changed', 'warning', 'same', 'error', 'left_out', 'unread'] as const

/** The kind of import: bills, or a registry (units with people, weights and balances). */
export const importKinds = ['bills', 'registry'] as const
export type ImportKind = (typeof importKinds)[number]

/** Why a table is not imported: its sheet is hidden, columns are missing, no header was found, or a person left it out. */
export const whySkipped = ['hidden_sheet', 'missing_columns', 'no_header', 'by_hand'] as const

/** How one table of a sheet is read: the field of each column; `null` leaves the column out. */
export const TableMapping = z.object({
  sheet: z.string().max(200),
  table: z.number().int().min(1).meta({ description: 'Counts the tables of the sheet' }),
  skipped: z.boolean().meta({ description: 'The table is left out' }),
  why_skipped: z.enum(whySkipped).nullish(),
  missing: z
    .array(z.string())
    .max(20)
    .optional()
    .meta({ description: 'What its columns must still say, as requests in Italian' }),
  better_as: z
    .enum(['bills', 'registry'])
    .nullish()
    .meta({ description: 'The other kind of import, if the table looks like one' }),
  layout: z
    .enum(['list', 'months', 'units'])
    .nullable()
    .meta({ description: 'Null: no header was recognised, say its row' }),
  header_row: z.number().int().min(1).nullable(),
  columns: z
    .array(
      z.object({
        index: z.number().int().min(0),
        letter: z.string().max(3),
        header: z.string(),
        group: z.string().optional().meta({ description: 'The heading above the header' }),
        field: z.string().max(40).nullable(),
        confidence: z.number().meta({ description: '0 no idea, 1 an exact usual name' }),
        due_date: fields.Day.nullish().meta({ description: 'Of a month column' }),
        filled: z.number().nullish().meta({ description: 'Cells with content, if counted' }),
        sum: z.number().nullish().meta({ description: 'Cents in all, of a column of amounts of money' }),
      }),
    )
    .max(1000),
})
export type TableMapping = z.infer<typeof TableMapping>

/**
 * Something that the file does not say beyond doubt: until a person answers, the import cannot be confirmed. It is asked
 * of a table, or of the whole file (`sheet` null).
 */
export const ImportQuestion = z.object({
  question: z.string(),
  sheet: z.string().nullable(),
  table: z.number().nullable(),
  text: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string(), detail: z.string().nullable() })),
  free: z.enum(['condominium', 'date', 'takeover']).nullable().meta({
    description:
      'What else is an answer: `account:` and an id or `name:` and a new name (condominium), a day (date), `takes:` and a day (takeover)',
  }),
  proposal: z.string().nullable().meta({ description: 'How the rows are read until somebody answers' }),
  answer: z.string().nullable(),
  remembered: z
    .boolean()
    .meta({ description: 'The answer was given for an earlier file with the same columns' }),
})

/** An import, from upload to end. Money in cents. */
export const Import = z
  .object({
    import_id: z.number(),
    kind: z.enum(importKinds),
    file_name: z.string(),
    state: z.enum(importStates),
    progress: z.object({ done: z.number(), total: z.number().nullable() }),
    refusal: z
      .string()
      .nullable()
      .meta({ description: 'Why the file cannot be read, or why it could not be undone, in Italian' }),
    account_id: z
      .number()
      .nullable()
      .meta({ description: 'The condominium of all rows, when they do not say it' }),
    opening_date: fields.StoredDay.nullable().meta({
      description:
        'Of a registry: the day of the opening balances whose row says none, as chosen or as the file’s title or header proposes',
    }),
    tables: z.array(TableMapping),
    questions: z.array(ImportQuestion),
    renumber: z.boolean().meta({ description: 'Bills whose number is taken get a new one' }),
    counts: z.object({
      bills: z.number(),
      amount: z.number(),
      new_bills: z.number(),
      new_amount: z.number().meta({ description: 'Cents of the new bills: what confirming writes' }),
      same_bills: z.number().meta({ description: 'Already there, left alone' }),
      new_accounts: z.number(),
      new_subjects: z.number(),
      errors: z.number(),
      warnings: z.number(),
      credits: z.number().meta({ description: 'Negative amounts: set apart, never bills' }),
      credits_amount: z.number(),
      skipped_totals: z.number(),
      skipped_notes: z.number().meta({ description: 'Rows of text without amount' }),
      taken_numbers: z.number().meta({ description: 'Wrong rows whose number another bill has' }),
      renumbered: z.number().meta({ description: 'Bills that get a new number' }),
      hidden_rows: z.number(),
      hidden_columns: z.number(),
      left_out: z.number().meta({ description: 'Wrong rows explicitly left out' }),
      new_rows: z.number().meta({ description: 'Of a registry: rights in units that are not there yet' }),
      changed_rows: z.number().meta({ description: 'Rows that change something of what is there' }),
      same_rows: z.number().meta({ description: 'Rows that say what is there already' }),
      new_units: z.number(),
      new_tables: z.number().meta({ description: 'New tables of weights' }),
      opening_debts: z.number().meta({ description: 'Balances that become a bill “Saldo precedente”' }),
      opening_debts_amount: z.number().meta({ description: 'Cents owed' }),
      opening_credits: z.number().meta({ description: 'Balances that become credit' }),
      opening_credits_amount: z.number().meta({ description: 'Cents in credit' }),
      opening_undated: z
        .number()
        .meta({ description: 'Balances whose row says no day: they need `opening_date`' }),
    }),
    notes: z.array(z.string()).meta({ description: 'Sentences worth reading before confirming' }),
    created_at: fields.Instant,
    finished_at: fields.Instant.nullable(),
    can_undo: z.boolean().meta({ description: 'The last import of a registry, while it stands' }),
  })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof Import>

/** An error or a warning about one cell; `ref` is its address, like `I11`. */
export const ImportIssue = z.object({
  ref: z.string().nullable(),
  header: z.string().nullable(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
})
export const ImportRow = z.object({
  row_id: z.number(),
  sheet: z.string(),
  row: z.number(),
  table: z.number().nullable().meta({ description: 'Of a wrong row: which table of the sheet' }),
  status: z.enum(importRowStatuses),
  account_name: z.string().nullable(),
  holder: z.string().nullable(),
  fiscal_code: z.string().nullable(),
  unit: z.string().nullable(),
  number: z.string().nullable(),
  description: z.string().nullable(),
  due_date: z.string().nullable().meta({ description: 'Of a registry the day of the opening balance' }),
  right_kind: z.string().nullable().meta({ description: 'Of a registry: what the holder is in the unit' }),
  amount: z
    .number()
    .nullable()
    .meta({ description: 'Of a registry the opening balance, negative what is owed' }),
  issues: z.array(ImportIssue),
})

/**
 * Corrected settings: the condominium of all rows, the columns of the tables, answers to questions, corrected cells,
 * whether wrong rows are skipped.
 */
export const ImportAmendment = z.object({
  account_id: Id('account').nullish(),
  tables: z.array(TableMapping).max(300).optional(),
  leave_out_errors: z.boolean().optional(),
  renumber: z.boolean().optional(),
  answers: z
    .array(
      z.object({
        question: z.string().max(300),
        sheet: z.string().max(200).nullable(),
        table: z.number().int().nullable(),
        value: z.string().max(300),
      }),
    )
    .max(300)
    .optional(),
  corrections: z
    .array(
      z.object({
        sheet: z.string().max(200),
        ref: z.string().regex(/^[A-Z]{1,3}[1-9]\d{0,6}$/),
        value: z.string().max(500),
      }),
    )
    .max(500)
    .optional()
    .meta({ description: 'Cells to read with another content; the file stays as it is' }),
})
export const ImportRowsQuery = z.object({
  status: z.enum(importRowStatuses).optional(),
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
})
export const LatestImportsQuery = z.object({
  limit: z.coerce.number<number | string>().int().min(1).max(50).default(10),
})
export const ImportRowsPage = page(ImportRow)

const refuses = { 404: 'no such import, or not yours' } as const

export const uploadBills = endpoint('PUT /v1/bills/import', {
  heavy: 'import',
  summary:
    'Bring a spreadsheet of bills (multipart: file, account_id?): read in the background, nothing written yet',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  accepts: 'multipart',
  status: 202,
  reply: Import,
  refuses: {
    413: 'larger than 50 MB',
    415: 'not multipart',
    422: 'no file, or a super user has not chosen a customer',
  },
})
export const listImports = endpoint('GET /v1/bills/import', {
  summary: 'The latest imports',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  query: LatestImportsQuery,
  reply: z.array(Import),
})
export const getImport = endpoint('GET /v1/bills/import/{id}', {
  summary: 'How an import stands',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('import'),
  reply: Import,
  refuses,
})
export const importRows = endpoint('GET /v1/bills/import/{id}/rows', {
  summary: 'The rows of an import with their issues, a page at a time',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('import'),
  query: ImportRowsQuery,
  reply: ImportRowsPage,
  refuses,
})
export const remapImport = endpoint('POST /v1/bills/import/{id}', {
  summary: 'Adjust columns, condominium or the rows left out, and read again',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('import'),
  body: ImportAmendment,
  reply: Import,
  refuses: { ...refuses, 409: 'already confirmed or discarded' },
})
export const confirmImport = endpoint('POST /v1/bills/import/{id}/confirm', {
  summary: 'Write all rows, or none',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('import'),
  status: 202,
  reply: Import,
  refuses: {
    ...refuses,
    409: 'rows are still wrong, a question is open, a period was closed since (period_closed), an earlier version read the file (read_again), or already confirmed',
  },
})
export const discardImport = endpoint('DELETE /v1/bills/import/{id}', {
  summary: 'Throw an import away before it is confirmed',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('import'),
  reply: Import,
  refuses: { ...refuses, 409: 'already confirmed' },
})
export const importErrors = endpoint('GET /v1/bills/import/{id}/errors', {
  heavy: 'export',
  summary: 'The wrong rows as a spreadsheet, with the reasons',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  step_up: true,
  params: IdParams('import'),
  reply: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  refuses,
})
export const importTemplate = endpoint('GET /v1/bills/import/template', {
  summary: 'An empty spreadsheet with the usual columns',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  reply: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})
