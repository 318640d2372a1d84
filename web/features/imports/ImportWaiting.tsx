import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Upload } from 'iconoir-react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './ImportWaiting.module.css'
import { type ImportKind, importDesks } from './import-desks.ts'
import { importsQuery } from './import-query.ts'

/** The newest import, while it is under way or waits for a yes: left half way, it is found again from the list. */
export function ImportWaiting({ kind }: { kind: ImportKind }) {
  const { data: imports } = useQuery(importsQuery(kind))
  const newest = imports?.[0]
  if (!newest || !['reading', 'to_check', 'writing'].includes(newest.state)) return null
  const what =
    newest.state === 'to_check'
      ? 'aspetta la tua conferma: niente è ancora scritto'
      : newest.state === 'reading'
        ? 'è in lettura'
        : 'si sta scrivendo'
  return (
    <p className={styles.waiting} role="status" data-print="away">
      <Icon of={Upload} />
      <span>
        L’importazione di {newest.file_name} {what}.
      </span>
      <Link {...importDesks[kind].page(newest.import_id)}>
        {newest.state === 'to_check' ? 'Controlla' : 'Segui'}
      </Link>
    </p>
  )
}
