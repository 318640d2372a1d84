import * as contract from '@saldo/contract/operations/failed-jobs'
import type { Tx } from '../../../db/connection.ts'
import { notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import type { KeptError } from './error-of.ts'
import { failedJobColumns } from './failed-jobs-list.ts'
import { retryRefusal } from './retry-refusal.ts'

export const getFailedJob = serve(contract.getFailedJob, ({ services, tx, params }) =>
  viewFailedJob(services, tx, params.id),
)

/** The job in the contract's format; 404 if there is none. */
export async function viewFailedJob(
  services: Services,
  tx: Tx,
  failed_job_id: number,
): Promise<contract.FailedJobDetail> {
  const [found] = await tx<(Omit<contract.FailedJobDetail, 'error'> & { kept: KeptError })[]>`
    select ${failedJobColumns(tx)}, f.error as kept, f.reason, u.nominative as handled_by_name, f.handled_at
    from failed_jobs f left join users u on u.user_id = f.handled_by
    where f.failed_job_id = ${failed_job_id}`
  if (!found) throw notFound('Il lavoro')
  const { kept, ...job } = found
  const { type = 'Error', code, stack, names = {} }: Partial<KeptError> = kept
  return {
    ...job,
    error: {
      type,
      code: code ?? null,
      stack: stack ?? null,
      names: Object.entries(names).map(([name, value]) => ({ name, value })),
    },
    retry_refused: retryRefusal(services.jobs, job),
  }
}
