import { disputeStates } from '@saldo/domain/payments/dispute'
import { z } from 'zod'
import { endpoint, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    dispute: true
  }
}

/** The evidence sent to the bank: text fields of the provider's `evidence`, without files. */
const answers = {
  customer_name: fields.optionalText(200),
  customer_email_address: fields.OptionalEmail,
  product_description: fields.optionalText(2000).meta({ description: 'What was paid for' }),
  service_date: fields.optionalText(100).meta({ description: 'The period it is about' }),
  uncategorized_text: fields
    .optionalText(15_000)
    .meta({ description: 'Why it is due, with what was written to and by the payer' }),
}
const Evidence = z.object({
  customer_name: z.string().nullish(),
  customer_email_address: z.string().nullish(),
  product_description: z.string().nullish(),
  service_date: z.string().nullish(),
  uncategorized_text: z.string().nullish(),
})

/** A disputed payment. Money in cents. */
export const Dispute = z
  .object({
    dispute_id: z.number(),
    payment_id: z.number(),
    state: z.enum(disputeStates),
    final: z.boolean().meta({ description: 'A debit that came back: nothing to answer' }),
    reason: z.string().meta({ description: 'As the provider calls it' }),
    reason_says: z.string().meta({ description: 'Italian sentence' }),
    what_to_do: z.string().meta({ description: 'Italian sentence' }),
    bank_code: z
      .string()
      .nullable()
      .meta({ description: 'EPC code of a debit’s return, else the card network’s' }),
    amount: z.number(),
    fee: z.number(),
    provider_object: z.string(),
    evidence: Evidence,
    due_by: fields.Instant.nullable(),
    submitted_at: fields.Instant.nullable(),
    opened_at: fields.Instant,
    closed_at: fields.Instant.nullable(),
  })
  .meta({ id: 'Dispute' })
export type Dispute = z.infer<typeof Dispute>

const refuses = {
  404: 'no such dispute, or not yours',
  409: 'the bank takes no answer any more',
  503: 'the provider does not answer',
} as const

export const answerDispute = endpoint('POST /v1/disputes/{id}/evidence', {
  summary: 'Answer a dispute: kept as a draft, or sent to the bank, once',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  params: IdParams('dispute'),
  body: z.object({ ...answers, submit: z.boolean().meta({ description: 'false: keep as a draft' }) }),
  reply: Dispute,
  refuses,
})
export const acceptDispute = endpoint('POST /v1/disputes/{id}/close', {
  summary: 'Accept a dispute: the money stays with the payer and the bill is due again',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  params: IdParams('dispute'),
  reply: Dispute,
  refuses,
})
