import { api, apiFile, type Input } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { isCalledOff } from '../../ui/called-off.ts'
import { whileLoading } from '../../ui/loader.ts'
import { saveFile } from '../../ui/save-file.ts'
import { alert } from '../../ui/snackbars.ts'
import { type Import, importQuery } from './import-query.ts'

export type Amended = Exclude<Input<'POST /v1/bills/import/{id}'>['body'], FormData | undefined>

/** Has the file read again with other columns, another condominium, or without its wrong rows. */
export const amendImport = (id: number, body: Amended) =>
  acting('Non ho potuto rileggere il foglio.', () =>
    api('POST /v1/bills/import/{id}', { params: { id }, body }),
  )

export const confirmImport = (id: number) =>
  acting('Non ho importato niente.', () => api('POST /v1/bills/import/{id}/confirm', { params: { id } }))

export const discardImport = (id: number) =>
  acting('Non ho potuto scartarla.', () => api('DELETE /v1/bills/import/{id}', { params: { id } }))

/** Shows where the import stands after the act; says why when it was refused, and then asks again how it stands. */
async function acting(failed: string, act: () => Promise<Import>): Promise<boolean> {
  try {
    const now = await act()
    queries.setQueryData(importQuery(now.import_id).queryKey, now)
    queries.removeQueries({ queryKey: ['imports', 'rows', now.import_id] })
    void queries.invalidateQueries({ queryKey: ['imports', 'latest'] })
    return true
  } catch (error) {
    alert(`${failed} ${error instanceof ApiError ? error.error_description : 'Riprova fra poco.'}`, 'late')
    await queries.invalidateQueries({ queryKey: ['imports'] })
    return false
  }
}

/** The wrong rows with their reasons, to correct beside the original. */
export async function downloadWrongRows(id: number) {
  try {
    const { blob, name } = await whileLoading(
      'Preparo il file…',
      apiFile('GET /v1/bills/import/{id}/errors', { params: { id } }),
    )
    saveFile(blob, name)
  } catch (error) {
    if (isCalledOff(error)) return
    alert(error instanceof ApiError ? error.error_description : 'Riprova fra poco.', 'late')
  }
}
