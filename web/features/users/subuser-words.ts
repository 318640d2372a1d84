import { type Level, matrixOf } from '@saldo/domain/permissions'
import { type Section, sectionNames, sections } from '@saldo/domain/section'
import { CheckCircle, MailOut, Pause } from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import type { SubUser } from './subuser-query.ts'

export const subUserStates: Record<SubUser['state'], State> = {
  invited: { tone: 'warning', word: 'Invitato', icon: MailOut },
  active: { tone: 'success', word: 'Attivo', icon: CheckCircle },
  suspended: { tone: 'neutral', word: 'Sospeso', icon: Pause },
}

const holds: Record<Section, string> = {
  accounts: 'Dati, unità, tabelle e IBAN dei condomìni',
  subjects: 'Persone e recapiti, accessi dei condòmini',
  bills: 'Bollette, preventivi, solleciti e piani di rientro',
  payments: 'Incassi, rimborsi, quadratura, registro contabile',
  debits: 'Carte e conti salvati, addebiti',
  documents: 'File caricati e scaricati',
  office: 'Dati dello studio, chi vi lavora e che cosa può fare',
}

export const levelNames: Record<Level, string> = { none: 'Nessuno', read: 'Lettura', write: 'Modifica' }
/** “Bollette (modifica), Anagrafica” */
export const permissionsLine = (permissions: readonly string[]): string =>
  Object.entries(matrixOf(permissions))
    .filter(([, level]) => level !== 'none')
    .map(([section, level]) => `${sectionNames[section as Section]}${level === 'write' ? ' (modifica)' : ''}`)
    .join(', ')

/** “Tutti i condomìni”, “3 condomìni” */
export const accountsLine = ({ all_accounts, accounts_count }: SubUser): string =>
  all_accounts ? 'Tutti i condomìni' : accounts_count === 1 ? '1 condominio' : `${accounts_count} condomìni`

/** The rows of the matrix: name of the section and what it contains. */
export const sectionRows: readonly { section: Section; name: string; holds: string }[] = sections.map(
  (section) => ({ section, name: sectionNames[section], holds: holds[section] }),
)
