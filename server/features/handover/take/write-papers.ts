import { createHash, randomUUID } from 'node:crypto'
import { formatDate } from '@saldo/domain/dates'
import { documentTypes } from '@saldo/domain/registry/document'
import type { Tx } from '../../../db/connection.ts'
import type { Services } from '../../../services.ts'
import { documentFileName } from '../../documents/document-file-name.ts'
import { sniffDocument } from '../../documents/sniff-document.ts'
import { insertBankMandate } from '../../mandates/bank-mandate.ts'
import { documentsToTake, mandatesToTake } from './preview.ts'
import type { StoredZip } from './read-handover.job.ts'
import type { LoadedZip } from './read-zip.ts'
import type { Made } from './write-account.sql.ts'

/**
 * Mandates come in as drafts of paper mandates, with their proof as text: nobody collects with them before somebody has
 * loaded the signed paper. One whose reference the office has for the same creditor is left out.
 */
export async function writeMandates(tx: Tx, stored: StoredZip, zip: LoadedZip, made: Made): Promise<void> {
  const { customer_id, actor } = stored
  const { office } = zip.manifest.made_by
  for (const row of mandatesToTake(zip.tables.mandates)) {
    const [creditor_id, umr] = [String(row.creditor_id), String(row.umr)]
    const known = await tx`
      select from mandates
      where customer_id = ${customer_id} and creditor_id = ${creditor_id} and umr = ${umr} and provider_account = 'bank'`
    if (known.length > 0) continue
    const proof = (await zip.content(String(row.proof_file))).toString('utf8').replace(/^\uFEFF/, '')
    await insertBankMandate(
      tx,
      {
        ...{
          customer_id,
          account_id: made.account_id,
          subject_id: made.subjects.get(row.subject_id) as number,
        },
        ...{ creditor_id, umr, signing: 'paper', state: 'draft', one_off: row.one_off === 'yes' },
        debtor_name: row.debtor_name as string | null,
        debtor_iban: row.debtor_iban as string | null,
        signed_on: row.signed_on as string | null,
        text: `Ricevuto con il passaggio di consegne da ${office}. Prova conservata da chi consegna:\n\n${proof}`,
        ...{ accepted_from: 'passaggio di consegne', accepted_with: office },
      },
      {
        text: `Ricevuto con il passaggio di consegne da ${office} del ${formatDate(zip.manifest.day)}`,
        actor,
      },
    )
  }
}

/** Documents of the condominium, and scans of mandates as documents of their payers. `kept`: files to delete if it fails. */
export async function writeDocuments(
  services: Services,
  tx: Tx,
  { customer_id, created_by }: StoredZip,
  zip: LoadedZip,
  made: Made,
  kept: string[],
): Promise<void> {
  const keep = async (
    file: string,
    name: string,
    of: { account_id: number | null; subject_id: number | null; type: string },
  ) => {
    const bytes = await zip.content(file)
    const sniffed = sniffDocument(bytes)
    if ('refused' in sniffed) return
    const file_path = `documents/${randomUUID()}`
    kept.push(file_path)
    await services.files.put(file_path, bytes)
    const scan = services.env.SCAN_URL ? 'waiting' : 'not_scanned'
    const { mime } = sniffed
    const [row] = await tx`
      insert into documents ${tx({
        ...{ customer_id, ...of, file_name: documentFileName(name, mime), mime, size: bytes.length },
        ...{ sha256: createHash('sha256').update(bytes).digest(), file_path, scan, uploaded_by: created_by },
      })} returning document_id`
    if (scan === 'waiting')
      await services.queue.enqueue(tx, 'scan-document', { document_id: row?.document_id as number })
  }
  for (const row of await documentsToTake(zip)) {
    const type = Object.entries(documentTypes.account).find(([, name]) => name === row.type)?.[0] ?? 'other'
    await keep(String(row.file), String(row.file_name), {
      account_id: made.account_id,
      subject_id: null,
      type,
    })
  }
  for (const row of mandatesToTake(zip.tables.mandates))
    if (row.scan_file !== null)
      await keep(String(row.scan_file), `Mandato ${row.umr}`, {
        ...{ account_id: null, subject_id: made.subjects.get(row.subject_id) as number, type: 'mandate' },
      })
}
