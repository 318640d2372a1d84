import type { Services } from '../../../services.ts'
import type { StoredImport } from '../import-view.ts'
import { notifyImport } from '../notify-import.ts'

/** Undoing failed and removed nothing: tells the person why; they may try again. */
export async function giveUpUndo(services: Services, stored: StoredImport, why: string): Promise<void> {
  await services.asSystem(async (tx) => {
    const [back] = await tx`
      update imports set state = 'done', refusal = ${why}
      where import_id = ${stored.import_id} and state = 'undoing' returning import_id`
    if (back) await notifyImport(services, tx, stored, { state: 'not_undone', why })
  })
}
