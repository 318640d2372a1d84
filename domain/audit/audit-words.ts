import { auditedRecords, fieldOf, referenceFields, wordsOf } from './audit-fields.ts'
import type { AuditedThing } from './audited-record.ts'
import { plainly } from './value-formats.ts'

export const nounNames: Record<string, string> = Object.fromEntries(
  Object.entries(auditedRecords).map(([noun, { name }]) => [noun, name]),
)

/** Participles without their ending. The database refuses an act that is not among these (`audit_act_is_declared`). */
const participles = {
  created: 'creat',
  changed: 'modificat',
  removed: 'eliminat',
  imported: 'importat',
  undone: 'annullat',
  merged: 'unit',
  issued: 'emess',
  activated: 'attivat',
  sent: 'inviat',
  delivered: 'consegnat',
  iban_revealed: null,
  books_closed: null,
  books_reopened: null,
  collection_reversed: null,
  mail_read: null,
} as const
export type AuditAct = keyof typeof participles
export const auditActs = Object.keys(participles) as [AuditAct, ...AuditAct[]]

type Told = { noun: string; part?: string | null; act: string }

/** What was done to what, as a sentence: *Bolletta modificata*, *Regole dei solleciti create*, *IBAN mostrato*. */
export function actSentence({ noun, part, act }: Told): string {
  const record = wordsOf(noun)
  const thing: AuditedThing | undefined = (part ? record?.parts?.[part] : undefined) ?? record
  const participle = participles[act as AuditAct]
  return (
    thing?.acts?.[act] ?? (thing && participle ? `${thing.name} ${participle}${thing.ending}` : 'Modifica')
  )
}

/** What the record is called. A part that was removed with its record is called by a stored value or a day. */
export function labelInWords({ noun, label }: { noun: string; label: string | null }): string | null {
  if (label === null) return null
  for (const field of Object.values(wordsOf(noun)?.fields ?? {})) {
    const name = typeof field === 'string' ? undefined : field[1].names?.[label]
    if (name !== undefined) return name
  }
  return plainly(label)
}

/** One field that changed, as people read it; null: there was, or is, nothing. */
export type Change = { field: string; was: string | null; is: string | null }

type Values = Record<string, unknown> | null
/** A record of this noun before and after; null: there was none yet, or is none any more. */
type Difference = { noun: string; before: Values; after: Values }

/**
 * Lists the fields that differ between two states of a record, and those that say which part of it changed. Keys of other
 * records and of people are left out: the log has their names, and shows beside them who acted.
 */
export function describeChanges({ noun, before, after }: Difference): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const order = orderOf(noun)
  return names
    .filter((name) => !/(^|_)ids?$|_by$/.test(name))
    .sort((one, other) => (order.get(one) ?? order.size) - (order.get(other) ?? order.size))
    .map((name) => describe(noun, name, before?.[name], after?.[name]))
}

/** As declared, after the records that it refers to; the database keeps fields in no order that means anything. */
const orderOf = (noun: string): Map<string, number> => {
  const declared = [...Object.keys(referenceFields), ...Object.keys(wordsOf(noun)?.fields ?? {})]
  return new Map(declared.map((name, place) => [name, place]))
}

function describe(noun: string, name: string, was: unknown, is: unknown): Change {
  const declared = fieldOf(noun, name) ?? 'Altro dato'
  const [field, format] = typeof declared === 'string' ? [declared] : declared
  const say = (value: unknown) => (isNothing(value) ? null : (format?.say ?? plainly)(value))
  const [before, after] = [say(was), say(is)]
  const summary = before !== null && after !== null ? format?.sayChange?.(was, is) : null
  if (summary) return { field, was: null, is: summary }
  return { field, was: before === after ? null : before, is: after }
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** The changes in one line: `Nome: Aurora → Aurora 2; Telefono: 055 1`. */
export const changesLine = (difference: Difference): string =>
  describeChanges(difference)
    .map(
      ({ field, was, is }) =>
        `${field}: ${was !== null && is !== null ? `${was} → ${is}` : (is ?? (was === null ? 'niente' : `niente (prima ${was})`))}`,
    )
    .join('; ')
