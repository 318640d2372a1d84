import { z } from 'zod'
import { endpoint, file, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    data_export: true
  }
}

/** A ZIP with what Saldo holds about a resident. */
export const DataExport = z
  .object({
    data_export_id: z.number(),
    state: z.enum(['writing', 'done', 'failed', 'expired']),
    progress: z.object({ done: z.number(), total: z.number().nullable() }),
    file_bytes: z.number().nullable(),
    can_download: z.boolean(),
    created_at: fields.Instant,
    finished_at: fields.Instant.nullable(),
    expires_at: fields.Instant.meta({ description: 'When the ZIP is deleted' }),
    downloaded_at: fields.Instant.nullable(),
  })
  .meta({ id: 'DataExport' })
export type DataExport = z.infer<typeof DataExport>

const resident = { allow: ['consumer'], permission: null, scope: 'accounts' } as const

export const makeDataExport = endpoint('POST /v1/data-exports', {
  ...resident,
  summary:
    'Write a ZIP with everything that Saldo holds about the caller (art. 15 and 20 GDPR), in the background: JSON, a page to ' +
    'read, receipts as PDF',
  status: 202,
  reply: DataExport,
  refuses: { 409: 'one is being written (being_written), or three were begun within a day (too_many)' },
})

export const listDataExports = endpoint('GET /v1/data-exports', {
  ...resident,
  summary: 'The caller’s ZIPs of the last 30 days, the newest first; at most ten',
  reply: z.array(DataExport),
})

export const downloadDataExport = endpoint('GET /v1/data-exports/{id}/file', {
  ...resident,
  summary:
    'The ZIP, until 72 hours after it was finished. Each office reads in its log that the person took their data',
  step_up: true,
  params: IdParams('data_export'),
  reply: file('application/zip'),
  refuses: {
    404: 'no such ZIP, or not yours',
    409: 'it is not finished, was deleted after 72 hours, or cannot be opened',
  },
})
