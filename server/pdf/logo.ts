import { page, type Sheet } from './sheet.ts'

const logo = { width: 120, height: 42 }
const alt = (business_name: string) => `Logo di ${business_name}`

/** Draws the office's logo, if it has one, at the top right of the first page of a print. */
export function drawLogo(sheet: Sheet, bytes: Buffer | null, business_name: string): void {
  if (!bytes) return
  const box = { x: page.right - logo.width, y: page.top - 8, align: 'right' as const, ...logo }
  sheet.picture(bytes, box, alt(business_name))
}

/** Draws it at the top left, where an amount stands at the right. Returns where the text below may begin, in points. */
export function drawLogoAbove(sheet: Sheet, bytes: Buffer | null, business_name: string): number {
  if (!bytes) return page.top
  sheet.picture(bytes, { x: page.left, y: page.top - 8, ...logo }, alt(business_name))
  return page.top + logo.height + 2
}
