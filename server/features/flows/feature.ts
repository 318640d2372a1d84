import { moneySections } from '@saldo/domain/section'
import type { BankFile } from '../../bank-files/bank-file.ts'
import { feature } from '../../feature.ts'
import { giveUpFlow } from './give-up-flow.job.ts'
import { readFlowJob } from './read-flow.job.ts'
import { flowRoutes } from './routes.ts'
import { whyFlowIsKept } from './why-flow-is-kept.ts'

/** A file that the office loaded, while it is being read. */
export type ReceivedFlow = {
  flow_id: number
  customer_id: number
  /** The condominium that the person chose for a file that does not name one. */
  account_id: number | null
  file_name: string
  created_by: number | null
}

declare module '../../events.ts' {
  interface Events {
    /**
     * A loaded file was read completely. The one section that knows its kind writes what it means, all of it or nothing:
     * it throws a BankFileRefused if anything is inconsistent, and calls `noteFlow` with what it counted.
     */
    flow_read: { flow: ReceivedFlow; file: BankFile }
  }
}

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'read-flow': { flow_id: number }
    'give-up-flow': { flow_id: number }
  }
}

export const flows = feature({
  tables: {
    flows: moneySections,
  },
  routes: flowRoutes,
  files: {
    flow_in: { folder: 'flows', table: 'flows', column: 'file_path', why_kept: whyFlowIsKept },
    flow_out: { folder: 'flows', table: 'flows', column: 'file_path', why_kept: whyFlowIsKept },
  },
  jobs: {
    'read-flow': { run: readFlowJob, retries: 2, seconds: 1800, together: 1, otherwise: 'give-up-flow' },
    'give-up-flow': { run: giveUpFlow, retries: 12, seconds: 60 },
  },
})
