import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { rememberColumns } from './column-memory.ts'
import { stepsOf } from './import-kinds.ts'
import type { StoredImport } from './import-view.ts'
import { tellImport } from './tell-import.ts'

/**
 * Writes all rows of a confirmed import, or none: what they bring and change in one transaction, as the customer.
 * What meanwhile came to be there by another way is found again under a lock, so the same file twice makes nothing twice.
 */
export const writeImport: JobHandler<'write-import'> = async (services, { import_id }) => {
  const [stored] = await services.asSystem(
    (tx) => tx<StoredImport[]>`select * from imports where import_id = ${import_id} and state = 'writing'`,
  )
  if (!stored) return
  await services.asCustomer({ customer_id: stored.customer_id, user_id: stored.created_by }, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('write-import'), ${stored.customer_id}::int)`
    const { match, counts, write } = stepsOf[stored.kind]
    await match(tx, import_id)
    if (await somethingWrong(tx, import_id)) {
      await askAgain(tx, import_id, await counts(tx, import_id))
      return tellImport(services, tx, stored, { state: 'to_check' })
    }
    // As they stood under the lock: once written, nothing of it is new any more.
    const found = await counts(tx, import_id)
    await inOneLine(tx, stored, found)
    await write(tx, stored)
    await rememberColumns(tx, stored)
    const written = (found.new_bills ?? 0) + (found.new_rows ?? 0) + (found.changed_rows ?? 0)
    await tx`
      update imports set state = 'done', finished_at = now(), progress_done = ${written}, progress_total = ${written},
        counts = counts || ${tx.json(found)}
      where import_id = ${import_id}`
    await tellImport(services, tx, stored, { state: 'done', counts: found })
  })
}

/** The audit log gets one line for all that is new, and one for each thing that changes. */
async function inOneLine(tx: Tx, stored: StoredImport, found: Record<string, number>): Promise<void> {
  const { import_id, customer_id, account_id, file_name } = stored
  const brought = Object.fromEntries(told.flatMap((name) => (found[name] ? [[name, found[name]]] : [])))
  await tx`set local saldo.bulk = 'yes'`
  await tx`
    select audit(${customer_id}, ${account_id}, 'imports', ${import_id}, ${file_name}, 'imported', null,
      ${tx.json(brought)})`
}
/** What of an import's counts the log tells. */
const told = ['new_accounts', 'new_subjects', 'new_units', 'new_bills', 'new_amount', 'changed_rows'] as const

const somethingWrong = async (tx: Tx, import_id: number) =>
  (await tx`select from import_rows where import_id = ${import_id} and status = 'error' limit 1`).length > 0

/** A row became wrong since it was looked at: the person decides again. */
async function askAgain(tx: Tx, import_id: number, found: Record<string, number>): Promise<void> {
  const counts = tx.json(found)
  await tx`
    update imports set state = 'to_check', counts = counts || ${counts},
      notes = notes || ${tx.json(['Nel frattempo sono arrivate bollette uguali: ricontrolla le righe segnalate.'])}
    where import_id = ${import_id}`
}
