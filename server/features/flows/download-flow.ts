import * as contract from '@saldo/contract/payments/flows'
import type { FlowState } from '@saldo/domain/payments/flow'
import { UnreadableFile } from '../../files/sealed-file.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'

/** The file as it was made or loaded, as an attachment. */
export const downloadFlow = serveAcross(contract.downloadFlow, async ({ services, as, params }) => {
  const { file_path, file_name } = await as(async (tx) => {
    const [stored] = await tx<{ file_path: string; file_name: string; state: FlowState }[]>`
      select file_path, file_name, state from flows where flow_id = ${params.id}`
    if (!stored) throw notFound('Il flusso')
    if (stored.state === 'writing')
      throw conflict('file_not_ready', 'Il file è ancora in preparazione: riprova fra poco.')
    if (stored.state === 'failed')
      throw conflict('file_not_made', 'Questo file non è stato creato: preparalo di nuovo.')
    return stored
  })
  const { content, bytes } = await services.files.read(file_path).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error
    services.log.error({ flow_id: params.id, why: error.code }, 'the file of a flow cannot be read')
    throw conflict(
      'file_unreadable',
      'Il file non si può aprire: manca, è stato alterato, o la sua chiave non è più fra quelle di Saldo. Scrivi all’assistenza.',
    )
  })
  return asFile(content, file_name, 'application/octet-stream', false, bytes)
})
