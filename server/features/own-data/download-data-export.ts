import * as contract from '@saldo/contract/identity/data-exports'
import { today } from '@saldo/domain/dates'
import { recordAudit } from '../../db/record-audit.ts'
import { UnreadableFile } from '../../files/sealed-file.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'

type Found = { state: string; stored_as: string | null; in_time: boolean }

/** The ZIP, as an attachment. The log of each office in whose registry the person is says that they took their data. */
export const downloadDataExport = serveAcross(
  contract.downloadDataExport,
  async ({ services, as, params: { id } }) => {
    const stored = await as(async (tx) => {
      const [found] = await tx<Found[]>`
        select state, stored_as, expires_at > now() as in_time from data_exports where data_export_id = ${id}`
      if (!found) throw notFound('Questa copia dei tuoi dati')
      const { state, stored_as, in_time } = found
      if (state === 'expired' || (state === 'done' && (!in_time || stored_as === null)))
        throw conflict('expired', 'La copia dei tuoi dati è stata eliminata dopo 72 ore: preparala di nuovo.')
      if (state !== 'done' || stored_as === null)
        throw conflict('not_finished', 'La copia dei tuoi dati non è pronta.')
      const content = await services.files.read(stored_as).catch((error) => {
        if (!(error instanceof UnreadableFile)) throw error
        services.log.error({ data_export_id: id, why: error.code }, 'a data export cannot be read')
        throw conflict(
          'file_unreadable',
          'Il file non si può aprire: prepara di nuovo la copia dei tuoi dati.',
        )
      })
      await tx`
        update data_exports set downloads = downloads + 1, downloaded_at = now() where data_export_id = ${id}`
      const people = await tx<{ customer_id: number; subject_id: number; nominative: string }[]>`
        select customer_id, subject_id, nominative from subjects order by subject_id limit 100`
      for (const { customer_id, subject_id, nominative } of people)
        await recordAudit(tx, {
          ...{ customer_id, noun: 'subjects', record_id: subject_id, label: nominative, act: 'delivered' },
        })
      return content
    })
    return asFile(
      stored.content,
      `I miei dati in Saldo ${today()}.zip`,
      'application/zip',
      false,
      stored.bytes,
    )
  },
)
