import type { StoredFiles } from '../../feature.ts'

/**
 * The logo in use stays: mails that are written now need it. Of one that is no longer used, mails that show it show the
 * office's name instead. Locks the office's branding, so that the logo does not come into use meanwhile.
 */
export const whyLogoIsKept: StoredFiles['why_kept'] = async (tx, logo_id) => {
  const [branding] = await tx<{ in_use: boolean }[]>`
    select b.logo_id is not distinct from l.logo_id as in_use
    from office_logos l join office_branding b on b.customer_id = l.customer_id
    where l.logo_id = ${logo_id} for no key update of b`
  return branding?.in_use
    ? 'Lo studio lo usa nelle sue e-mail: prima deve toglierlo o cambiarlo in Impostazioni.'
    : null
}
