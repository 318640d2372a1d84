import type { Tx } from '../../db/connection.ts'
import { drawLogo } from '../../pdf/logo.ts'
import { page, type Sheet } from '../../pdf/sheet.ts'
import type { Services } from '../../services.ts'
import { type LetterheadImages, letterheadImages } from '../documents/letterhead-images.ts'

/** The office's letterhead: what stands at the top of everything that it prints here. */
export type Letterhead = {
  business_name: string
  address: string | null
  /** Tax code and VAT number, or the one that is known. */
  tax_numbers: string | null
  phone: string | null
  email: string | null
  images: LetterheadImages
}

/** The letterhead of an office, with its pictures, for a print of one of its records. */
export async function withImages(
  services: Services,
  customer_id: number,
  office: Omit<Letterhead, 'images'>,
): Promise<Letterhead> {
  return { ...office, images: await letterheadImages(services, customer_id) }
}

/** The words of an office's letterhead. */
export async function letterheadOf(tx: Tx, customer_id: number): Promise<Omit<Letterhead, 'images'>> {
  const [office] = await tx<Omit<Letterhead, 'images'>[]>`
    select business_name,
      nullif(concat_ws(', ', nullif(concat_ws(' ', address, house_number), ''),
        nullif(concat_ws(' ', zip_code, city, '(' || prov || ')'), '')), '') as address,
      nullif(concat_ws(' · ', 'C.F. ' || upper(fiscal_code), 'P. IVA ' || vat_number), '') as tax_numbers,
      primary_mobile_phone as phone, primary_email as email
    from customers where customer_id = ${customer_id}`
  return office as NonNullable<typeof office>
}

const { left, right } = page
/** The logo stands at the right of them. */
const words = right - left - 130

/** Draws the letterhead at the top of the page, above a line. Returns where the text may begin, in points. */
export function drawLetterhead(sheet: Sheet, office: Letterhead): number {
  let y = page.top + 10
  drawLogo(sheet, office.images.logo, office.business_name)
  sheet.say('P', [{ text: office.business_name, x: left, y, width: words, size: 12, weight: 600 }])
  const lines = [office.address, [office.tax_numbers, office.phone, office.email].filter(Boolean).join(' · ')]
  for (const text of lines) {
    if (!text) continue
    y += 12
    sheet.say('P', [{ text, x: left, y, width: words, size: 8.5, dim: true }])
  }
  y += 9
  sheet.rule(y, { thick: 2 })
  return y
}
