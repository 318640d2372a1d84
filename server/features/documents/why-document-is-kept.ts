import type { StoredFiles } from '../../feature.ts'

/**
 * The latest verified document of its type and owner stays: it is the one in force. So do the logo and the signature that
 * the office's papers show. Locks the document, so that its scan and its check wait.
 */
export const whyDocumentIsKept: StoredFiles['why_kept'] = async (tx, document_id) => {
  await tx`select from documents where document_id = ${document_id} for no key update`
  const [document] = await tx<{ in_force: boolean; on_papers: boolean }[]>`
    select d.state = 'checked' and not exists (
        select from documents l
        where l.customer_id = d.customer_id and l.type = d.type and l.state = 'checked'
          and l.account_id is not distinct from d.account_id and l.subject_id is not distinct from d.subject_id
          and l.document_id > d.document_id) as in_force,
      d.type in ('logo', 'signature') and d.account_id is null and d.subject_id is null
        and d.state <> 'invalid' and d.scan in ('clean', 'not_scanned') and not exists (
          select from documents l
          where l.customer_id = d.customer_id and l.type = d.type and l.account_id is null and l.subject_id is null
            and l.state <> 'invalid' and l.scan in ('clean', 'not_scanned')
            and l.document_id > d.document_id) as on_papers
    from documents d where d.document_id = ${document_id}`
  if (document?.on_papers)
    return 'Lo studio lo usa nella sua carta intestata: prima deve cambiarlo in Documenti.'
  return document?.in_force
    ? 'È l’ultimo documento verificato di questo tipo: prima serve che ne sia verificato uno più recente.'
    : null
}
