import { Activity } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const operationsActions: readonly Action[] = [
  {
    id: 'retry-jobs',
    label: 'Ritenta un lavoro fallito',
    words: 'operazioni coda errore riprova job',
    icon: Activity,
    to: paths.failedJobs(),
  },
]
