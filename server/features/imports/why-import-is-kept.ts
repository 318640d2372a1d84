import type { StoredFiles } from '../../feature.ts'

/** A sheet is needed until its import has ended: afterwards the records are in the product. */
export const whyImportIsKept: StoredFiles['why_kept'] = async (tx, import_id) => {
  const [stored] = await tx<{ state: string }[]>`
    select state from imports where import_id = ${import_id} for no key update`
  return stored && ['reading', 'to_check', 'writing', 'undoing'].includes(stored.state)
    ? 'L’importazione di questo foglio non è finita: prima va conclusa o scartata.'
    : null
}
