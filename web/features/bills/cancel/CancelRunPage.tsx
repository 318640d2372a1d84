import { formatDateTime } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { LoadedRecord } from '../../../ui/feedback/LoadedRecord.tsx'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { runQuery, runTitle } from './bill-run-query.ts'
import { CancelRun, StopRun } from './CancelRun.tsx'
import styles from './CancelRunPage.module.css'

/** A run that cancels many bills; it has an address to come back to. */
export function CancelRunPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(runQuery(id))
  const list = (
    <Link {...paths.bills()} className={links.link}>
      Bollette
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="l’annullamento"
      missing="Questo annullamento non c’è"
      list={list}
      name={query.data ? runTitle(query.data) : `n. ${id}`}
      tabTitle={query.data ? runTitle(query.data) : 'Annullamento'}
    >
      {(run) => (
        <>
          <PageTitle title={runTitle(run)} summary={`Chiesto il ${formatDateTime(run.created_at)}`} />
          <div className={styles.run}>
            <CancelRun run={run} />
            <div>
              <StopRun run={run} />
            </div>
          </div>
        </>
      )}
    </LoadedRecord>
  )
}
