import { documentPhase } from '@saldo/domain/registry/document'
import { documentStates } from './document-states.ts'
import type { Document } from './documents-query.ts'

const stateOfPhase = {
  waiting: documentStates.scanning,
  infected: documentStates.infected,
  to_check: documentStates.to_verify,
  checked: documentStates.verified,
  invalid: documentStates.invalid,
}

/** The shown state: the virus scan has priority. */
export const stateOf = (document: Document) => stateOfPhase[documentPhase(document)]

const units = ['byte', 'kB', 'MB', 'GB'] as const
const written = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 })

/** `1,4 MB` */
export function sizeInWords(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${written.format(bytes / 1000 ** power)} ${units[power]}`
}
