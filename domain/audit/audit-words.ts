import { formatDate, formatDateTime } from '../dates.ts'
import { formatEuro } from '../money.ts'
import { auditedRecords, wordsOf } from './audit-fields.ts'

export const nounNames: Record<string, string> = Object.fromEntries(
  Object.entries(auditedRecords).map(([noun, { name }]) => [noun, name]),
)
export const actNames: Record<string, string> = {
  created: 'Creazione',
  changed: 'Modifica',
  removed: 'Eliminazione',
  imported: 'Importazione',
  undone: 'Annullamento',
  merged: 'Unione',
  issued: 'Emissione',
  activated: 'Attivazione',
  iban_revealed: 'IBAN mostrato',
  iban_requested: 'Cambio di IBAN richiesto',
  iban_confirmed: 'Cambio di IBAN confermato',
  sent: 'Invio',
  books_closed: 'Chiusura dei conti',
  collection_reversed: 'Storno di incasso',
  books_reopened: 'Riapertura dei conti',
}

/** One field that changed, as people read it; null: there was, or is, nothing. */
export type Change = { field: string; was: string | null; is: string | null }

type Values = Record<string, unknown> | null
/** A record of this noun before and after; null: there was none yet, or is none any more. */
type Difference = { noun: string; before: Values; after: Values }

/**
 * Lists the fields that differ between two states of a record. Keys of other records and of people are left out: they
 * mean nothing to the reader, and the log shows beside them who acted.
 */
export function describeChanges({ noun, before, after }: Difference): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const words = wordsOf(noun)
  return names
    .filter((name) => !/(^|_)ids?$|_by$/.test(name))
    .map((name) => ({
      field: words?.fields[name] ?? name,
      was: readable(noun, name, before?.[name]),
      is: readable(noun, name, after?.[name]),
    }))
}

/** The changes in one line: `Nome: Aurora → Aurora 2; Telefono: 055 1`. */
export const changesLine = (difference: Difference): string =>
  describeChanges(difference)
    .map(
      ({ field, was, is }) =>
        `${field}: ${was !== null && is !== null ? `${was} → ${is}` : (is ?? `rimosso: ${was}`)}`,
    )
    .join('; ')

function readable(noun: string, name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (typeof value === 'number')
    return wordsOf(noun)?.cents?.includes(name) ? formatEuro(value) : String(value)
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((each) => readable(noun, name, each) ?? '–').join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value)
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value)
  return wordsOf(noun)?.values?.[name]?.[value] ?? value
}
