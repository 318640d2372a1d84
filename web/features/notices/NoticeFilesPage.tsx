import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useQueries } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatCountOf, type Query } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { DownloadFlow } from '../flows/DownloadFlow.tsx'
import { type Flow, flowQuery } from '../flows/flow-query.ts'
import styles from './Notices.module.css'
import { noticeWords } from './notice-words.ts'

/** The files that were just made, orders or recalls, one for each condominium's bank: to download, and what follows. */
export function NoticeFilesPage() {
  const { flussi = '' } = useSearch({ strict: false }) as Query
  const ids = flussi.split(',').filter((id) => /^\d{1,15}$/.test(id))
  const found = useQueries({ queries: ids.map((id) => flowQuery(Number(id))) })
  const failed = found.find(({ isError }) => isError)
  const flows = found.flatMap(({ data }) => data ?? [])
  const one = ids.length === 1
  return (
    <RecordPage
      list={
        <Link {...paths.notices()} className={links.link}>
          Avvisi MAV e RiBa
        </Link>
      }
      name="File pronti"
      tabTitle="File pronti"
    >
      <PageTitle
        title={one ? 'Il file è pronto' : `${ids.length} file pronti`}
        summary={
          one
            ? 'Caricalo nell’home banking del condominio: da solo non parte.'
            : 'Ognuno va caricato nell’home banking del suo condominio: da soli non partono.'
        }
      />
      <div className={styles.page}>
        {failed ? (
          <QueryError
            error={failed.error}
            what="Non riesco a mostrare i file"
            onRetry={() => void failed.refetch()}
          />
        ) : ids.length === 0 ? (
          <EmptyState title="Nessun file in questo indirizzo">
            Tutti i file fatti finora sono fra i{' '}
            <Link {...paths.flows()} className={links.link}>
              flussi
            </Link>
            .
          </EmptyState>
        ) : flows.length < ids.length ? (
          <Loading what="i file">
            <TextSkeleton lines={ids.length * 2} />
          </Loading>
        ) : (
          <ul className={styles.made} aria-label="File pronti">
            {flows.map((flow) => (
              <Made key={flow.flow_id} flow={flow} primary={one} />
            ))}
          </ul>
        )}
        <p className={styles.dim}>
          {one ? 'Lo ritrovi' : 'Li ritrovi'} quando vuoi fra i{' '}
          <Link {...paths.flows()} className={links.link}>
            flussi
          </Link>
          . Quando la banca ti dà gli esiti, caricali: le bollette pagate si chiudono da sole.
        </p>
        <div className={styles.foot}>
          <Button variant="default" renderRoot={(props) => <Link {...paths.uploadFlow()} {...props} />}>
            Carica gli esiti
          </Button>
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link {...paths.notices(one ? { flow_id: ids[0] as string } : {})} {...props} />
            )}
          >
            Vedi gli avvisi
          </Button>
        </div>
      </div>
    </RecordPage>
  )
}

const Made = ({ flow, primary }: { flow: Flow; primary: boolean }) => (
  <li>
    <div className={styles.file}>
      <strong>{flow.account_name}</strong>
      <span>
        {formatCountOf(flow.count, noticeWords)}, {formatEuro(flow.amount)}
      </span>
      <span className={`${styles.dim} ${styles.name}`}>{flow.file_name}</span>
    </div>
    <DownloadFlow flow={flow} primary={primary} name={flow.file_name} />
  </li>
)
