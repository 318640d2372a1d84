import type { ImportKind } from '@saldo/contract/imports'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { notifyUser } from '../messages/notify-users.ts'
import type { StoredImport } from './import-view.ts'

type Outcome =
  | { state: 'done'; counts: Record<string, number> }
  | { state: 'refused' | 'failed'; why: string }
  /** Confirmed, but rows became wrong meanwhile. */
  | { state: 'to_check'; why: string }
  | { state: 'undone' }
  | { state: 'not_undone'; why: string }

/** Notifies the person who began or undid an import of the result: they may have left the page. */
export function notifyImport(services: Services, tx: Tx, stored: StoredImport, outcome: Outcome) {
  const { import_id, created_by, undone_by, file_name, kind } = stored
  const undoing = outcome.state === 'undone' || outcome.state === 'not_undone'
  return notifyUser(services, tx, undoing ? undone_by : created_by, {
    kind: 'import',
    ...inWords(outcome, file_name, kind),
    link: `/${kind === 'bills' ? 'bollette' : 'condomini'}/importa/${import_id}`,
  })
}

function inWords(outcome: Outcome, file_name: string, kind: ImportKind): { title: string; body: string } {
  const file = `«${file_name}»`
  if (outcome.state === 'done')
    return {
      title: 'Importazione finita',
      body: `${file}: ${kind === 'bills' ? billsInWords(outcome.counts) : rowsInWords(outcome.counts)}.`,
    }
  if (outcome.state === 'refused' || outcome.state === 'failed')
    return { title: 'Importazione non riuscita', body: `${file}: ${outcome.why}` }
  if (outcome.state === 'undone')
    return { title: 'Importazione annullata', body: `${file}: quello che aveva scritto è stato tolto.` }
  if (outcome.state === 'not_undone')
    return { title: 'Importazione non annullata', body: `${file}: ${outcome.why}` }
  return {
    title: 'Importazione da ricontrollare',
    body: `${file}: ${outcome.why}`,
  }
}

const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })

function billsInWords({ new_bills: count = 0 }: Record<string, number>): string {
  if (count === 0) return 'nessuna bolletta nuova, c’erano già tutte'
  return count === 1 ? 'una bolletta importata' : `${grouped.format(count)} bollette importate`
}

function rowsInWords({ new_units = 0, new_subjects = 0, changed_rows = 0 }: Record<string, number>): string {
  const said = [
    ...(new_units > 0
      ? [new_units === 1 ? 'un’unità nuova' : `${grouped.format(new_units)} unità nuove`]
      : []),
    ...(new_subjects > 0
      ? [new_subjects === 1 ? 'una persona nuova' : `${grouped.format(new_subjects)} persone nuove`]
      : []),
    ...(changed_rows > 0
      ? [changed_rows === 1 ? 'una riga aggiornata' : `${grouped.format(changed_rows)} righe aggiornate`]
      : []),
  ]
  return said.length > 0 ? said.join(', ') : 'niente di nuovo, c’era già tutto'
}
