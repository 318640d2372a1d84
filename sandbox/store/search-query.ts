import { invalid } from '../errors.ts'

/** Whether one object matches a search. */
export type Fits = (object: object) => boolean

type Kind = 'metadata' | 'number' | 'text' | 'token'

/** The fields by which a kind of object may be searched, and how. */
export type SearchFields = Readonly<Record<string, Kind>>

const clause =
  /^\s*(-)?\s*([a-z_0-9.]+)(?:\[("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\])?\s*(:|~|>=|<=|>|<|=)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|null|-?\d+|true|false)/i
const joint = /^\s*(AND|OR)\s+/i

/**
 * Reads Stripe's search language: clauses `field:"value"`, `metadata["key"]:"value"`, `field>100`,
 * `email~"part"`, `field:null`, negated by `-`, joined by AND (also when left out) or by OR, but not by
 * both. Text is compared without regard to case; words of a text field as a whole, tokens exactly.
 * Throws Stripe's 400.
 */
export function readQuery(query: string, fields: SearchFields): Fits {
  const parts: Fits[] = []
  const joints = new Set<string>()
  let rest = query
  for (;;) {
    const found = clause.exec(rest)
    if (!found) throw wrong(`We were unable to parse your search query: ${query}`)
    parts.push(readClause(found, fields))
    rest = rest.slice(found[0].length)
    if (rest.trim() === '') break
    if (!/^\s/.test(rest)) throw wrong(`We were unable to parse your search query: ${query}`)
    const joined = joint.exec(rest)
    joints.add((joined?.[1] ?? 'AND').toUpperCase())
    rest = rest.slice(joined?.[0].length ?? 0)
  }
  if (joints.size > 1) throw wrong('You cannot combine AND and OR in one search query.')
  if (parts.length > 10) throw wrong('A search query may have at most 10 clauses.')
  return joints.has('OR')
    ? (object) => parts.some((part) => part(object))
    : (object) => parts.every((part) => part(object))
}

function readClause(found: RegExpExecArray, fields: SearchFields): Fits {
  const [, minus, field = '', key, operator = ':', raw = ''] = found
  const kind = fields[field]
  if (!kind) throw wrong(`Field '${field}' is an unsupported search field for this resource.`)
  if ((kind === 'metadata') !== (key !== undefined))
    throw wrong(`Field '${field}' must be searched as ${kind === 'metadata' ? 'metadata["key"]' : field}.`)
  const path = key === undefined ? field.split('.') : ['metadata', unquoted(key)]
  const value = raw === 'null' ? null : unquoted(raw)
  const holds = comparison(kind, operator, value, field)
  return minus ? (object) => !holds(at(object, path)) : (object) => holds(at(object, path))
}

function comparison(
  kind: Kind,
  operator: string,
  value: string | null,
  field: string,
): (found: unknown) => boolean {
  if (value === null) return (found) => found === undefined || found === null || found === ''
  if (operator === '~') {
    if (kind === 'number' || kind === 'token')
      throw wrong(`Operator ~ is not supported for the field '${field}'.`)
    if (value.length < 3) throw wrong('A part of a text must have at least 3 characters.')
    return (found) => typeof found === 'string' && lower(found).includes(lower(value))
  }
  if (kind === 'number') {
    const number = Number(value)
    if (!Number.isFinite(number)) throw wrong(`Field '${field}' must be compared with a number.`)
    return (found) => typeof found === 'number' && order[operator]?.(found, number) === true
  }
  if (operator !== ':' && operator !== '=')
    throw wrong(`Operator ${operator} is not supported for the field '${field}'.`)
  if (kind === 'text') return (found) => typeof found === 'string' && hasWords(lower(found), lower(value))
  return (found) => found !== undefined && found !== null && lower(String(found)) === lower(value)
}

const order: Record<string, (found: number, value: number) => boolean> = {
  ':': (found, value) => found === value,
  '=': (found, value) => found === value,
  '>': (found, value) => found > value,
  '<': (found, value) => found < value,
  '>=': (found, value) => found >= value,
  '<=': (found, value) => found <= value,
}

/** The words asked for, in this order, as whole words. */
function hasWords(text: string, words: string): boolean {
  const spaced = (value: string) => ` ${value.split(/[^\p{L}\p{N}@._+-]+/u).join(' ')} `
  return spaced(text).includes(spaced(words))
}

function at(object: object, path: readonly string[]): unknown {
  let value: unknown = object
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name]
  return value
}

function unquoted(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text
}

const lower = (text: string) => text.toLowerCase()

function wrong(message: string) {
  return invalid(message, 'query', 'search_query_invalid')
}
