import type { Tx } from '../../../db/connection.ts'
import type { JobHandler } from '../../../jobs/jobs.ts'
import type { Services } from '../../../services.ts'
import { type Candidate, stepsOf } from '../import-kinds.ts'
import type { SheetPlan, StoredImport } from '../import-view.ts'
import { notifyImport } from '../notify-import.ts'
import { proposedOpeningDay } from '../registry/balance-days.ts'
import { ImportRefused } from '../spreadsheet/import-refused.ts'
import { readWorkbook, type Workbook } from '../spreadsheet/read-workbook.ts'
import { recallColumns } from './column-memory.ts'
import { firstRows } from './recognise-columns.ts'
import { type ImportContext, type ImportSummary, type Issue, sheetsToRead } from './sheet-reading.ts'

const batchSize = 500

/** Reads the file into preview rows: what each would become and what is wrong. A retry starts again. */
export const readImport: JobHandler<'read-import'> = async (services, { import_id }) => {
  const [stored] = await services.asSystem(
    (tx) => tx<StoredImport[]>`select * from imports where import_id = ${import_id} and state = 'reading'`,
  )
  if (!stored) return
  const asOwner: AsOwner = (work) =>
    services.asCustomer({ customer_id: stored.customer_id, user_id: stored.created_by }, work)
  try {
    await read(services, asOwner, stored)
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    await asOwner(async (tx) => {
      await tx`
        update imports set state = 'refused', refusal = ${error.message}, finished_at = now()
        where import_id = ${import_id}`
      await notifyImport(services, tx, stored, { state: 'refused', why: error.message })
    })
  }
}

type AsOwner = <R>(work: (tx: Tx) => Promise<R>) => Promise<R>

async function read(services: Services, asOwner: AsOwner, stored: StoredImport): Promise<void> {
  const file = await services.files.getStream(stored.file_path)
  await using workbook = await readWorkbook(file, stored.file_name)
  const steps = stepsOf[stored.kind]
  const planned = await planSheets(workbook, stored)
  // The person's choices for this file take precedence over remembered ones.
  const plans =
    stored.sheets.length > 0 ? planned : await asOwner((tx) => recallColumns(tx, stored.kind, planned))
  await asOwner((tx) => tx`delete from import_rows where import_id = ${stored.import_id}`)
  const used = plans.map((plan) => (plan.skipped ? null : plan.recognised))
  const context = await asOwner((tx) => contextOf(tx, stored.account_id))
  const summary = await storeRows(asOwner, stored, steps.read(sheetsToRead(workbook, used), context))
  await asOwner(async (tx) => {
    await storeIssues(tx, stored, summary)
    if (stored.kind === 'registry')
      await tx`
        update imports set opening_date_proposed = ${proposedOpeningDay(plans)} where import_id = ${stored.import_id}`
    await steps.match(tx, stored.import_id)
    await steps.refuseClosed(tx, stored.import_id)
    if (stored.leave_out_errors)
      await tx`update import_rows set status = 'left_out' where import_id = ${stored.import_id} and status = 'error'`
    const notes = [...(await steps.notes(tx, stored.import_id)), ...notesOf(summary, plans)]
    await tx`
      update imports
      set state = 'to_check', sheets = ${tx.json(plans as never)}, notes = ${tx.json(notes)},
        counts = ${tx.json({ ...(await steps.counts(tx, stored.import_id)), ...apartOf(summary) })}, progress_total = progress_done
      where import_id = ${stored.import_id} and state = 'reading'`
  })
}

async function planSheets(workbook: Workbook, { kind, sheets }: StoredImport): Promise<SheetPlan[]> {
  const plans: SheetPlan[] = []
  for (const sheet of workbook.sheets) {
    const before = sheets.find((plan) => plan.sheet === sheet.name)
    const header_row = before?.header_row ?? null
    const recognised =
      before?.recognised ??
      stepsOf[kind].recognise(await firstRows(sheet), {
        sheet_name: sheet.name,
        ...(header_row ? { header_row } : {}),
      })
    plans.push({
      sheet: sheet.name,
      skipped: before?.skipped ?? (sheet.hidden || !recognised),
      header_row,
      recognised,
    })
  }
  return plans
}

