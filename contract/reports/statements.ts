import { statementKinds } from '@saldo/domain/bills/statement'
import { z } from 'zod'
import { endpoint, file, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

/** Money in cents: amounts asked are positive, amounts paid negative. */
export const Statement = z
  .object({
    subject_id: z.number(),
    nominative: z.string(),
    from: fields.StoredDay,
    to: fields.StoredDay,
    opening: z.number().meta({ description: 'Owed the evening before; negative: in credit' }),
    lines: z.array(
      z.object({
        day: fields.StoredDay,
        kind: z.enum(statementKinds),
        text: z.string(),
        account_name: z.string(),
        amount: z.number(),
        balance: z.number().meta({ description: 'Owed after it' }),
      }),
    ),
    asked: z.number(),
    paid: z.number().meta({ description: 'Positive' }),
    given_back: z.number().meta({ description: 'Returned, refunded, lost to a dispute: owed again' }),
    closing: z.number().meta({ description: 'opening + asked − paid + given_back' }),
    credit: z.number().meta({ description: 'Of what was paid, what settles nothing yet at the end' }),
  })
  .meta({ id: 'Statement' })
export type Statement = z.infer<typeof Statement>

const of = {
  allow: staff,
  params: IdParams('subject'),
  query: z.object({
    from: fields.Day.optional().meta({ description: 'Left out: the first of this year' }),
    to: fields.Day.optional().meta({ description: 'Left out: today; both included' }),
    account_id: Id('account').optional(),
  }),
  refuses: { 404: 'no such person, or not yours' },
} as const

export const getStatement = endpoint('GET /v1/subjects/statement/{id}', {
  permission: 'payments:read',
  scope: 'accounts',
  summary:
    'A person’s statement for a period: what was owed before, asked, paid, given back, what is owed after',
  ...of,
  reply: Statement,
})
export const statementPdf = endpoint('GET /v1/subjects/statement-pdf/{id}', {
  heavy: 'pdf',
  permission: 'payments:read',
  scope: 'accounts',
  summary: 'The same as PDF, with the person’s tax code and address',
  ...of,
  step_up: true,
  reply: file('application/pdf'),
})
