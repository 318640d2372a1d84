import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { isAborted } from '../../ui/feedback/is-aborted.ts'
import { whileLoading } from '../../ui/feedback/loader.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import { type Import, type ImportChange, importKinds } from './import-kinds.ts'
import { importQuery } from './import-query.ts'

type Of = Pick<Import, 'kind' | 'import_id'>

/** Has the file read again with other columns, another condominium, or without its wrong rows. */
export const amendImport = ({ kind, import_id }: Of, body: ImportChange) =>
  acting('Non ho potuto rileggere il foglio.', () => importKinds[kind].amend(import_id, body))

export const confirmImport = ({ kind, import_id }: Of) =>
  acting('Non ho importato niente.', () => importKinds[kind].confirm(import_id))

export const discardImport = ({ kind, import_id }: Of) =>
  acting('Non ho potuto scartarla.', () => importKinds[kind].discard(import_id))

/** Starts undoing the last registry import; refused with reasons if later data depend on it. */
export const undoImport = ({ import_id }: Of) =>
  acting('Non ho annullato niente.', () => importKinds.registry.undo(import_id))

/** Shows the import after the act; reports a refusal, and then refetches. */
async function acting(failed: string, act: () => Promise<Import>): Promise<boolean> {
  try {
    const now = await act()
    queries.setQueryData(importQuery(now.kind, now.import_id).queryKey, now)
    queries.removeQueries({ queryKey: ['imports', 'rows', now.import_id] })
    void queries.invalidateQueries({ queryKey: ['imports', 'latest'] })
    return true
  } catch (error) {
    alertToast(`${failed} ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
    await queries.invalidateQueries({ queryKey: ['imports'] })
    return false
  }
}

/** Downloads the wrong rows with their reasons, to correct them beside the original. */
export async function downloadWrongRows({ kind, import_id }: Of) {
  try {
    const { blob, name } = await whileLoading('Preparo il file…', importKinds[kind].errors(import_id))
    saveFile(blob, name)
  } catch (error) {
    if (isAborted(error)) return
    alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
  }
}
