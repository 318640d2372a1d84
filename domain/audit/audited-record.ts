import type { ValueFormat } from './value-formats.ts'

/** Its name on screen; with the format of its value where the type alone does not say how it is read. */
export type AuditedField = string | readonly [name: string, format: ValueFormat]

/** What a line of the audit log is about, and the ending of participles that agree with it: *bolletta modificat-a*. */
export type AuditedThing = {
  name: string
  ending: 'o' | 'a' | 'i' | 'e'
  /** Acts whose sentence is not the name with a participle. */
  acts?: Readonly<Record<string, string>>
}

/** A kind of record in the audit log, as people read it. */
export type AuditedRecord = AuditedThing & {
  /** Its fields, those of its parts included: the same word may mean something else in another record. */
  fields: Readonly<Record<string, AuditedField>>
  /** The tables that are seen in the history of this record, by table. */
  parts?: Readonly<Record<string, AuditedThing>>
}

export const place = {
  address: 'Indirizzo',
  house_number: 'Civico',
  city: 'Comune',
  zip_code: 'CAP',
  prov: 'Provincia',
} as const

/** The labels of states and choices, within a sentence. */
export const inLowerCase = (names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).map(([value, name]) => [value, name.toLowerCase()]))
