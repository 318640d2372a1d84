import { formatDateTime } from '@saldo/domain/dates'
import { jobName } from '@saldo/domain/operations/job-names'
import { useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { FailedJobActs } from './FailedJobActs.tsx'
import { type FailedJob, failedJobStates } from './failed-jobs-list.tsx'
import styles from './Operations.module.css'

export type FailedJobDetail = Reply<'GET /v1/failed-jobs/{id}'>

/** A failed job beside the list: its error, and what can be done. */
export function FailedJobPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: FailedJob | undefined
  steps: PanelSteps
}) {
  const { data, ...query } = useQuery({
    queryKey: ['failed-jobs', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/failed-jobs/{id}', { params: { id }, signal }),
  })
  return (
    <DetailPanel number={`n. ${id}`} title={titleOf(row ?? data)} steps={steps}>
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare il lavoro"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il lavoro">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {data && (
        <>
          <StateLabel state={failedJobStates[data.state]} tinted />
          <Facts rows={factsOf(data)} />
          <FailedJobActs job={data} />
          {data.error.stack && (
            <Section title="Dove nel codice" level={3}>
              <pre className={styles.stack}>{data.error.stack}</pre>
            </Section>
          )}
        </>
      )}
    </DetailPanel>
  )
}

const titleOf = (job: { name: string } | undefined) => (job ? jobName(job.name) : 'Lavoro fallito')

const factsOf = (job: FailedJobDetail): [string, string][] => [
  ['Nome nel codice', job.name],
  ...(job.ids ? [['Su che cosa', job.ids] as [string, string]] : []),
  ['Errore', [job.error.type, job.error.code].filter(Boolean).join(' ')],
  ...job.error.names.map(({ name, value }): [string, string] => [name, value]),
  ['Tentativi', String(job.tries)],
  ['Creato il', formatDateTime(job.created_at)],
  ['Fallito il', formatDateTime(job.failed_at)],
  ...(job.handled_at
    ? [
        [
          failedJobStates[job.state].word,
          [formatDateTime(job.handled_at), job.handled_by_name ?? 'Sistema'].join(', '),
        ] as [string, string],
      ]
    : []),
  ...(job.reason ? [['Motivo', job.reason] as [string, string]] : []),
]
