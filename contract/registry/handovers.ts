import { z } from 'zod'
import { endpoint, file, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    handover: true
  }
}

export const handoverDirections = ['out', 'in'] as const
export const handoverStates = [
  'writing',
  'reading',
  'refused',
  'to_check',
  'taking',
  'done',
  'failed',
  'discarded',
  'expired',
] as const

/** What a ZIP holds: how many records, and sums in cents. */
export const HandoverFigures = z.object({
  account_name: z.string(),
  /** The office that handed it over, and the day. */
  office: z.string(),
  day: fields.StoredDay,
  units: z.number(),
  people: z.number(),
  bills: z.number(),
  amount: z.number().meta({ description: 'Of issued bills' }),
  settled: z.number(),
  residue: z.number(),
  overdue: z.number().meta({ description: 'On the day of the ZIP' }),
  credits: z.number(),
  payments: z.number(),
  mandates: z.number(),
  documents: z.number(),
  known_people: z.number().meta({ description: 'Of a loaded ZIP: people whom the office has already' }),
})
export type HandoverFigures = z.infer<typeof HandoverFigures>

/** The ZIP of a condominium that passes from one administrator to the next: made here, or loaded. */
export const Handover = z
  .object({
    handover_id: z.number(),
    direction: z.enum(handoverDirections),
    state: z.enum(handoverStates),
    account_id: z
      .number()
      .nullable()
      .meta({ description: 'Of a loaded ZIP: the condominium that it has made' }),
    account_name: z.string().nullable(),
    with_pdfs: z.boolean(),
    from_day: fields.StoredDay.nullable(),
    to_day: fields.StoredDay.nullable(),
    file_name: z.string(),
    file_bytes: z.number().nullable(),
    sha256: z.string().nullable(),
    progress: z.object({ done: z.number(), total: z.number().nullable() }),
    refusal: z.string().nullable().meta({ description: 'Why it was refused or failed, in Italian' }),
    refusal_file: z.string().nullable().meta({ description: 'The file in the ZIP' }),
    refusal_row: z.number().nullable().meta({ description: 'Its row; the header is 1' }),
    figures: HandoverFigures.nullable(),
    problems: z
      .array(z.string())
      .meta({ description: 'What must be solved before the condominium can be taken over' }),
    notes: z.array(z.string()).meta({ description: 'What does not come in, or comes in otherwise' }),
    can_download: z.boolean(),
    actor: z.string(),
    created_at: fields.Instant,
    finished_at: fields.Instant.nullable(),
  })
  .meta({ id: 'Handover' })
export type Handover = z.infer<typeof Handover>

const refuses = { 404: 'no such handover, or not yours' } as const
const toWrite = { allow: staff, permission: 'office:write', scope: 'whole_office' } as const
const toRead = { allow: staff, permission: 'office:read', scope: 'whole_office' } as const

export const makeHandover = endpoint('POST /v1/handovers', {
  ...toWrite,
  summary: 'Write the ZIP of a condominium for the next administrator, in the background',
  // It has whole IBANs, tax codes and contacts of everybody.
  step_up: true,
  body: z
    .object({
      account_id: Id('account'),
      with_pdfs: z.boolean().default(true).meta({ description: 'Bills and receipts as PDFs, too' }),
      from_day: fields.Day.optional().meta({
        description: 'PDFs from this day on; the data are always whole',
      }),
      to_day: fields.Day.optional(),
    })
    .refine(({ from_day, to_day }) => !from_day || !to_day || from_day <= to_day, {
      path: ['to_day'],
      message: 'Deve essere uguale o successiva alla data iniziale.',
    }),
  status: 202,
  reply: Handover,
  refuses: {
    ...refuses,
    409: 'a sub-user (full_user_needed), one is being written already (being_written), or the period has too many PDFs (too_many)',
  },
})

export const listHandovers = endpoint('GET /v1/handovers', {
  ...toRead,
  summary: 'The latest ZIPs of condominiums, made or loaded',
  query: z.object({
    account_id: Id('account').optional(),
    direction: z.enum(handoverDirections).optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(50).default(10),
  }),
  reply: z.array(Handover),
})

export const getHandover = endpoint('GET /v1/handovers/{id}', {
  ...toRead,
  summary: 'How a ZIP stands: progress, figures, what it would make',
  params: IdParams('handover'),
  reply: Handover,
  refuses,
})

export const downloadHandover = endpoint('GET /v1/handovers/{id}/file', {
  ...toRead,
  summary: 'The ZIP that was made here',
  step_up: true,
  params: IdParams('handover'),
  reply: file('application/zip'),
  refuses: {
    ...refuses,
    409: 'a sub-user, or it is not finished, was deleted after 30 days, or cannot be opened',
  },
})

export const uploadHandover = endpoint('PUT /v1/handovers/upload', {
  ...toWrite,
  heavy: 'import',
  summary:
    'Load the ZIP of another administrator (multipart: file): checked in the background, nothing written yet',
  accepts: 'multipart',
  status: 202,
  reply: Handover,
  refuses: {
    409: 'a sub-user',
    413: 'larger than 50 MB',
    415: 'not multipart',
    422: 'no file, or a super user has not chosen a customer',
  },
})

export const takeHandover = endpoint('POST /v1/handovers/{id}/confirm', {
  ...toWrite,
  summary: 'Make the condominium of a checked ZIP: all of it, or nothing',
  // It brings an IBAN to which money goes.
  step_up: true,
  params: IdParams('handover'),
  status: 202,
  reply: Handover,
  refuses: { ...refuses, 409: 'a sub-user, not checked yet, or something must be solved first' },
})

export const discardHandover = endpoint('DELETE /v1/handovers/{id}', {
  ...toWrite,
  summary: 'Throw a loaded ZIP away before it is confirmed',
  params: IdParams('handover'),
  status: 200,
  reply: Handover,
  refuses: { ...refuses, 409: 'a sub-user, already confirmed, or made here' },
})
