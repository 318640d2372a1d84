import { formatDateTime } from '@saldo/domain/dates'
import { Link } from '@tanstack/react-router'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import styles from './Imports.module.css'
import { type Import, importKinds } from './import-kinds.ts'
import { importStates } from './import-states.ts'
import { doneWords, foundWords } from './import-words.ts'

/** The latest imports, each a link to continue. */
export function LatestImports({ imports }: { imports: readonly Import[] }) {
  if (imports.length === 0) return <p className={styles.none}>Nessuna, per ora.</p>
  return (
    <ul className={styles.imports}>
      {imports.map((each) => (
        <li key={each.import_id} className={styles.import}>
          <Link {...importKinds[each.kind].page(each.import_id)} className={`${links.name} ${styles.name}`}>
            {each.file_name}
          </Link>
          <span className={styles.state}>
            <StateLabel state={importStates[each.state]} />
          </span>
          <span className={styles.what}>{outcome(each)}</span>
          <span className={styles.what}>{formatDateTime(each.created_at)}</span>
        </li>
      ))}
    </ul>
  )
}

function outcome({ kind, state, counts, refusal }: Import): string {
  if (state === 'done') return doneWords(kind, counts)
  if (state === 'refused') return refusal ?? ''
  if (state !== 'to_check') return ''
  const wrong =
    counts.errors > 0 ? `, ${formatCountOf(counts.errors, { one: 'riga', many: 'righe' })} da correggere` : ''
  return foundWords(kind, counts) + wrong
}
