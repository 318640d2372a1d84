import type { LetterheadType } from '@saldo/domain/registry/document'
import { UnreadableFile } from '../../files/sealed-file.ts'
import type { Services } from '../../services.ts'

/** The pictures of an office's prints: its logo, and the signature of who manages its condominiums. */
export type LetterheadImages = Record<LetterheadType, Buffer | null>

/**
 * The latest logo and signature of an office that were not refused, read for whoever of the office prints. A file that
 * cannot be opened is left out and logged: the print matters more.
 */
export async function letterheadImages(services: Services, customer_id: number): Promise<LetterheadImages> {
  const rows = await services.asSystem(
    (tx) => tx<{ type: LetterheadType; file_path: string; document_id: number }[]>`
      select distinct on (type) type, file_path, document_id from documents
      where customer_id = ${customer_id} and account_id is null and subject_id is null
        and type in ('logo', 'signature') and state <> 'invalid' and scan in ('clean', 'not_scanned')
      order by type, document_id desc`,
  )
  const images: LetterheadImages = { logo: null, signature: null }
  for (const { type, file_path, document_id } of rows) {
    try {
      const { content } = await services.files.read(file_path)
      const chunks: Buffer[] = []
      for await (const chunk of content) chunks.push(chunk as Buffer)
      images[type] = Buffer.concat(chunks)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      services.log.error({ document_id, why: error.code }, 'a picture of the letterhead cannot be read')
    }
  }
  return images
}
