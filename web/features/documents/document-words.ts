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
export const stateOf = (document: Pick<Document, 'state' | 'scan'>) => stateOfPhase[documentPhase(document)]

const units = ['byte', 'kB', 'MB', 'GB'] as const
const written = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 })

/** `1,4 MB` */
export function sizeInWords(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${written.format(bytes / 1000 ** power)} ${units[power]}`
}

/** Who sees what is shared: `residents` of the condominium, `with_access` of them can sign in. */
export function sharedWithWords({
  residents,
  with_access,
}: {
  residents: number
  with_access: number
}): string {
  const shared = 'Verbali, regolamento e altri documenti si possono condividere con i condòmini'
  if (with_access === 0) return `${shared}: per ora nessuno di loro ha un accesso.`
  if (with_access === residents)
    return residents === 1
      ? `${shared}: c’è una persona, e li vede.`
      : `${shared}: li vedono tutti, ${residents} persone.`
  const seen = with_access === 1 ? 'li vede 1 persona' : `li vedono ${with_access} persone`
  return `${shared}: ${seen} su ${residents}, chi ha un accesso.`
}
