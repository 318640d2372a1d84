import { documentTypeName } from '@saldo/domain/registry/document'
import { api, apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { whileLoading } from '../../ui/feedback/loader.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import { type Document, documentsQuery, noun, type Owner } from './documents-query.ts'

export async function download({ owner }: Owner, { document_id, file_name }: Document) {
  const route =
    `GET /v1/${noun[owner]}/docs/download/{document_id}` as 'GET /v1/customers/docs/download/{document_id}'
  try {
    const { blob, name } = await whileLoading(
      `Scarico ${file_name}…`,
      apiFile(route, { params: { document_id } }),
    )
    saveFile(blob, name)
  } catch (error) {
    alertToast(`Non l’ho scaricato. ${errorSentence(error)}`, 'danger')
  }
}

export async function verify(of: Owner, { document_id, type }: Document) {
  const route =
    `POST /v1/${noun[of.owner]}/docs/checked/{document_id}` as 'POST /v1/customers/docs/checked/{document_id}'
  try {
    await api(route, { params: { document_id } })
    await refreshDocuments(of)
    alertToast(`${documentTypeName(of.owner, type)}: verificato. Lo studio lo sa.`, 'success')
  } catch (error) {
    alertToast(`Non l’ho segnato. ${errorSentence(error)}`, 'danger')
  }
}

/** Rejects with the server's error; its fields are shown at the form's. */
export async function invalidate(of: Owner, { document_id, type }: Document, reason: string) {
  const route =
    `POST /v1/${noun[of.owner]}/docs/invalid/{document_id}` as 'POST /v1/customers/docs/invalid/{document_id}'
  await api(route, { params: { document_id }, body: { reason } })
  await refreshDocuments(of)
  alertToast(`${documentTypeName(of.owner, type)}: non valido. Lo studio riceve il motivo.`, 'success')
}

export async function remove(of: Owner, { document_id }: Document) {
  const route =
    `DELETE /v1/${noun[of.owner]}/docs/delete/{document_id}` as 'DELETE /v1/customers/docs/delete/{document_id}'
  try {
    await api(route, { params: { document_id } })
    await refreshDocuments(of)
    alertToast('Documento eliminato.', 'success')
  } catch (error) {
    alertToast(`Non l’ho eliminato. ${errorSentence(error)}`, 'danger')
  }
}

/** Also refetches the customers' list, which counts documents to check. */
export async function refreshDocuments(of: Owner) {
  void queries.invalidateQueries({ queryKey: ['customers'] })
  await queries.invalidateQueries({ queryKey: documentsQuery(of).queryKey })
}
