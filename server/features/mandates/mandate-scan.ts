import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import * as contract from '@saldo/contract/payments/mandates'
import { mandateCan } from '@saldo/domain/sepa/mandate'
import type { Tx } from '../../db/connection.ts'
import { ApiError, conflict, notFound } from '../../http/errors.ts'
import { describeFile, handOut, requireNoHold } from '../../http/hand-out.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { documentFileName } from '../documents/document-file-name.ts'
import { scanWithClamd } from '../documents/scan-with-clamd.ts'
import { sniffDocument } from '../documents/sniff-document.ts'
import { receiveDocument } from '../documents/upload-document.ts'
import { moveBankMandate, requireNoneInForce } from './bank-mandate.ts'
import { lockMandate, mandateDetail } from './mandate-detail.ts'
import { recordMandateEvent } from './mandate-event.ts'

const pictures = ['application/pdf', 'image/jpeg', 'image/png', 'image/tiff']

/**
 * Keeps the scan of a paper mandate, checked for viruses before it is stored. A draft becomes active: the signed paper is
 * what allows to collect. A later scan replaces the first.
 */
export const uploadMandateScan = serveAcross(
  contract.uploadMandateScan,
  async ({ services, as, params, request }) => {
    await as((tx) => requirePaper(tx, params.id))
    const { bytes, name } = await receiveDocument(request)
    const sniffed = sniffDocument(bytes)
    if ('refused' in sniffed || !pictures.includes(sniffed.mime)) throw otherKind()
    await requireClean(services, bytes)
    const scan_path = `mandates/${randomUUID()}`
    await services.files.put(scan_path, bytes)
    try {
      return await as(async (tx) => {
        const mandate = await requirePaper(tx, params.id)
        const scan = { scan_path, scan_name: documentFileName(name, sniffed.mime), scan_mime: sniffed.mime }
        await requireNoHold(tx, mandate.scan_path)
        await tx`update mandates set ${tx(scan)} where mandate_id = ${params.id}`
        await describeFile(tx, scan_path, {
          bytes: bytes.length,
          scan: services.env.SCAN_URL ? 'clean' : null,
        })
        if (mandate.scan_path)
          await services.queue.enqueue(tx, 'delete-file', { file_path: mandate.scan_path })
        const { customer_id, mandate_id } = mandate
        const actor = await actorName(tx)
        if (mandate.state === 'draft') {
          await requireNoneInForce(tx, mandate)
          await moveBankMandate(tx, mandate_id, 'active', {
            text: 'Caricata la scansione firmata: attivo',
            actor,
          })
        } else
          await recordMandateEvent(tx, {
            customer_id,
            mandate_id,
            kind: 'scan',
            text: 'Caricata un’altra scansione',
            actor,
          })
        return mandateDetail(tx, mandate_id)
      })
    } catch (error) {
      // A refused file is not stored: it bears somebody's signature.
      await services.files.delete(scan_path)
      throw error
    }
  },
)

async function requirePaper(tx: Tx, mandate_id: number) {
  const mandate = await lockMandate(tx, mandate_id)
  if (mandate.way !== 'bank' || mandate.signing !== 'paper')
    throw conflict('not_on_paper', 'Questo mandato non è stato firmato su carta.')
  const why = mandateCan.why('amend', { phase: mandate.state })
  if (why) throw conflict('ended', why)
  return mandate
}

const otherKind = () => {
  const why = 'Serve un PDF o un’immagine (JPEG, PNG, TIFF) del mandato firmato.'
  return new ApiError(415, 'unsupported_media_type', why, { fields: { file: why } })
}

async function requireClean({ env: { SCAN_URL } }: Services, bytes: Buffer): Promise<void> {
  if (!SCAN_URL || (await scanWithClamd(SCAN_URL, Readable.from([bytes]))) === 'clean') return
  const why = 'Nel file c’è un virus. Non è stato conservato: controlla il computer da cui viene.'
  throw new ApiError(415, 'infected', why, { fields: { file: why } })
}

export const downloadMandateScan = serveAcross(
  contract.downloadMandateScan,
  async ({ services, as, request, params }) => {
    const scan = await as(async (tx) => {
      const [row] = await tx<{ scan_path: string; scan_name: string; scan_mime: string }[]>`
      select scan_path, scan_name, scan_mime from mandates
      where mandate_id = ${params.id} and scan_path is not null`
      if (!row) throw notFound('La scansione del mandato')
      return { ...row, ...(await handOut({ services, tx, request }, row.scan_path)) }
    })
    return asFile(scan.content, scan.scan_name, scan.scan_mime, false, scan.bytes)
  },
)
