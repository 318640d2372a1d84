import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Upload } from 'iconoir-react'
import { includesPermission } from '../../session/permissions/permission.ts'
import { meQuery } from '../../session/queries.ts'
import styles from '../../ui/feedback/WaitingBand.module.css'
import { Icon } from '../../ui/icons/Icon.tsx'
import { type Import, type ImportKind, importKinds } from './import-kinds.ts'
import { importsQuery, underWay } from './import-query.ts'

/**
 * The running import, else the newest that waits for confirmation, so that an unfinished one is found again. Users
 * without the permission see nothing.
 */
export function ImportWaiting({ kind }: { kind: ImportKind }) {
  const { data: user } = useQuery(meQuery)
  const may =
    user !== undefined && importKinds[kind].needs.every((need) => includesPermission(user.permissions, need))
  const { data: imports } = useQuery({ ...importsQuery(kind), enabled: may })
  const found = imports?.find(underWay) ?? imports?.[0]
  const what = found && waitingWords[found.state]
  if (!may || !what) return null
  return (
    <p className={styles.waiting} role="status" data-print="away">
      <Icon of={Upload} />
      <span>
        L’importazione di {found.file_name} {what}.
      </span>
      <Link {...importKinds[kind].page(found.import_id)}>
        {found.state === 'to_check' ? 'Controlla' : 'Segui'}
      </Link>
    </p>
  )
}

const waitingWords: Partial<Record<Import['state'], string>> = {
  to_check: 'aspetta la tua conferma: niente è ancora scritto',
  reading: 'è in lettura',
  writing: 'si sta scrivendo',
  undoing: 'si sta annullando',
}
