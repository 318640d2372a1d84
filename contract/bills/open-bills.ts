import { billStates } from '@saldo/domain/bills/bill'
import { rightKinds } from '@saldo/domain/right-holder'
import { z } from 'zod'
import { endpoint, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

/** The most bills that are listed one by one; the sums are of all. */
export const mostOpenBills = 100

/** What is owed, in cents, as the glossary defines it. */
const owed = {
  residue: z.number(),
  overdue: z.number().meta({ description: 'Of the residue, what was due before today' }),
  due_now: z.number().meta({ description: 'The overdue part, else what remains of the next instalment' }),
  pending: z.number().meta({ description: 'Of the residue, what payments under way hold' }),
  falling_due: z.number().meta({ description: 'Of the residue, what falls due from today to 30 days on' }),
}
const disputed = z.number().meta({
  description: 'Of what was settled, what disputes hold; not part of the residue',
})
const credit = z.number().meta({ description: 'Paid in excess, and settles nothing yet; not subtracted' })

/** A bill that is still owed, or whose payment is under dispute (then its residue may be 0). */
export const OpenBill = z
  .object({
    bill_id: z.number(),
    number: z.string(),
    description: z.string(),
    unit: z.string().nullable(),
    right_kinds: z.array(z.enum(rightKinds)).meta({
      description:
        'The rights of the person in that unit on the day of issue; without a unit, in the condominium. Empty: not known',
    }),
    amount: z.number(),
    settled: z.number(),
    ...owed,
    disputed,
    state: z.enum(billStates),
    instalments_count: z.number(),
    instalments: z
      .array(
        z.object({
          position: z.number(),
          due_date: fields.StoredDay,
          due: z.number(),
          overdue: z.number(),
          due_now: z.number(),
          pending: z.number(),
        }),
      )
      .meta({ description: 'Those not settled, the earliest first' }),
  })
  .meta({ id: 'OpenBill' })
export type OpenBill = z.infer<typeof OpenBill>

export const OpenBills = z
  .object({
    ...owed,
    disputed,
    credit,
    next_due_date: fields.StoredDay.nullable().meta({
      description: 'The earliest due date of what falls due',
    }),
    later_due_date: fields.StoredDay.nullable().meta({
      description: 'The earliest due date of what falls due later',
    }),
    accounts: z.array(
      z.object({
        account_id: z.number(),
        account_name: z.string(),
        bills_count: z.number(),
        ...owed,
        disputed,
        credit,
        bills: z.array(OpenBill),
      }),
    ),
  })
  .meta({ id: 'OpenBills' })
export type OpenBills = z.infer<typeof OpenBills>

export const openBillsOfSubject = endpoint('GET /v1/subjects/open-bills/{id}', {
  summary: `What a person owes by condominium, with the ${mostOpenBills} bills due first`,
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('subject'),
  reply: OpenBills,
  refuses: { 404: 'no such person, or not yours' },
})
