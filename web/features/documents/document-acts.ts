import { type DocumentOwner, documentTypeName, toldAfterSeconds } from '@saldo/domain/registry/document'
import { api, apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { whileLoading } from '../../ui/feedback/loader.ts'
import { alertToast, toast } from '../../ui/feedback/toast.ts'
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

export type Decision = { state: 'checked' } | { state: 'invalid'; reason: string }
type Decided = Pick<Document, 'document_id' | 'checked_at'>

/**
 * Records whether a document is valid. The office is told some seconds later. `checked_at` is of the decision that the user saw.
 * Rejects with the server's error: somebody else may have decided meanwhile.
 */
export function decide(owner: DocumentOwner, { document_id, checked_at }: Decided, decision: Decision) {
  const params = { document_id }
  const replaces = checked_at
  if (decision.state === 'checked')
    return api(
      `POST /v1/${noun[owner]}/docs/checked/{document_id}` as 'POST /v1/customers/docs/checked/{document_id}',
      { params, body: { replaces } },
    )
  return api(
    `POST /v1/${noun[owner]}/docs/invalid/{document_id}` as 'POST /v1/customers/docs/invalid/{document_id}',
    { params, body: { reason: decision.reason, replaces } },
  )
}

/** Takes back one's own decision; says so if the office was told already. Resolves with whether it was taken back. */
export async function takeBack(owner: DocumentOwner, document_id: number): Promise<boolean> {
  const route =
    `POST /v1/${noun[owner]}/docs/to-check/{document_id}` as 'POST /v1/customers/docs/to-check/{document_id}'
  try {
    await api(route, { params: { document_id } })
    return true
  } catch (error) {
    alertToast(errorSentence(error), 'danger')
    return false
  } finally {
    await refreshChecks()
  }
}

/** Says what was decided; for as long as the office does not know it, with a button that takes it back. */
export const announce = (what: string, { state }: Decision, undo: () => void) =>
  toast(
    state === 'checked' ? `${what}: verificato.` : `${what}: non valido. Lo studio riceve il motivo.`,
    undo,
    toldAfterSeconds * 1000 - 1000,
  )

export async function verify(of: Owner, document: Document) {
  try {
    await decideAndAnnounce(of, document, { state: 'checked' })
  } catch (error) {
    await refreshDocuments(of)
    alertToast(`Non l’ho segnato. ${errorSentence(error)}`, 'danger')
  }
}

/** Rejects with the server's error; its fields are shown at the form's. */
export const invalidate = (of: Owner, document: Document, reason: string) =>
  decideAndAnnounce(of, document, { state: 'invalid', reason })

async function decideAndAnnounce(of: Owner, document: Document, decision: Decision) {
  await decide(of.owner, document, decision)
  await refreshDocuments(of)
  announce(documentTypeName(of.owner, document.type), decision, () => {
    void takeBack(of.owner, document.document_id).then(() => refreshDocuments(of))
  })
}

/** Shows a document of a condominium to its residents, or no longer; they are told some seconds later. */
export async function share(of: Owner, { document_id, file_name }: Document, shared: boolean): Promise<void> {
  try {
    await api('PUT /v1/accounts/docs/shared/{document_id}', { params: { document_id }, body: { shared } })
    alertToast(
      shared
        ? `${file_name}: lo vedono i condòmini. Fra poco ricevono un messaggio.`
        : `${file_name}: i condòmini non lo vedono più.`,
      'success',
    )
  } catch (error) {
    alertToast(`Non l’ho cambiato. ${errorSentence(error)}`, 'danger')
  }
  await queries.invalidateQueries({ queryKey: documentsQuery(of).queryKey })
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

/** Also refetches what counts documents to check, or waits for them. */
export async function refreshDocuments(of: Owner) {
  void refreshChecks()
  await queries.invalidateQueries({ queryKey: documentsQuery(of).queryKey })
}

/** The queue of checks, and what offices still lack to be activated. */
export const refreshChecks = () =>
  Promise.all(
    ['document-checks', 'customers', 'activations'].map((noun) =>
      queries.invalidateQueries({ queryKey: [noun] }),
    ),
  )
