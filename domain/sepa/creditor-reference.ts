import { withoutAccents } from '../fold.ts'
import { mod97 } from '../mod97.ts'

/**
 * The RF creditor reference (ISO 11649) that a payer quotes for a bill: its number without punctuation, so that each
 * can be derived from the other when it is found in a bank's text: `2026/000001` → `RF422026000001`. Only the last 21
 * characters of a longer number are used, because numbers differ at the end. A number without letters or digits becomes
 * 0.
 */
export const rfOfBill = (number: string): string => makeRf(plain(withoutAccents(number)).slice(-21) || '0')

/**
 * The RF reference of one instalment: that of its bill, then `R` and its position in two digits, `2026/000001` and 3 →
 * `RF862026000001R03`. A number of more than 18 letters and digits, or a position above 99, leaves no room: then it is the
 * bill's.
 */
export function rfOfInstalment(number: string, position: number): string {
  const body = rfOfBill(number).slice(4)
  if (body.length > mostBeforePosition || position > 99) return rfOfBill(number)
  return makeRf(`${body}R${String(position).padStart(2, '0')}`)
}

/** The bill's part and the position that a reference of an instalment quotes, without `RF` and its digits; null: of none. */
export function instalmentOfReference(body: string): { key: string; position: number } | null {
  const [, key = '', position = ''] = /^([0-9A-Z]{1,18})R(\d\d)$/.exec(body) ?? []
  return Number(position) > 0 ? { key, position: Number(position) } : null
}

/** The 21 characters of a reference less the three that name an instalment. */
const mostBeforePosition = 18

/** RF, two check digits, the reference. Throws RangeError unless that is 1–21 of A–Z 0–9 (case and blanks aside). */
export function makeRf(reference: string): string {
  const body = compact(reference)
  if (!/^[0-9A-Z]{1,21}$/.test(body)) throw new RangeError(`not a creditor reference: ${reference}`)
  return `RF${String(98 - mod97(`${body}RF00`)).padStart(2, '0')}${body}`
}

/** Whether the text is a right RF reference, however it is grouped or cased; `rf` is its plain form. */
export function checkRf(text: string): { valid: boolean; rf: string } {
  const rf = compact(text)
  const [, digits = '', reference = ''] = /^RF(\d{2})([0-9A-Z]{1,21})$/.exec(rf) ?? []
  return { valid: reference !== '' && makeRf(reference).slice(2, 4) === digits, rf }
}

/** `RF42 2026 0000 01` */
export const formatRf = (rf: string): string => compact(rf).replace(/(.{4})(?=.)/g, '$1 ')

const upper = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
const compact = (text: string): string => upper(text.replace(/\s/g, ''))
const plain = (text: string): string => upper(text).replace(/[^0-9A-Z]/g, '')
