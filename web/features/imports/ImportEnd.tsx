import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import styles from './Imports.module.css'
import { downloadWrongRows } from './import-acts.ts'
import { type Import, importKinds } from './import-kinds.ts'
import { doneWords, otherCounts } from './import-words.ts'
import { UndoImport } from './UndoImport.tsx'

/** The result of an import, and next steps. */
export function ImportEnd({ found }: { found: Import }) {
  const { kind, state, counts, import_id, refusal } = found
  const importKind = importKinds[kind]
  const again = (
    <Button renderRoot={(props) => <Link {...importKind.start()} {...props} />}>
      {state === 'done' ? 'Importa un altro foglio' : 'Carica un altro file'}
    </Button>
  )
  if (state === 'done') {
    return (
      <div className={styles.end}>
        <h2>{doneWords(kind, counts)}</h2>
        {refusal && <p role="alert">{refusal}</p>}
        <ul>
          {otherCounts(kind, counts).map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button
            renderRoot={(props) =>
              kind === 'bills' ? (
                <Link {...paths.bills({ import_id: String(import_id) })} {...props} />
              ) : (
                <Link {...paths.accounts()} {...props} />
              )
            }
          >
            {kind === 'bills' ? 'Vedi le bollette importate' : 'Vedi i condomìni'}
          </Button>
          {counts.left_out > 0 && (
            <Button variant="default" onClick={() => void downloadWrongRows(found)}>
              Scarica le righe lasciate fuori
            </Button>
          )}
          <Button variant="default" renderRoot={(props) => <Link {...importKind.start()} {...props} />}>
            Importa un altro foglio
          </Button>
          {found.can_undo && <UndoImport found={found} />}
        </div>
      </div>
    )
  }
  const [title, why] = endings[state] ?? endings.failed
  return (
    <div className={styles.end}>
      <h2>{title}</h2>
      <p>{refusal ?? (found.notes.length > 0 && state === 'undone' ? leftWords : why)}</p>
      {state === 'undone' && found.notes.length > 0 && (
        <ul>
          {found.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>{again}</div>
    </div>
  )
}

const leftWords = 'Quello che aveva scritto è stato tolto, tranne:'

const endings: Record<string, [title: string, why: string]> & { failed: [string, string] } = {
  refused: ['Questo file non si può leggere', 'Aprilo, salvalo come .xlsx e caricalo di nuovo.'],
  failed: [
    'L’importazione si è interrotta',
    'Qualcosa non ha funzionato da parte nostra e non è stato scritto niente. Carica di nuovo il file.',
  ],
  discarded: ['Importazione scartata', 'Nulla è stato importato.'],
  undone: ['Importazione annullata', 'Quello che aveva scritto è stato tolto.'],
}
