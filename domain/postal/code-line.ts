import { isCustomerCode, type SlipKind, slipKinds } from './customer-code.ts'

/** What the foot of a postal slip says to machines. `amount` in cents; null on a 674, where the payer writes it. */
export type Slip = { kind: SlipKind; code: string; account: string; amount: number | null }

/** In cents: what eight digits and two decimals hold. */
export const mostOnSlip = 99_999_999_99

/**
 * The code line: customer code, amount, postal account, kind (Gazzetta Ufficiale, 20 May 2013, annex 1; the signs between
 * them are those of the post's layout). Throws on data that fit no slip: it is never printed wrong.
 */
export function writeCodeLine(slip: Slip): string {
  requireSlip(slip)
  const { kind, code, account, amount } = slip
  const euro = amount === null ? '' : `${amountDigits(amount).slice(0, 8)}+${amountDigits(amount).slice(8)}>`
  return `<${code}>${euro.padStart(15)}${`${account}<`.padStart(15)}${`${kind}>`.padStart(6)}`
}

/** The slip of a code line, however wide its blanks are; null if anything in it is wrong. */
export function readCodeLine(line: string): Slip | null {
  const found = /^\s*<(\d{18})>\s*(?:(\d{8})\+(\d{2})>\s*)?(\d{12})<\s*(\d{3})>\s*$/.exec(line)
  if (!found) return null
  const [, code = '', euro, decimals, account = '', type] = found
  const kind = slipKinds.find((each) => each === type)
  if (!kind) return null
  const slip = { kind, code, account, amount: euro === undefined ? null : Number(`${euro}${decimals}`) }
  return whyNotSlip(slip) === null ? slip : null
}

/**
 * The digits of the bar code (Code 128 C): each part with its length before it, 18 code, 12 account, 10 amount, 3 kind. Only
 * an 896 has one: a reader would take the zeros of a 674 for an amount.
 */
export function barCodeOf(slip: Slip & { amount: number }): string {
  requireSlip(slip)
  const { kind, code, account, amount } = slip
  return `18${code}12${account}10${amountDigits(amount)}3${kind}`
}

const amountDigits = (amount: number): string => String(amount).padStart(10, '0')

function requireSlip(slip: Slip): void {
  const why = whyNotSlip(slip)
  if (why) throw new Error(`not a postal slip: ${why}`)
}

function whyNotSlip({ kind, code, account, amount }: Slip): string | null {
  if (!isCustomerCode(code)) return 'customer code'
  if (!/^\d{12}$/.test(account) || /^0+$/.test(account)) return 'postal account'
  if (kind === '674') return amount === null ? null : 'a 674 has no amount'
  if (amount === null || !Number.isInteger(amount) || amount <= 0 || amount > mostOnSlip) return 'amount'
  return null
}
