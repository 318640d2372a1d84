import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import links from '../../ui/Links.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordError } from '../../ui/RecordError.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { Bar, Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { importStates } from '../../ui/states.ts'
import { ImportEnd } from './ImportEnd.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import styles from './Imports.module.css'
import { ImportUnderWay } from './ImportUnderWay.tsx'
import { type Import, importQuery, underWay } from './import-query.ts'

/** One import, wherever it stands: its address can be left and come back to. */
export function ImportPage() {
  const id = Number(useParams({ strict: false }).id)
  const { data: found, ...query } = useQuery(importQuery(id))
  const list = (
    <Link {...paths.importBills()} className={links.link}>
      Importa bollette
    </Link>
  )
  return (
    <RecordPage
      list={list}
      name={found?.file_name ?? `n. ${id}`}
      tabTitle={found ? `Importa ${found.file_name}` : 'Importa bollette'}
      titled={found !== undefined && !query.isError}
    >
      {query.isPending && (
        <Loading what="l’importazione">
          <Bar width={280} height={24} />
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questa importazione non c’è"
          what="Non riesco a mostrare l’importazione"
          back={list}
          onRetry={() => void query.refetch()}
        />
      )}
      {found && !query.isError && (
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
    </RecordPage>
  )
}

function Stage({ found }: { found: Import }) {
  if (underWay(found)) return <ImportUnderWay found={found} />
  if (found.state === 'to_check') return <ImportPreview key={JSON.stringify(found.sheets)} found={found} />
  return <ImportEnd found={found} />
}
