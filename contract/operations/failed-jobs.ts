import { z } from 'zod'
import { endpoint, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    failed_job: true
  }
}

export const failedJobStates = ['failed', 'retried', 'discarded', 'healed'] as const
/** Why a job may not be queued again. */
export const retryRefusals = ['gave_up', 'personal', 'unknown_job', 'handled'] as const

const row = {
  failed_job_id: z.number(),
  name: z.string(),
  ids: z.string().meta({ description: 'The ids in its data: payment_id 7. Nothing else of it is shown' }),
  error_type: z.string().meta({ description: 'The kind of error and its code; never its message' }),
  tries: z.number(),
  created_at: fields.Instant,
  failed_at: fields.Instant,
  state: z.enum(failedJobStates).meta({
    description: 'retried: queued again by a person; healed: the same work succeeded later by itself',
  }),
}
/** A job whose last retry failed. */
export const FailedJob = z.object(row).meta({ id: 'FailedJob' })
export type FailedJob = z.infer<typeof FailedJob>

export const FailedJobDetail = z
  .object({
    ...row,
    error: z.object({
      type: z.string(),
      code: z.string().nullable(),
      stack: z.string().nullable().meta({ description: 'Places in the source, without values' }),
      names: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
    reason: z.string().nullable(),
    handled_by_name: z.string().nullable(),
    handled_at: fields.Instant.nullable(),
    retry_refused: z.enum(retryRefusals).nullable().meta({
      description:
        'Why it may not be queued again. gave_up: whoever waited was told that it failed; personal: what it worked on may have been typed by a person and is deleted; unknown_job: this version has no such job; handled: it was already',
    }),
  })
  .meta({ id: 'FailedJobDetail' })
export type FailedJobDetail = z.infer<typeof FailedJobDetail>

const ofBackOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const

export const {
  list: listFailedJobs,
  summarise: summariseFailedJobs,
  export: exportFailedJobs,
} = listEndpoints('failed-jobs', {
  records: 'Jobs that failed for good',
  record: 'failed_job',
  ...ofBackOffice,
  row: FailedJob,
  totals: z.object({ count: z.number() }),
  sorts: ['failed_at', 'name'],
  columns: ['name', 'ids', 'error_type', 'tries', 'created_at', 'failed_at', 'state'],
  filters: { state: anyOf(failedJobStates), name: z.string().max(100).optional(), ...dayRange('failed_at') },
})

const refuses = { 404: 'no such job' } as const

export const getFailedJob = endpoint('GET /v1/failed-jobs/{id}', {
  summary: 'A job that failed for good, with its error',
  ...ofBackOffice,
  params: IdParams('failed_job'),
  reply: FailedJobDetail,
  refuses,
})
export const retryFailedJob = endpoint('POST /v1/failed-jobs/{id}/retry', {
  summary: 'Queue it again; twice is once',
  ...ofBackOffice,
  params: IdParams('failed_job'),
  reply: FailedJobDetail,
  refuses: { ...refuses, 409: 'it may not be queued again (retry_refused says why)' },
})
export const discardFailedJob = endpoint('POST /v1/failed-jobs/{id}/discard', {
  summary: 'Leave it undone, for a reason',
  ...ofBackOffice,
  params: IdParams('failed_job'),
  body: z.object({ reason: fields.text(300, 'Scrivi perché.') }),
  reply: FailedJobDetail,
  refuses: { ...refuses, 409: 'it was retried, discarded or healed already' },
})
export const retryFailedJobs = endpoint('POST /v1/failed-jobs/retry', {
  summary: 'Queue again all failed jobs of one name that may be',
  ...ofBackOffice,
  body: z.object({ name: z.string().min(1).max(100) }),
  reply: z.object({ retried: z.number(), left: z.number().meta({ description: 'Those that may not be' }) }),
})
