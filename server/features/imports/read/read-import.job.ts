import type { JobHandler } from '../../../jobs/jobs.ts'
import type { Services } from '../../../services.ts'
import { stepsOf } from '../import-kinds.ts'
import { type StoredImport, uploaderOf } from '../import-view.ts'
import { similarAccounts } from '../match/similar-accounts.sql.ts'
import { notifyImport } from '../notify-import.ts'
import { proposedOpeningDay } from '../registry/balance-days.ts'
import { ImportRefused } from '../spreadsheet/import-refused.ts'
import { readWorkbook } from '../spreadsheet/read-workbook.ts'
import { amendRows } from './amend-rows.ts'
import { withAnswers } from './answer-questions.ts'
import { recallColumns } from './column-memory.ts'
import { knownBuildings } from './known-buildings.ts'
import { commentsInWords, notesOf } from './notes-of-import.ts'
import { markOtherKind } from './other-kind.ts'
import { missingIn, planTables, refuseEmpty, refuseWithoutRows, sheetsToRead } from './plan-tables.ts'
import { isOutdated } from './reading-version.ts'
import { withDoubts } from './row-doubts.ts'
import type { ImportSummary } from './sheet-reading.ts'
import { type AsOwner, storeIssues, storeRows } from './store-rows.ts'

/** Reads the file into preview rows: what each would become and what is wrong. A retry starts again. */
export const readImport: JobHandler<'read-import'> = async (services, { import_id }) => {
  const [stored] = await services.asSystem(
    (tx) => tx<StoredImport[]>`select * from imports where import_id = ${import_id} and state = 'reading'`,
  )
  if (!stored) return
  const asOwner: AsOwner = (work) => services.asCustomer(uploaderOf(stored), work)
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

async function read(services: Services, asOwner: AsOwner, stored: StoredImport): Promise<void> {
  const { content: file } = await services.files.read(stored.file_path)
  await using workbook = await readWorkbook(file, stored.file_name)
  await refuseEmpty(workbook)
  const steps = stepsOf[stored.kind]
  const planned = await planTables(workbook, stored)
  // The person's choices for this file take precedence over remembered ones.
  const recalled =
    stored.tables.length > 0 && !stored.tables.some(isOutdated)
      ? planned
      : await asOwner((tx) => recallColumns(tx, stored.kind, planned))
  const plans = (await markOtherKind(workbook, stored.kind, recalled.map(withAnswers))).map((plan) => ({
    ...plan,
    missing: missingIn(stored.kind, plan),
  }))
  const known = await asOwner((tx) => knownBuildings(tx, { ...stored, tables: plans }))
  await asOwner((tx) => tx`delete from import_rows where import_id = ${stored.import_id}`)
  const amended = corrected(stored)
  const summary = await storeRows(
    asOwner,
    stored,
    steps.read(sheetsToRead(workbook, plans, known, amended), known),
  )
  refuseWithoutRows(summary, plans)
  await asOwner(async (tx) => {
    await storeIssues(tx, stored, summary)
    if (stored.kind === 'registry')
      await tx`
        update imports set opening_date_proposed = ${proposedOpeningDay(plans)} where import_id = ${stored.import_id}`
    await steps.match(tx, stored.import_id)
    await steps.refuseClosed(tx, stored.import_id)
    if (stored.leave_out_errors)
      await tx`update import_rows set status = 'left_out' where import_id = ${stored.import_id} and status = 'error'`
    const notes = [
      ...(await steps.notes(tx, stored.import_id)),
      ...notesOf(stored, summary, plans),
      ...commentsInWords(workbook.sheets, plans),
    ]
    const asked = withDoubts(plans, summary.doubts)
    const answered = stored.similar_accounts.filter(({ name }) =>
      /^(?:account|name):/.test(stored.same_accounts[name] ?? ''),
    )
    const similar = [...answered, ...(await similarAccounts(tx, stored.import_id))]
    await tx`
      update imports
      set state = 'to_check', tables = ${tx.json(asked as never)}, notes = ${tx.json(notes)}, similar_accounts = ${tx.json(similar)},
        counts = ${tx.json({ ...(await steps.counts(tx, stored.import_id)), ...apartOf(summary) })}, progress_total = progress_done
      where import_id = ${stored.import_id} and state = 'reading'`
  })
}

/** The rows of a sheet with the cells that the person corrected in the preview. */
const corrected =
  ({ corrections }: StoredImport) =>
  (sheet: string, rows: Parameters<typeof amendRows>[0]) => {
    const own = corrections.filter((correction) => correction.sheet === sheet)
    return own.length === 0 ? rows : amendRows(rows, new Map(own.map(({ ref, value }) => [ref, value])))
  }

const apartOf = (summary: ImportSummary) => ({
  credits: summary.credits.count,
  credits_amount: summary.credits.sum,
  skipped_totals: summary.skipped_totals,
  skipped_notes: summary.skipped_notes,
  hidden_rows: summary.hidden.rows,
  hidden_columns: summary.hidden.columns,
})
