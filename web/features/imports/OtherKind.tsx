import { Link } from '@tanstack/react-router'
import { InfoCircle } from 'iconoir-react'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import styles from './ImportPreview.module.css'
import { type Import, importKinds } from './import-kinds.ts'

/** Points to the other kind of import when the file looks like one. */
export function OtherKind({ found: { kind, tables } }: { found: Pick<Import, 'kind' | 'tables'> }) {
  const other = tables.find(({ better_as }) => better_as)?.better_as
  if (!other || other === kind) return null
  return (
    <p className={styles.other}>
      <Icon of={InfoCircle} />
      <span>
        {other === 'registry'
          ? 'Questo sembra un elenco di unità, persone o saldi, non di bollette: caricalo in '
          : 'Questo sembra un elenco di bollette, con importi e scadenze: caricalo in '}
        <Link {...importKinds[other].start()} className={links.link}>
          {importKinds[other].title}
        </Link>
        .
      </span>
    </p>
  )
}
