import type { z } from 'zod'

const required = 'Questo campo è obbligatorio.'

/**
 * Why a value is refused, in Italian. Our schemas have sentences of their own; zod's are replaced. What is there and of the
 * wrong type is not called missing. `given`: the value at the issue's place.
 */
export function inputSentence(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code === 'custom' || issue.code === 'invalid_format') return issue.message
  if (issue.code === 'unrecognized_keys') return 'Questo parametro non esiste.'
  const isThere = given !== undefined && given !== null && given !== ''
  if (issue.code === 'invalid_type' && isThere && issue.message === required) return wrongType(issue.expected)
  if (!/^(Invalid|Too|Unrecognized|Expected)/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type') return isThere ? wrongType(issue.expected) : required
  if (issue.code === 'too_big') return tooBig(issue.origin, issue.maximum)
  if (issue.code === 'too_small') return tooSmall(issue.origin, issue.minimum)
  return 'Valore non riconosciuto.'
}

function wrongType(expected: string): string {
  if (expected === 'int') return 'Scrivi un numero intero.'
  return expected === 'number' ? 'Scrivi un numero.' : 'Questo valore non è valido.'
}

function tooBig(origin: string, most: number | bigint): string {
  if (origin === 'string') return `Testo troppo lungo: al massimo ${most} caratteri.`
  return origin === 'array' ? `Troppi elementi: al massimo ${most}.` : 'Valore troppo grande.'
}

function tooSmall(origin: string, least: number | bigint): string {
  if (origin === 'string')
    return Number(least) === 1 ? required : `Testo troppo corto: almeno ${least} caratteri.`
  return origin === 'array' ? `Troppo pochi elementi: almeno ${least}.` : 'Valore troppo piccolo.'
}

/**
 * The value at the place of an issue; undefined where there is none. A text that was read as a list (`ids=1,2`) is the value of
 * each of its places.
 */
export const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => {
    if (typeof value === 'string') return value
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  }, input)
