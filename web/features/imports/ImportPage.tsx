import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queries } from '../../session/queries.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { ImportEnd } from './ImportEnd.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import styles from './Imports.module.css'
import { ImportUnderWay } from './ImportUnderWay.tsx'
import { type Import, type ImportKind, importKinds } from './import-kinds.ts'
import { importQuery, underWay } from './import-query.ts'
import { importStates } from './import-states.ts'

/** An import in any state; its address can be left and reopened. */
function ImportPage({ kind }: { kind: ImportKind }) {
  const importKind = importKinds[kind]
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(importQuery(kind, id))
  const found = query.data
  useRefreshOnceUndone(found?.state)
  const list = (
    <Link {...importKind.start()} className={links.link}>
      {importKind.title}
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="l’importazione"
      missing="Questa importazione non c’è"
      list={list}
      name={found?.file_name ?? `n. ${id}`}
      tabTitle={found ? `Importa ${found.file_name}` : importKind.title}
    >
      {(found) => (
        <>
          <PageTitle
            title={<span className={styles.name}>{found.file_name}</span>}
            summary={<StateLabel state={importStates[found.state]} />}
          />
          <div className={styles.page} data-wide={found.state === 'to_check' || undefined}>
            <Stage found={found} />
          </div>
        </>
      )}
    </LoadedRecord>
  )
}

/** Refetches everything after an undo, so that removed records disappear at once. */
function useRefreshOnceUndone(state: Import['state'] | undefined) {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'undoing' && state === 'undone')
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'imports' })
    before.current = state
  }, [state])
}

function Stage({ found }: { found: Import }) {
  if (underWay(found)) return <ImportUnderWay found={found} />
  if (found.state === 'to_check')
    return <ImportPreview key={JSON.stringify([found.tables, found.questions])} found={found} />
  return <ImportEnd found={found} />
}

export const BillsImportPage = () => <ImportPage kind="bills" />
export const RegistryImportPage = () => <ImportPage kind="registry" />
