import { page, type Sheet } from './sheet.ts'

const logo = { width: 120, height: 42 }

/** Draws the office's logo, if it has one, at the top right of the first page of a print. */
export function drawLogo(sheet: Sheet, bytes: Buffer | null, business_name: string): void {
  if (!bytes) return
  const box = { x: page.right - logo.width, y: page.top - 8, align: 'right' as const, ...logo }
  sheet.picture(bytes, box, `Logo di ${business_name}`)
}