/** The condominium chosen for the whole file; it takes precedence over the sheets' titles. */
async function contextOf(tx: Tx, account_id: number | null): Promise<ImportContext> {
  if (!account_id) return {}
  const [account] = await tx`select name, fiscal_code, iban from accounts where account_id = ${account_id}`
  if (!account) return {}
  const { name, fiscal_code, iban } = account
  return { condominium: { name, ...(fiscal_code ? { fiscal_code } : {}), ...(iban ? { iban } : {}) } }
}

async function storeRows(
  asOwner: AsOwner,
  { import_id, customer_id, kind }: StoredImport,
  candidates: AsyncGenerator<Candidate, ImportSummary>,
): Promise<ImportSummary> {
  let batch: Candidate[] = []
  const flush = async () => {
    if (batch.length === 0) return
    const rows = batch.map((candidate) => ({
      customer_id,
      import_id,
      sheet: candidate.sheet,
      row: candidate.row,
      status: 'new',
      candidate: candidate as never,
      bill_key: stepsOf[kind].keyOf(candidate),
      amount: candidate.amount,
    }))
    await asOwner(async (tx) => {
      await tx`insert into import_rows ${tx(rows)}`
      await tx`update imports set progress_done = progress_done + ${rows.length} where import_id = ${import_id}`
    })
    batch = []
  }
  for (;;) {
    const next = await candidates.next()
    if (!next.done) {
      batch.push(next.value)
      if (batch.length === batchSize) await flush()
      continue
    }
    await flush()
    return next.value
  }
}

/** Stores issues as wrong rows, and warnings beside the row they concern. */
async function storeIssues(
  tx: Tx,
  { import_id, customer_id, kind }: StoredImport,
  summary: ImportSummary,
): Promise<void> {
  const keep = async (issues: Issue[], status: 'error' | 'warning') => {
    const places = Map.groupBy(issues, ({ sheet, row }) => JSON.stringify([sheet, row]))
    for (const some of places.values()) {
      const { sheet, row } = some[0] as Issue
      const shown = tx.json(
        some.map(({ ref, header, value, code, message }) => ({ ref, header, value, code, message })),
      )
      const candidate = tx.json({ sheet, row })
      const marked =
        status === 'warning' &&
        (await tx`
          update import_rows set status = ${stepsOf[kind].warns === 'status' ? 'warning' : 'new'}, issues = ${shown}
          where import_id = ${import_id} and sheet = ${sheet} and row = ${row} and status = 'new'`)
      if (marked && marked.count > 0) continue
      await tx`
        insert into import_rows (customer_id, import_id, sheet, row, status, candidate, issues)
        values (${customer_id}, ${import_id}, ${sheet}, ${row}, ${status === 'error' ? 'error' : 'same'}, ${candidate}, ${shown})`
    }
  }
  await keep(summary.warnings, 'warning')
  await keep(summary.issues, 'error')
}

const apartOf = (summary: ImportSummary) => ({
  credits: summary.credits.count,
  credits_amount: summary.credits.sum,
  skipped_totals: summary.skipped_totals,
  hidden_rows: summary.hidden.rows,
  hidden_columns: summary.hidden.columns,
})

function notesOf(summary: ImportSummary, plans: SheetPlan[]): string[] {
  const unread = plans.filter((plan) => !plan.recognised).map(({ sheet }) => `«${sheet}»`)
  const { credits, hidden, issue_count, issues } = summary
  return [
    ...plans.flatMap((plan) => (plan.skipped ? [] : (plan.recognised?.warnings ?? []))),
    ...summary.notices,
    ...(unread.length > 0
      ? [`Nei fogli ${unread.join(', ')} non c’è una riga di intestazione riconoscibile.`]
      : []),
    ...(credits.count > 0
      ? [
          `${credits.count === 1 ? 'Un importo negativo: è un credito, non una bolletta' : `${credits.count} importi negativi: sono crediti, non bollette`}.`,
        ]
      : []),
    ...(hidden.rows > 0 ? [`${hidden.rows} righe nascoste sono state lette come le altre.`] : []),
    ...(hidden.columns > 0 ? [`${hidden.columns} colonne nascoste sono state lette come le altre.`] : []),
    ...(issue_count > issues.length
      ? [`Gli errori sono ${issue_count}: qui ci sono i primi ${issues.length}.`]
      : []),
  ]
}
