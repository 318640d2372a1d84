import { feature } from '../../feature.ts'
import { checkFiles } from './check-files.job.ts'
import { expireFiles } from './expire-files.job.ts'
import { fileRoutes } from './routes.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'check-files': Record<string, never>
    'expire-files': Record<string, never>
  }
}

export const files = feature({
  tables: {
    file_checks: 'nobody',
    file_downloads: 'nobody',
    file_rules: 'nobody',
    orphan_files: 'nobody',
    stored_files: 'nobody',
  },
  routes: fileRoutes,
  jobs: {
    'check-files': { run: checkFiles, retries: 2, seconds: 3600, together: 1, cron: '20 2 * * *' },
    'expire-files': { run: expireFiles, retries: 3, seconds: 3600, together: 1, cron: '50 2 * * *' },
  },
})
