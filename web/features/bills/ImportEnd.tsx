import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import styles from './Imports.module.css'
import { downloadWrongRows } from './import-acts.ts'
import type { Import } from './import-query.ts'
import { besides, doneWords } from './import-words.ts'

/** How an import ended, and what to do next. */
export function ImportEnd({ found }: { found: Import }) {
  const { state, counts, import_id, refusal } = found
  const again = (
    <Button renderRoot={(props) => <Link {...paths.importBills()} {...props} />}>
      {state === 'done' ? 'Importa un altro foglio' : 'Carica un altro file'}
    </Button>
  )
  if (state === 'done') {
    return (
      <div className={styles.end}>
        <h2>{doneWords(counts)}</h2>
        <ul>
          {besides(counts).map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button
            renderRoot={(props) => <Link {...paths.bollette({ import_id: String(import_id) })} {...props} />}
          >
            Vedi le bollette importate
          </Button>
          {counts.left_out > 0 && (
            <Button variant="default" onClick={() => void downloadWrongRows(import_id)}>
              Scarica le righe lasciate fuori
            </Button>
          )}
          <Button variant="default" renderRoot={(props) => <Link {...paths.importBills()} {...props} />}>
            Importa un altro foglio
          </Button>
        </div>
      </div>
    )
  }
  const [title, why] = endings[state] ?? endings.failed
  return (
    <div className={styles.end}>
      <h2>{title}</h2>
      <p>{refusal ?? why}</p>
      <div className={styles.actions}>{again}</div>
    </div>
  )
}

const endings: Record<string, [title: string, why: string]> & { failed: [string, string] } = {
  refused: ['Questo file non si può leggere', 'Aprilo, salvalo come .xlsx e caricalo di nuovo.'],
  failed: [
    'L’importazione si è interrotta',
    'Qualcosa non ha funzionato da parte nostra e non è stata scritta nessuna bolletta. Carica di nuovo il file.',
  ],
  discarded: ['Importazione scartata', 'Nessuna bolletta è stata scritta.'],
}
