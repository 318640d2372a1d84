import { feature } from '../../feature.ts'
import { expireHandovers } from './expire-handovers.job.ts'
import { giveUpHandover } from './give-up-handover.job.ts'
import { handoverRoutes } from './routes.ts'
import { readHandover } from './take/read-handover.job.ts'
import { takeOver } from './take/take-over.job.ts'
import { whyHandoverIsKept } from './why-handover-is-kept.ts'
import { writeHandover } from './write-handover.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'write-handover': { handover_id: number }
    'read-handover': { handover_id: number }
    'take-over': { handover_id: number }
    'give-up-handover': { handover_id: number }
    'expire-handovers': Record<string, never>
  }
}

export const handover = feature({
  tables: {
    handovers: ['office'],
  },
  routes: handoverRoutes,
  files: {
    handover_in: {
      folder: 'handovers',
      table: 'handovers',
      column: 'file_path',
      why_kept: whyHandoverIsKept,
    },
    handover_out: {
      folder: 'handovers',
      table: 'handovers',
      column: 'file_path',
      why_kept: whyHandoverIsKept,
    },
  },
  jobs: {
    'write-handover': {
      run: writeHandover,
      retries: 2,
      seconds: 1800,
      together: 1,
      otherwise: 'give-up-handover',
    },
    'read-handover': {
      run: readHandover,
      retries: 2,
      seconds: 900,
      together: 1,
      otherwise: 'give-up-handover',
    },
    'take-over': { run: takeOver, retries: 2, seconds: 1800, together: 1, otherwise: 'give-up-handover' },
    'give-up-handover': { run: giveUpHandover, retries: 12, seconds: 60 },
    'expire-handovers': { run: expireHandovers, retries: 3, seconds: 600, cron: '10 3 * * *' },
  },
})
