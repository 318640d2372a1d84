import { attemptStates } from '@saldo/domain/payments/payment'
import { z } from 'zod'
import { endpoint, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    stuck_attempt: true
  }
}

/** The ways to pay whose outcome comes from elsewhere. */
export const awaitedMethods = ['CARD', 'KLARNA', 'SEPA_DEBIT'] as const

/** An attempt to pay of which nobody knows how it ended, for longer than its way to pay takes. */
export const StuckAttempt = z
  .object({
    attempt_id: z.number(),
    payment_id: z.number(),
    customer_id: z.number(),
    customer_name: z.string(),
    account_name: z.string(),
    method: z.string(),
    amount: z.number(),
    state: z.enum(attemptStates as [(typeof attemptStates)[number], ...typeof attemptStates]),
    provider_account: z.enum(['stripe', 'stripe2', 'bank']),
    created_at: fields.Instant,
    polls: z.number().meta({ description: 'How often the provider was asked' }),
    next_poll_at: fields.Instant.nullable().meta({ description: 'Null: nobody asks by itself' }),
  })
  .meta({ id: 'StuckAttempt' })
export type StuckAttempt = z.infer<typeof StuckAttempt>

const ofBackOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const

export const {
  list: listStuckAttempts,
  summarise: summariseStuckAttempts,
  export: exportStuckAttempts,
} = listEndpoints('stuck-attempts', {
  records: 'Attempts to pay without an outcome for too long',
  record: 'stuck_attempt',
  ...ofBackOffice,
  row: StuckAttempt,
  totals: z.object({ count: z.number(), amount: z.number() }),
  sorts: ['created_at', 'amount'],
  columns: [
    ...(['payment_id', 'customer_name', 'account_name', 'method', 'amount', 'state'] as const),
    ...(['provider_account', 'created_at', 'polls', 'next_poll_at'] as const),
  ],
  filters: { method: anyOf(awaitedMethods), ...dayRange('created_at') },
})

export const pollStuckAttempt = endpoint('POST /v1/stuck-attempts/{id}/poll', {
  summary: 'Ask the provider again, in a job. Nothing is ever confirmed by hand',
  ...ofBackOffice,
  params: IdParams('stuck_attempt'),
  status: 202,
  reply: StuckAttempt,
  refuses: {
    404: 'no such attempt, or its outcome is known by now',
    409: 'it has an outcome already, or a bank answers by file and cannot be asked',
  },
})
