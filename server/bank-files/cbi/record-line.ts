import type { Day } from '@saldo/domain/dates'

const length = 120
type Field = readonly [from: number, text: string]

/** One record: a blank, the type, then each field at its position (counted from 1). Throws RangeError on overlap. */
export function recordLine(type: string, ...fields: readonly Field[]): string {
  let line = ` ${type}`
  for (const [from, text] of fields) {
    if (from <= line.length || from - 1 + text.length > length)
      throw new RangeError(`record ${type}: no room for ${JSON.stringify(text)} at ${from}`)
    line = line.padEnd(from - 1) + text
  }
  return line.padEnd(length)
}

/** `DDMMYY` */
export const dayField = (day: Day): string => `${day.slice(8, 10)}${day.slice(5, 7)}${day.slice(2, 4)}`

/** A whole number, padded with zeros on the left. Throws RangeError when it does not fit: amounts are never cut. */
export function numberField(value: number, width: number): string {
  const digits = String(value)
  if (!Number.isSafeInteger(value) || value < 0 || digits.length > width)
    throw new RangeError(`not a number of ${width} digits: ${value}`)
  return digits.padStart(width, '0')
}

/** An identifier as it is. Throws RangeError when it is not: identifiers are never cut or changed. */
export function codeField(value: string, pattern: RegExp): string {
  if (!pattern.test(value)) throw new RangeError(`not ${pattern}: ${JSON.stringify(value)}`)
  return value
}
