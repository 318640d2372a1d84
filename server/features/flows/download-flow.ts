import * as contract from '@saldo/contract/payments/flows'
import type { FlowState } from '@saldo/domain/payments/flow'
import { conflict, notFound } from '../../http/errors.ts'
import { handOut } from '../../http/hand-out.ts'
import { asFile, serveAcross } from '../../http/serve.ts'

/** The file as it was made or loaded, as an attachment. */
export const downloadFlow = serveAcross(contract.downloadFlow, async ({ services, as, request, params }) => {
  const { file_name, content, bytes } = await as(async (tx) => {
    const [stored] = await tx<{ file_path: string; file_name: string; state: FlowState }[]>`
      select file_path, file_name, state from flows where flow_id = ${params.id}`
    if (!stored) throw notFound('Il flusso')
    if (stored.state === 'writing')
      throw conflict('file_not_ready', 'Il file è ancora in preparazione: riprova fra poco.')
    if (stored.state === 'failed')
      throw conflict('file_not_made', 'Questo file non è stato creato: preparalo di nuovo.')
    return { ...stored, ...(await handOut({ services, tx, request }, stored.file_path)) }
  })
  return asFile(content, file_name, 'application/octet-stream', false, bytes)
})
