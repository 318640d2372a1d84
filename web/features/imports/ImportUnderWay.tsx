import { Progress } from '../../ui/feedback/Progress.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import styles from './Imports.module.css'
import type { Import } from './import-kinds.ts'
import { confirmWords } from './import-words.ts'

/** Progress while the server reads, writes or undoes; the page can be left. */
export function ImportUnderWay({ found }: { found: Import }) {
  return (
    <div className={styles.progress}>
      {found.state === 'undoing' ? <Undoing found={found} /> : <Coming found={found} />}
      <p className={styles.dim}>Puoi andare altrove: lo ritrovi fra le ultime importazioni.</p>
    </div>
  )
}

function Undoing({ found: { progress } }: { found: Import }) {
  const what = 'Tolgo quello che l’importazione ha scritto'
  return (
    <>
      <p role="status">
        <strong>{what}</strong>
      </p>
      <Progress label={what} share={progress.total ? progress.done / progress.total : null} />
    </>
  )
}

function Coming({ found }: { found: Import }) {
  const { done, total } = found.progress
  const reading = found.state === 'reading'
  const bills = found.kind === 'bills'
  const what = reading ? 'Leggo il foglio' : bills ? 'Scrivo le bollette' : 'Scrivo unità e persone'
  const found_words = bills
    ? { one: 'bolletta trovata', many: 'bollette trovate' }
    : { one: 'riga letta', many: 'righe lette' }
  return (
    <>
      <p role="status">
        <strong>{what}</strong>
        {reading && done > 0 && `: ${formatCountOf(done, found_words)}`}
        {!reading && `: ${confirmWords(found.kind, found.counts).replace(/^Importa /, '')}`}
      </p>
      {/* All rows are written in one transaction, so there is no partial progress to show. */}
      <Progress label={what} share={reading && total ? done / total : null} />
    </>
  )
}
