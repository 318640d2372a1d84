import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import type { StoredImport } from './import-view.ts'
import { notifyImport } from './notify-import.ts'
import { giveUpUndo } from './undo/give-up-undo.ts'

/**
 * Reading, writing or undoing an import has failed for good and changed nothing. An import to be written can be
 * confirmed again; one that could not be read has failed; one to be undone stays done. Tells the person who asked.
 */
export const giveUpImport: JobHandler<'give-up-import'> = async (services, { import_id }) => {
  const [stored] = await services.asSystem(
    (tx) => tx<StoredImport[]>`select * from imports where import_id = ${import_id}`,
  )
  if (stored?.state === 'undoing')
    await giveUpUndo(
      services,
      stored,
      'Qualcosa non ha funzionato e non è stato tolto niente: riprova fra poco.',
    )
  if (stored?.state === 'writing') await leaveToCheck(services, stored)
  if (stored?.state === 'reading') await leaveFailed(services, stored)
}

const leaveToCheck = (services: Services, stored: StoredImport) =>
  services.asSystem(async (tx) => {
    const why = 'Qualcosa non ha funzionato e non è stato scritto niente: conferma di nuovo.'
    const [back] = await tx`
      update imports set state = 'to_check', progress_done = 0, notes = notes || ${tx.json([why])}
      where import_id = ${stored.import_id} and state = 'writing' returning import_id`
    if (back) await notifyImport(services, tx, stored, { state: 'failed', why })
  })

const leaveFailed = (services: Services, stored: StoredImport) =>
  services.asSystem(async (tx) => {
    const [over] = await tx`
      update imports set state = 'failed', finished_at = now()
      where import_id = ${stored.import_id} and state = 'reading' returning import_id`
    const why = 'qualcosa non ha funzionato da parte nostra. Carica di nuovo il file.'
    if (over) await notifyImport(services, tx, stored, { state: 'failed', why })
  })
