import { invalid } from '../errors.ts'

/** The body of a control call: a JSON object. */
export type Body = Record<string, unknown>

export function bodyOf(body: unknown): Body {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body
  throw invalid('A JSON object is expected.')
}

export function numberOf(body: Body, name: string, least: number): number | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  const number = Number(value)
  if (!Number.isFinite(number) || number < least)
    throw invalid(`${name} must be a number not below ${least}.`, name)
  return number
}
