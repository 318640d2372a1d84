import { counted } from '../../ui/grid/list.ts'
import styles from './Imports.module.css'
import type { Import } from './import-query.ts'
import { confirmWords } from './import-words.ts'
import { Progress } from './Progress.tsx'

/** While the server reads or writes; nobody has to stay and watch. */
export function ImportUnderWay({ found }: { found: Import }) {
  const { done, total } = found.progress
  const reading = found.state === 'reading'
  const what = reading ? 'Leggo il foglio' : 'Scrivo le bollette'
  return (
    <div className={styles.progress}>
      <p role="status">
        <strong>{what}</strong>
        {reading && done > 0 && `: ${counted(done, { one: 'bolletta trovata', many: 'bollette trovate' })}`}
        {!reading && `: ${confirmWords(found.counts).replace(/^Importa /, '')}`}
      </p>
      {/* All rows are written at once or not at all: there is no half way to show. */}
      <Progress label={what} share={reading && total ? done / total : null} />
      <p className={styles.dim}>Puoi andare altrove: lo ritrovi fra le ultime importazioni.</p>
    </div>
  )
}
