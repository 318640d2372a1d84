import type { Tx } from '../../../db/connection.ts'
import { recordAudit } from '../../../db/record-audit.ts'
import type { JobHandler } from '../../../jobs/jobs.ts'
import type { Services } from '../../../services.ts'
import { isLastWritten, type StoredImport } from '../import-view.ts'
import { notifyImport } from '../notify-import.ts'
import { revertChanges } from '../write/apply-changes.sql.ts'
import { takeCreditsBack } from '../write/write-registry.sql.ts'
import { giveUpUndo } from './give-up-undo.ts'
import { leftAfterUndo } from './left-after-undo.sql.ts'
import { whyNotUndo } from './why-not-undo.sql.ts'

/**
 * Removes everything that a registry import wrote, or nothing, in one transaction as the person who asked; after a
 * crash it starts again. Ledger entries stay, so a condominium whose imported credit was taken back remains, empty.
 * Progress is reported outside that transaction.
 */
export const undoImportJob: JobHandler<'undo-import'> = async (services, { import_id }) => {
  const [stored] = await services.asSystem(
    (tx) => tx<StoredImport[]>`select * from imports where import_id = ${import_id} and state = 'undoing'`,
  )
  if (!stored) return
  const { customer_id, undone_by: user_id, impersonation_id } = stored
  try {
    await services.asCustomer({ customer_id, user_id, impersonation_id }, async (tx) => {
      // This lock makes other imports of the customer wait, because only the last import can be undone.
      await tx`select pg_advisory_xact_lock(hashtext('write-import'), ${customer_id}::int)`
      const [still] = await tx`select from imports where import_id = ${import_id} and state = 'undoing'`
      if (still) await undo(services, tx, stored)
    })
  } catch (error) {
    if (!(error instanceof BuiltUpon)) throw error
    await giveUpUndo(services, stored, error.message)
  }
}

class BuiltUpon extends Error {}

async function undo(services: Services, tx: Tx, stored: StoredImport): Promise<void> {
  const { import_id, customer_id, account_id, file_name } = stored
  if (!(await isLastWritten(tx, stored)))
    throw new BuiltUpon('Non si può più annullare: dopo questa c’è un’altra importazione.')
  await lockMoney(tx, import_id)
  const why = await whyNotUndo(tx, import_id)
  if (why) throw new BuiltUpon(why)
  await tx`set local saldo.bulk = 'yes'`
  const steps = [
    () => revertChanges(tx, import_id),
    () => takeCreditsBack(tx, import_id),
    () => tx`delete from opening_balances where import_id = ${import_id}`,
    () => tx`delete from right_holders where import_id = ${import_id}`,
    () => tx`delete from weight_tables where import_id = ${import_id}`,
    () => tx`delete from units where import_id = ${import_id}`,
    () => tx`select remove_imported(${import_id}, 'bills')`,
    () => tx`select remove_imported(${import_id}, 'subjects')`,
    () => tx`select remove_imported(${import_id}, 'accounts')`,
  ]
  for (const [done, step] of steps.entries()) {
    await reportProgress(services, import_id, { done, total: steps.length })
    await step()
  }
  await recordAudit(tx, {
    ...{ customer_id, account_id, noun: 'imports', record_id: import_id, label: file_name, act: 'undone' },
  })
  const left = await leftAfterUndo(tx, import_id)
  await tx`update imports set state = 'undone', notes = ${tx.json(left)} where import_id = ${import_id}`
  await notifyImport(services, tx, stored, { state: 'undone' })
}

/** Locks bills and credits, so that nobody pays or spends them meanwhile. */
async function lockMoney(tx: Tx, import_id: number): Promise<void> {
  await tx`select from bills where import_id = ${import_id} order by bill_id for update`
  await tx`
    select from subject_credits c where (c.account_id, c.subject_id) in (
      select o.account_id, o.subject_id from opening_balances o where o.import_id = ${import_id} and o.amount > 0)
    order by c.account_id, c.subject_id for update`
}

const reportProgress = (services: Services, import_id: number, at: { done: number; total: number }) =>
  services.asSystem(
    (tx) =>
      tx`update imports set progress_done = ${at.done}, progress_total = ${at.total} where import_id = ${import_id}`,
  )
