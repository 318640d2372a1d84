import { page, type Sheet } from './sheet.ts'

/** How many points the administrator's signature takes, its line included. */
export const signatureHeight = 62

const width = 190

/** Draws the place for the administrator's signature at the right, from `y` down; the picture of it, if there is one. */
export function drawSignature(sheet: Sheet, bytes: Buffer | null, business_name: string, y: number): void {
  const at = { x: page.right - width, width }
  sheet.say('P', [{ text: 'L’amministratore', y, ...at }])
  sheet.say('P', [{ text: business_name, y: y + 13, weight: 600, ...at }])
  if (bytes) sheet.picture(bytes, { ...at, y: y + 18, height: 40 }, `Firma di ${business_name}`)
  sheet.rule(y + signatureHeight, { from: at.x, thick: 0.5 })
}
