import type { StoredFiles } from '../../feature.ts'

/** A signed mandate proves that its debits were allowed: the payer may ask for it thirteen months after each. */
export const whyScanIsKept: StoredFiles['why_kept'] = async (tx, mandate_id) => {
  const [mandate] = await tx<{ scan_path: string | null; state: string }[]>`
    select scan_path, state from mandates where mandate_id = ${mandate_id} for no key update`
  return mandate?.scan_path && mandate.state !== 'draft'
    ? 'È la firma di un mandato: prova che gli addebiti erano autorizzati, e si conserva.'
    : null
}
