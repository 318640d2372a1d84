import type { Tx } from '../db/connection.ts'
import type { MailRecord } from './fill-template.ts'

/** What an office adds to the mails that are written for it, as a row has it. Without a logo the first three are null. */
export type Branding = {
  logo_path: string | null
  logo_width: number | null
  logo_height: number | null
  closing_words: string | null
}

/** The columns of a Branding, of the tables of `brandingTables`. */
export const branding = (tx: Tx) =>
  tx`o_l.logo_path, o_l.width as logo_width, o_l.height as logo_height, o_b.closing_words`

/** Joins the branding of the office `c`. */
export const brandingTables = (tx: Tx) => tx`
  left join office_branding o_b on o_b.customer_id = c.customer_id
  left join office_logos o_l on o_l.customer_id = o_b.customer_id and o_l.logo_id = o_b.logo_id`

/** As a template shows it: two lists of one record, or of none. */
export function brandingOf(
  business_name: string,
  { logo_path, logo_width, logo_height, closing_words }: Branding,
): { office_logo: MailRecord[]; office_closing: MailRecord[] } {
  const logo =
    logo_path && logo_width && logo_height
      ? [
          {
            picture: { src: contentId(logo_path), alt: business_name, ...shownSize(logo_width, logo_height) },
          },
        ]
      : []
  return { office_logo: logo, office_closing: closing_words ? [{ words: closing_words }] : [] }
}

/** `logos/<uuid>` in the file store is `cid:logo-<uuid>` in a mail: what was written keeps its logo when the office changes it. */
const contentId = (logo_path: string) => `cid:${logo_path.replace('/', '-').replace(/^logos/, 'logo')}`

/** Fits into 200 × 64 pixels, and is never enlarged. */
export function shownSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, 200 / width, 64 / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
