import type { AuditedFieldOf } from '@saldo/domain/audit/audit-fields'
import { analyzeAfter } from '../../../db/analyze.ts'
import { closedDay } from '../../../db/closed-period.ts'
import type { Tx } from '../../../db/connection.ts'
import { recordAudit } from '../../../db/record-audit.ts'
import type { JobHandler } from '../../../jobs/jobs.ts'
import type { Services } from '../../../services.ts'
import { tellOfNewIbans } from '../../accounts/iban/tell-of-new-ibans.ts'
import { enqueueOpenRematches } from '../../transfers/rematch.ts'
import { stepsOf } from '../import-kinds.ts'
import { type StoredImport, uploaderOf } from '../import-view.ts'
import { notifyImport } from '../notify-import.ts'
import { rememberColumns } from '../read/column-memory.ts'
import { missingDaySentence, openingDayIsMissing } from './opening-days.sql.ts'
import { closedRowsInWords } from './refuse-closed-days.sql.ts'

/**
 * Writes all rows of a confirmed import, or none, in one transaction as the customer. First matches the rows again
 * under a lock, because records may have been created meanwhile: so the same file twice creates nothing twice.
 */
export const writeImport: JobHandler<'write-import'> = async (services, { import_id }) => {
  const [stored] = await services.asSystem(
    (tx) => tx<StoredImport[]>`select * from imports where import_id = ${import_id} and state = 'writing'`,
  )
  if (!stored) return
  const asOwner = <R>(work: (tx: Tx) => Promise<R>) => services.asCustomer(uploaderOf(stored), work)
  try {
    await asOwner((tx) => writeAll(services, tx, stored))
  } catch (error) {
    if (!closedDay(error)) throw error
    // The books were closed meanwhile: nothing is written, and the rows in the closed period become wrong.
    const asked = await asOwner((tx) => returnToReviewIfClosed(services, tx, stored))
    if (!asked) throw error
  }
}

async function writeAll(services: Services, tx: Tx, stored: StoredImport): Promise<void> {
  const { import_id } = stored
  const { match, counts, write } = stepsOf[stored.kind]
  await tx`select pg_advisory_xact_lock(hashtext('write-import'), ${stored.customer_id}::int)`
  await match(tx, import_id)
  if (await returnToReviewIfClosed(services, tx, stored)) return
  if (await somethingWrong(tx, import_id)) return returnToReview(services, tx, stored, arrivedMeanwhile)
  if (await peopleAreUnclear(tx, import_id)) return returnToReview(services, tx, stored, newQuestions)
  if (await openingDayIsMissing(tx, import_id))
    return returnToReview(services, tx, stored, missingDaySentence)
  // Counted under the lock, before writing: afterwards nothing is new any more.
  const found = await counts(tx, import_id)
  await inOneLine(tx, stored, found)
  await write(tx, stored)
  await rememberColumns(tx, stored)
  const written = (found.new_bills ?? 0) + (found.new_rows ?? 0) + (found.changed_rows ?? 0)
  await tx`
      update imports set state = 'done', finished_at = now(), progress_done = ${written}, progress_total = ${written},
        counts = counts || ${tx.json(found)}
      where import_id = ${import_id}`
  await analyzeAfter(tx, written)
  await tellOfImportedIbans(services, tx, stored)
  // A transfer that was read before may pay what is here only now.
  await enqueueOpenRematches(services, tx, stored.customer_id)
  await notifyImport(services, tx, stored, { state: 'done', counts: found })
}

async function tellOfImportedIbans(services: Services, tx: Tx, { import_id, ...stored }: StoredImport) {
  const accounts = await tx<{ name: string; iban: string }[]>`
    select name, iban from accounts where import_id = ${import_id} and iban is not null order by name, account_id`
  await tellOfNewIbans(services, tx, stored.customer_id, accounts, {
    from: stored.file_name,
    link: '/condomini',
    dedupe_key: `import:${import_id}`,
  })
}

/** Writes one line in the audit log for all new records, and one for each change. */
async function inOneLine(tx: Tx, stored: StoredImport, found: Record<string, number>): Promise<void> {
  const { import_id, customer_id, account_id, file_name } = stored
  const brought = Object.fromEntries(told.flatMap((name) => (found[name] ? [[name, found[name]]] : [])))
  await tx`set local saldo.bulk = 'yes'`
  await recordAudit(tx, {
    ...{ customer_id, account_id, noun: 'imports', record_id: import_id, label: file_name, act: 'imported' },
    after: brought,
  })
}
/** The counts that the audit log shows. */
const told = [
  'new_accounts',
  'new_subjects',
  'new_units',
  'new_bills',
  'new_amount',
  'changed_rows',
] as const satisfies AuditedFieldOf<'imports'>[]

const somethingWrong = async (tx: Tx, import_id: number) =>
  (await tx`select from import_rows where import_id = ${import_id} and status = 'error' limit 1`).length > 0

/** Whether the office's people changed so that something is asked which nobody has answered. */
const peopleAreUnclear = async (tx: Tx, import_id: number) =>
  (
    await tx`
      select from imports i, jsonb_array_elements(i.people_questions) asked
      where i.import_id = ${import_id} and not coalesce(i.people_answers, '{}') ? (asked->>'question') limit 1`
  ).length > 0

/** A row became wrong since the preview: the person decides again. */
async function returnToReview(services: Services, tx: Tx, stored: StoredImport, why: string): Promise<void> {
  const counts = await stepsOf[stored.kind].counts(tx, stored.import_id)
  await tx`
    update imports set state = 'to_check', counts = counts || ${tx.json(counts)}, notes = notes || ${tx.json([why])}
    where import_id = ${stored.import_id}`
  await notifyImport(services, tx, stored, { state: 'to_check', why })
}
const arrivedMeanwhile =
  'Nel frattempo sono arrivate bollette uguali: ricontrolla le righe segnalate e conferma di nuovo.'
const newQuestions =
  'Nel frattempo le persone di un’unità sono cambiate: rispondi alle nuove domande e conferma di nuovo.'

/** Returns the import to review when rows fall in a period closed since; false when none do. */
async function returnToReviewIfClosed(services: Services, tx: Tx, stored: StoredImport): Promise<boolean> {
  const closed = await stepsOf[stored.kind].refuseClosed(tx, stored.import_id)
  if (closed) await returnToReview(services, tx, stored, closedRowsInWords(closed))
  return closed !== null
}
