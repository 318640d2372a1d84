import { isDay } from '../dates.ts'

/** The types of a parameter. A person types `cents` as euro; the server gets integer cents. */
export const parameterTypes = [
  'text',
  'integer',
  'decimal',
  'cents',
  'day',
  'instant',
  'boolean',
  'choice',
] as const
export type ParameterType = (typeof parameterTypes)[number]

/** A parameter of a query; its value replaces `:name` in the text. `options` are the values of a `choice`. */
export type QueryParameter = {
  name: string
  label: string
  type: ParameterType
  required: boolean
  options?: readonly string[] | undefined
}

/** The name of a parameter, as it is written after the colon. */
export const parameterName = /^[a-z_][a-z0-9_]{0,39}$/

/** A text with `$1`, `$2` … in place of its parameters, and their names in that order. */
export type BoundText = { text: string; names: string[] }

const sqlTypes: Record<Exclude<ParameterType, 'text' | 'choice'>, string> = {
  integer: 'bigint',
  decimal: 'numeric',
  cents: 'bigint',
  day: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
}

/**
 * Replaces each `:name` outside strings, quoted names, comments and casts (`::`) by a typed placeholder. A name that is
 * declared twice, or in the text and not declared, or the other way round, is a fault: an Italian sentence.
 */
export function bindParameters(
  sql: string,
  parameters: readonly QueryParameter[],
): BoundText | { fault: string } {
  const types = new Map(parameters.map(({ name, type }) => [name, type]))
  if (types.size < parameters.length) return { fault: 'Due parametri hanno lo stesso nome.' }
  const names: string[] = []
  let fault: string | undefined
  const text = sql.replace(tokens, (token, _tag: string | undefined, name: string | undefined) => {
    if (name === undefined) return token
    const type = types.get(name)
    if (!type) {
      fault ??= `Il parametro :${name} è nel testo ma non nell’elenco dei parametri.`
      return token
    }
    if (!names.includes(name)) names.push(name)
    // As text first: of any other type, the driver would write its own text of the value.
    return `$${names.indexOf(name) + 1}::text${type === 'text' || type === 'choice' ? '' : `::${sqlTypes[type]}`}`
  })
  const unused = parameters.find(({ name }) => !names.includes(name))
  fault ??=
    unused && `Il parametro ${unused.name} è nell’elenco ma non nel testo: scrivilo come :${unused.name}.`
  return fault ? { fault } : { text, names }
}

/**
 * Matches one token as PostgreSQL reads it: a comment, a string (also E'' and $tag$), a quoted name, a cast, or a word. The
 * last alternative matches a parameter. A comment inside a comment ends at the first end: PostgreSQL then reads more comment than
 * this does, so a parameter there is bound although nothing uses it, and PostgreSQL refuses the query.
 */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\b[eE]'(?:\\[\s\S]|''|[^'\\])*(?:'|$)|'(?:''|[^'])*(?:'|$)|"(?:""|[^"])*(?:"|$)|\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?(?:\$\1\$|$)|::|:=|[\w\u0080-\uffff$]+|:([a-z_][a-z0-9_]*)/g

/**
 * The value of a parameter as PostgreSQL reads it, or an Italian sentence that says what is wrong with it. Texts are kept as
 * they are; amounts (`cents`) are integer cents.
 */
export function readParameter(
  { type, required, options = [] }: QueryParameter,
  given: string | null | undefined,
): { value: string | null } | { fault: string } {
  const value = given === undefined || given === null || given.trim() === '' ? null : given
  if (value === null) return required ? { fault: 'Questo parametro è obbligatorio.' } : { value: null }
  const trimmed = value.trim()
  if (type === 'text') return { value }
  if (type === 'choice')
    return options.includes(value) ? { value } : { fault: 'Scegli uno dei valori dell’elenco.' }
  return forms[type].test(trimmed) && (exist[type]?.(trimmed) ?? true)
    ? { value: trimmed }
    : { fault: sentences[type] }
}

/** What has the form and may still not exist, such as the 30th of February. */
const exist: Partial<Record<ParameterType, (value: string) => boolean>> = {
  day: isDay,
  instant: (value) => isDay(value.slice(0, 10)),
}

const forms: Record<Exclude<ParameterType, 'text' | 'choice'>, RegExp> = {
  integer: /^-?\d{1,15}$/,
  cents: /^-?\d{1,15}$/,
  decimal: /^-?\d{1,15}(\.\d{1,10})?$/,
  day: /^\d{4}-\d{2}-\d{2}$/,
  instant: /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/,
  boolean: /^(true|false)$/,
}

const sentences: Record<Exclude<ParameterType, 'text' | 'choice'>, string> = {
  integer: 'Scrivi un numero intero.',
  cents: 'Scrivi un importo in euro.',
  decimal: 'Scrivi un numero.',
  day: 'Scrivi una data che esista, per esempio 15/09/2026.',
  instant: 'Scrivi una data con l’ora, che esistano.',
  boolean: 'Scegli sì o no.',
}
