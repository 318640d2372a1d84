import { feature } from '../../feature.ts'
import { expireDataExports } from './expire-data-exports.job.ts'
import { giveUpDataExport } from './give-up-data-export.job.ts'
import { ownDataRoutes } from './routes.ts'
import { writeDataExport } from './write-data-export.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'write-data-export': { data_export_id: number }
    'give-up-data-export': { data_export_id: number }
    'expire-data-exports': Record<string, never>
  }
}

export const ownData = feature({
  tables: {
    data_exports: 'oneself',
  },
  routes: ownDataRoutes,
  jobs: {
    'write-data-export': {
      ...{ run: writeDataExport, retries: 2, seconds: 900, together: 1, otherwise: 'give-up-data-export' },
    },
    'give-up-data-export': { run: giveUpDataExport, retries: 12, seconds: 60 },
    'expire-data-exports': { run: expireDataExports, retries: 3, seconds: 600, cron: '25 * * * *' },
  },
})
