import qs from 'qs'
import { invalid, missingParam } from './errors.ts'

/** Form fields as the SDK sends them, brackets unfolded: `a[b][0]=c` is `{a: {b: ['c']}}`. */
export type Params = { [name: string]: Param }
export type Param = string | Param[] | Params

/** Reads a form body or a query string. */
export function parseParams(text: string): Params {
  return qs.parse(text, { depth: 10, arrayLimit: 500, parameterLimit: 5000, plainObjects: true }) as Params
}

/** Refuses unknown parameters, as Stripe does; otherwise a misspelt one would go unnoticed. */
export function refuseUnknown(params: Params, known: readonly string[]): void {
  for (const name of Object.keys(params))
    if (!known.includes(name)) throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
}

/** Refuses unknown fields of an object inside: `company[nome]`. */
export function refuseUnknownInside(params: Params, path: string, known: readonly string[]): void {
  for (const name of Object.keys(hash(params, path) ?? {}))
    if (!known.includes(name))
      throw invalid(`Received unknown parameter: ${path}[${name}]`, `${path}[${name}]`, 'parameter_unknown')
}

/** The value at a path written as Stripe writes it: `transfer_data[destination]`. */
export function at(params: Params, path: string): Param | undefined {
  let value: Param | undefined = params
  for (const name of path.replaceAll(']', '').split('[')) {
    if (value === undefined || typeof value === 'string') return undefined
    value = Array.isArray(value) ? value[Number(name)] : value[name]
  }
  return value
}

/** A text; `''` (which in Stripe's language means "clear it") is returned as it is. */
export function text(params: Params, path: string, longest = 5000): string | undefined {
  const value = at(params, path)
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalid(`Invalid string: ${JSON.stringify(value)}`, path)
  if (value.length > longest)
    throw invalid(`Invalid string: must be at most ${longest} characters`, path, 'parameter_invalid_string')
  return value
}

export function needText(params: Params, path: string): string {
  const value = text(params, path)
  if (value === undefined) throw missingParam(path)
  if (value === '')
    throw invalid(
      `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset.`,
      path,
      'parameter_invalid_empty',
    )
  return value
}

export function integer(params: Params, path: string): number | undefined {
  const value = text(params, path)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${value}`, path, 'parameter_invalid_integer')
  return Number(value)
}

/** `true` or `false`; also 1 and 0. */
export function flag(params: Params, path: string): boolean | undefined {
  const value = text(params, path)
  if (value === undefined || value === '') return undefined
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  throw invalid(`Invalid boolean: ${value}`, path)
}

export function choice<T extends string>(params: Params, path: string, values: readonly T[]): T | undefined {
  const value = text(params, path)
  if (value === undefined || value === '') return undefined
  if (!values.includes(value as T))
    throw invalid(`Invalid ${path}: must be one of ${values.join(', ')}`, path)
  return value as T
}

export function hash(params: Params, path: string): Params | undefined {
  const value = at(params, path)
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' || Array.isArray(value))
    throw invalid('Invalid object', path, 'parameter_invalid_object')
  return value
}

/** A list of texts: `a[]=x`, `a[0]=x` or a single `a=x`. */
export function texts(params: Params, path: string): string[] | undefined {
  const value = at(params, path)
  if (value === undefined) return undefined
  if (value === '') return []
  const list = Array.isArray(value) ? value : typeof value === 'object' ? Object.values(value) : [value]
  for (const entry of list) if (typeof entry !== 'string') throw invalid('Invalid array', path)
  return list as string[]
}

/** Metadata merged the way Stripe does: given keys replace, an empty value removes, `metadata=''` clears. */
export function metadata(params: Params, before: Record<string, string> = {}): Record<string, string> {
  if (params.metadata === '') return {}
  const after = { ...before }
  for (const [key, value] of Object.entries(hash(params, 'metadata') ?? {})) {
    if (typeof value !== 'string') throw invalid('Metadata values must be strings', `metadata[${key}]`)
    if (key.length > 40) throw invalid('Metadata keys must be at most 40 characters', `metadata[${key}]`)
    if (value.length > 500)
      throw invalid('Metadata values must be at most 500 characters', `metadata[${key}]`)
    if (value === '') delete after[key]
    else after[key] = value
  }
  if (Object.keys(after).length > 50) throw invalid('You may have up to 50 metadata keys', 'metadata')
  return after
}

/** The new value of a clearable text: absent keeps, `''` clears. */
export function changed(params: Params, path: string, before: string | null): string | null {
  const value = text(params, path)
  return value === undefined ? before : value === '' ? null : value
}
