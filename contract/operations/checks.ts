import { checkCodes, checkStates } from '@saldo/domain/operations/checks'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as fields from '../fields.ts'

/** How one thing that Saldo depends on fares. */
export const OperationCheck = z
  .object({
    code: z.enum(checkCodes),
    state: z
      .enum(checkStates)
      .meta({ description: 'unknown: it could not be asked, which does not mean ok' }),
    figure: z.number().nullable().meta({ description: 'In the unit of the check: see docs/operations.md' }),
    parts: z.array(
      z.object({ name: z.string(), figure: z.number().nullable(), note: z.string().nullable() }),
    ),
    why: z.string().nullable().meta({ description: 'Why it could not be asked: a sentence' }),
    since: fields.Instant.meta({ description: 'Since when it is in this state' }),
    checked_at: fields.Instant,
  })
  .meta({ id: 'OperationCheck' })
export type OperationCheck = z.infer<typeof OperationCheck>

const Operations = z.object({
  checked_at: fields.Instant.nullable().meta({ description: 'The last look; null: none yet' }),
  alarms_to: z.array(z.string()).meta({ description: 'Who gets the mails of alarms' }),
  checks: z.array(OperationCheck),
})
export type Operations = z.infer<typeof Operations>

const ofBackOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const

export const getOperations = endpoint('GET /v1/operations', {
  summary:
    'How jobs, mails, payments, provider, database and storage fare, as of the last look; old answers are unknown',
  ...ofBackOffice,
  reply: Operations,
})
export const checkOperations = endpoint('POST /v1/operations/check', {
  summary: 'Look at everything now; each check has a timeout of its own',
  ...ofBackOffice,
  reply: Operations,
})
