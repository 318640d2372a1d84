import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { page } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    bill_run: true
  }
}

export const billRunStates = ['running', 'done', 'stopped'] as const

/** A run: a job that acts on many bills, with its progress and result. */
export const BillRun = z
  .object({
    run_id: z.number(),
    act: z.enum(['cancel']),
    state: z.enum(billRunStates),
    total: z.number().meta({ description: 'Bills that were chosen' }),
    done: z.number().meta({ description: 'Bills looked at so far: changed or refused' }),
    changed: z.number(),
    refused: z.number(),
    created_at: fields.Instant,
    finished_at: fields.Instant.nullable(),
  })
  .meta({ id: 'BillRun' })
export type BillRun = z.infer<typeof BillRun>

const most = 10_000

/**
 * The bills for an act: named ones (`ids`), or all that a query of the list finds (`where`) except some (`except`).
 * `where` is the list's query string, as after the `?` of `GET /v1/bills`; `count` is the number that the person
 * confirmed: if it has changed, nothing is done.
 */
export const BillSelection = z
  .object({
    ids: z.array(Id('bill')).min(1).max(most).optional(),
    where: z.string().max(4000).optional(),
    except: z.array(Id('bill')).max(most).optional(),
    count: z.number().int().min(1).optional(),
  })
  .refine(({ ids, where }) => (ids === undefined) !== (where === undefined), {
    path: ['ids'],
    message: 'Scegli delle bollette, oppure un filtro.',
  })
  .refine(({ where, count }) => where === undefined || count !== undefined, {
    path: ['count'],
    message: 'Di’ quante sono.',
  })
export type BillSelection = z.output<typeof BillSelection>

const refuses = { 404: 'no such run, or not yours' } as const

export const cancelBills = endpoint('POST /v1/bills/cancel', {
  summary:
    'Have a job cancel these bills; the run says how far it is, and of each that cannot be cancelled why',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: BillSelection,
  status: 202,
  reply: BillRun,
  refuses: {
    404: 'one of the bills does not exist, or is not yours',
    409: 'the query finds another number of bills than was agreed to',
    422: 'the bills are of several customers',
  },
})
export const listBillRuns = endpoint('GET /v1/bills/runs', {
  summary: 'The latest runs',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  query: z.object({ limit: z.coerce.number<number | string>().int().min(1).max(50).default(10) }),
  reply: z.array(BillRun),
})
export const getBillRun = endpoint('GET /v1/bills/runs/{id}', {
  summary: 'How far a run is',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('bill_run'),
  reply: BillRun,
  refuses,
})
export const billRunRefusals = endpoint('GET /v1/bills/runs/{id}/refused', {
  summary: 'The bills that a run left as they are, and why, a page at a time',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('bill_run'),
  query: z.object({
    cursor: z.string().max(100).optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
  }),
  reply: page(
    z.object({
      bill_id: z.number(),
      number: z.string().nullable().meta({ description: 'Null: no longer there' }),
      reason: z.string(),
    }),
  ),
  refuses,
})
export const stopBillRun = endpoint('POST /v1/bills/runs/{id}/stop', {
  summary: 'Stop a run after the batch it is at; what is done stays done',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('bill_run'),
  reply: BillRun,
  refuses,
})
