import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { tellUser } from '../messages/tell-users.ts'
import type { StoredImport } from './import-view.ts'

type Outcome =
  | { state: 'done'; new_bills: number }
  | { state: 'refused'; why: string }
  /** Confirmed, and meanwhile something became wrong. */
  | { state: 'to_check' }

/** Whoever began an import may have gone elsewhere: they are told how it ended. */
export function tellImport(services: Services, tx: Tx, stored: StoredImport, outcome: Outcome) {
  const { import_id, created_by, file_name } = stored
  return tellUser(services, tx, created_by, {
    kind: 'import',
    ...inWords(outcome, file_name),
    link: `/bollette/importa/${import_id}`,
  })
}

function inWords(outcome: Outcome, file_name: string): { title: string; body: string } {
  const file = `«${file_name}»`
  if (outcome.state === 'done')
    return { title: 'Importazione finita', body: `${file}: ${billsInWords(outcome.new_bills)}.` }
  if (outcome.state === 'refused')
    return { title: 'Importazione non riuscita', body: `${file}: ${outcome.why}` }
  return {
    title: 'Importazione da ricontrollare',
    body: `${file}: nel frattempo sono arrivate bollette uguali. Guarda le righe segnalate e conferma di nuovo.`,
  }
}

const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })

function billsInWords(count: number): string {
  if (count === 0) return 'nessuna bolletta nuova, c’erano già tutte'
  return count === 1 ? 'una bolletta importata' : `${grouped.format(count)} bollette importate`
}
