import { formatDateTime } from '@saldo/domain/dates'
import { failedJobWords } from '@saldo/domain/operations/failed-jobs'
import { jobName, jobNames } from '@saldo/domain/operations/job-names'
import { CheckCircle, DataTransferBoth, MinusCircle, XmarkCircle } from 'iconoir-react'
import type { Reply } from '../../api.ts'
import { listSource } from '../../session/list-source.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { type State, state } from '../../ui/data/states.ts'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'

export type FailedJob = Reply<'GET /v1/failed-jobs'>['items'][number]

export const failedJobStates: Record<FailedJob['state'], State> = {
  failed: state('danger', failedJobWords.failed, XmarkCircle),
  retried: state('info', failedJobWords.retried, DataTransferBoth),
  discarded: state('neutral', failedJobWords.discarded, MinusCircle),
  healed: state('success', failedJobWords.healed, CheckCircle),
}

/** Jobs whose last retry failed. */
export const failedJobsList: ListDefinition<FailedJob> = {
  source: listSource('failed-jobs'),
  words: { one: 'lavoro', many: 'lavori', feminine: false },
  columns: [
    {
      id: 'failed_at',
      header: 'Fallito il',
      width: 140,
      sort: true,
      fixed: true,
      cell: ({ failed_at }) => formatDateTime(failed_at),
    },
    {
      id: 'name',
      header: 'Lavoro',
      width: 170,
      grow: 2,
      sort: true,
      cell: ({ name }) => <Clipped>{jobName(name)}</Clipped>,
    },
    {
      id: 'ids',
      header: 'Su che cosa',
      width: 150,
      grow: 2,
      yields: true,
      cell: ({ ids }) => <Clipped>{ids}</Clipped>,
    },
    {
      id: 'error_type',
      header: 'Errore',
      width: 170,
      grow: 2,
      cell: ({ error_type }) => <Clipped>{error_type}</Clipped>,
    },
    { id: 'tries', header: 'Tentativi', width: 80, align: 'right', yields: true, cell: ({ tries }) => tries },
    {
      id: 'state',
      header: 'Stato',
      width: 130,
      cell: (job) => <StateLabel state={failedJobStates[job.state]} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(failedJobStates).map(([value, { word, icon }]) => ({
        value,
        label: word,
        icon,
      })),
    },
    {
      kind: 'choice',
      id: 'name',
      label: 'Lavoro',
      options: Object.entries(jobNames)
        .map(([value, label]) => ({ value, label }))
        .sort((one, other) => one.label.localeCompare(other.label, 'it')),
    },
    { kind: 'dates', id: 'failed_at', label: 'Fallito il' },
  ],
  defaultSort: '-failed_at',
  rowId: ({ failed_job_id }) => String(failed_job_id),
  rowName: ({ name, failed_at }) => `${jobName(name)}, ${formatDateTime(failed_at)}`,
  card: (job) => ({
    title: jobName(job.name),
    subtitle: `${job.error_type}, ${formatDateTime(job.failed_at)}`,
    state: <StateLabel state={failedJobStates[job.state]} />,
  }),
  searches: 'Nome del lavoro, tipo di errore',
}
