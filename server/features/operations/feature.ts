import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { noteMailFault } from './alarms/note-mail-fault.ts'
import { operationRoutes } from './routes.ts'
import { watchOperations } from './watch-operations.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'watch-operations': Record<string, never>
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To those who run Saldo. `checks`: `head`, `what` and `todo` are sentences; `url` is the page of all checks. */
    'operations-alarm': {
      title: string
      checks: readonly { head: string; what: string; todo: string }[]
      url: string
    }
  }
}

export const operations = feature({
  tables: {
    failed_jobs: 'nobody',
    mail_faults: 'nobody',
    operation_checks: 'nobody',
  },
  routes: operationRoutes,
  mails: mailsIn(import.meta.url, ['operations-alarm']),
  jobs: {
    // A look that failed is not repeated: the next one comes two minutes later.
    'watch-operations': { run: watchOperations, retries: 0, seconds: 120, together: 1, cron: '*/2 * * * *' },
  },
  on: { mail_faulted: noteMailFault },
})
