import type { AuditedField, AuditedRecord } from './audited-record.ts'
import { moneyRecords } from './money-records.ts'
import { officeRecords } from './office-records.ts'
import { registryRecords } from './registry-records.ts'
import { listOf } from './value-formats.ts'

/**
 * The kinds of record in the audit log with their Italian words. The table audit_nouns says which section reads each.
 * `audit-log.test.ts` asks for every noun, every audited table, every field, and every value of a closed list.
 */
export const auditedRecords = { ...registryRecords, ...moneyRecords, ...officeRecords }

/** The records that a record refers to: the log adds their names beside their keys (`audit_name` in the database). */
export const referenceFields = {
  account: 'Condominio',
  subject: 'Persona',
  unit: 'Unità',
  units: ['Unità', listOf('unità', 'unità')],
  weight_table: 'Tabella',
  second_table: 'Seconda tabella',
  budget: 'Preventivo',
  bill: 'Bolletta',
  reissued_bill: 'Emessa di nuovo come',
  user: 'Utente',
  agent: 'Agente',
  group: 'Gruppo',
  sector: 'Settore',
  merged_into: 'Unita a',
} as const satisfies Record<string, AuditedField>

export type AuditedNoun = keyof typeof auditedRecords
/** The fields that a line about this noun may have. */
export type AuditedFieldOf<N extends AuditedNoun> = keyof (typeof auditedRecords)[N]['fields'] & string
export const auditedNouns = Object.keys(auditedRecords) as [AuditedNoun, ...AuditedNoun[]]
/** The words for a noun; undefined: nobody declared it. */
export const wordsOf = (noun: string): AuditedRecord | undefined =>
  (auditedRecords as Record<string, AuditedRecord>)[noun]
/** A field's name and format; undefined: nobody declared it. */
export const fieldOf = (noun: string, name: string): AuditedField | undefined =>
  own(wordsOf(noun)?.fields, name) ?? own(referenceFields, name)

const own = (
  fields: Readonly<Record<string, AuditedField>> | undefined,
  name: string,
): AuditedField | undefined => (fields && Object.hasOwn(fields, name) ? fields[name] : undefined)
