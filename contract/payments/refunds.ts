import { refundReasonNames, refundStates } from '@saldo/domain/payments/refund'
import { z } from 'zod'
import { endpoint, Id, idempotencyHeaders, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

/** A refund of a payment, or of part of it. Cents. */
export const Refund = z
  .object({
    refund_id: z.number(),
    payment_id: z.number(),
    amount: z.number(),
    way: z.enum(['provider', 'outside', 'credit']).meta({
      description: 'By the provider, by the office outside of it, or to the payer’s credit',
    }),
    state: z.enum(refundStates),
    reason: z.enum(refundReasonNames),
    note: z.string().nullable(),
    actor: z.string().meta({ description: 'Who asked for it' }),
    provider_object: z.string().nullable(),
    failure_code: z.string().nullable(),
    failure_reason: z.string().nullable().meta({ description: 'Italian sentence' }),
    returned_on: fields.StoredDay.nullable().meta({ description: 'Given back outside: the day' }),
    reference: z.string().nullable(),
    created_at: fields.Instant,
    updated_at: fields.Instant,
  })
  .meta({ id: 'Refund' })
export type Refund = z.infer<typeof Refund>

export const refundPayment = endpoint('POST /v1/stripe/refund/{id}', {
  summary: 'Give back a payment, wholly or in part; the instalments due last are asked for again first',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  step_up: true,
  params: z.object({ id: Id('payment').meta({ description: 'The payment' }) }),
  headers: idempotencyHeaders('the same refund'),
  body: z.object({
    amount: fields.PositiveCents.optional().meta({ description: 'Cents; left out: all that is left' }),
    reason: z.enum(refundReasonNames, 'Scegli il motivo.'),
    note: fields.optionalText(500).meta({ description: 'For the office, never shown to the payer' }),
    returned_on: fields.Day.optional().meta({
      description: 'Of a bank transfer: when you gave it back; left out: today',
    }),
    reference: fields.optionalText(140).meta({ description: 'Of a bank transfer: as the bank shows it' }),
  }),
  status: 201,
  reply: Refund,
  refuses: {
    404: 'no such payment, or not yours',
    409: 'not settled, under dispute, too old, or more than is left',
  },
})
