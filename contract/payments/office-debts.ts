import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    office_debt: true
  }
}

export const debtCauses = ['return', 'dispute', 'refund_failed'] as const
export const debtStates = ['reversing', 'returning', 'open', 'closed'] as const
export const settlementWays = ['paid', 'offset', 'reversed', 'won'] as const

/** How part of a debt was settled. Cents. */
export const OfficeDebtSettlement = z
  .object({
    settlement_id: z.number(),
    amount: z.number(),
    way: z.enum(settlementWays).meta({
      description:
        'paid: by bank transfer; offset: against something else; reversed: taken from the connected account later; won: kept of a dispute that was won',
    }),
    settled_on: fields.StoredDay,
    reference: z.string().nullable(),
    note: z.string().nullable(),
    actor: z.string(),
    created_at: fields.Instant,
  })
  .meta({ id: 'OfficeDebtSettlement' })
export type OfficeDebtSettlement = z.infer<typeof OfficeDebtSettlement>

/**
 * The money recovered from the office's connected account for a disputed payment, and the office's remaining debt. In
 * cents.
 */
export const OfficeDebt = z
  .object({
    recovery_id: z.number(),
    customer_id: z.number(),
    customer_name: z.string(),
    account_id: z.number(),
    account_name: z.string(),
    payment_id: z.number(),
    bill_number: z.string(),
    subject_nominative: z.string(),
    provider_account: z.enum(['stripe', 'stripe2']),
    cause: z.enum(debtCauses),
    amount: z.number().meta({ description: 'Contested, hence to come back from the connected account' }),
    fee: z.number().meta({ description: 'The provider’s fee for it, borne by the office' }),
    reversed: z.number().meta({ description: 'Taken back from the connected account' }),
    refused: z.number().meta({ description: 'What the account had not; advanced by the platform' }),
    settled: z.number(),
    owed: z.number(),
    to_return: z.number().meta({ description: 'What the connected account is to get back' }),
    returned: z.number(),
    state: z.enum(debtStates).meta({
      description: 'reversing, returning: the provider is being asked; open: owed; closed: nothing is left',
    }),
    owed_since: fields.StoredDay.nullable(),
    dunned: z.number().meta({ description: 'Mails written to the office about it' }),
    created_at: fields.Instant,
  })
  .meta({ id: 'OfficeDebt' })
export type OfficeDebt = z.infer<typeof OfficeDebt>

export const {
  list: listOfficeDebts,
  summarise: summariseOfficeDebts,
  export: exportOfficeDebts,
} = listEndpoints('office-debts', {
  records: 'What offices owe the platform for payments that went on to their connected accounts',
  record: 'office_debt',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: OfficeDebt,
  totals: z.object({ count: z.number(), owed: z.number() }),
  sorts: ['owed_since', 'owed'],
  columns: [
    'owed_since',
    'customer_name',
    'account_name',
    'bill_number',
    'subject_nominative',
    'payment_id',
    'cause',
    'amount',
    'fee',
    'reversed',
    'refused',
    'settled',
    'owed',
    'dunned',
    'provider_account',
  ],
  filters: {
    ...dayRange('owed_since'),
    ...centsRange('owed'),
    customer_id: Id('customer').optional(),
    account_id: Id('account').optional(),
    payment_id: Id('payment').optional(),
    cause: anyOf(debtCauses),
    open: z.enum(['yes', 'no']).optional().meta({ description: 'Whether something is still owed' }),
  },
})

const superUser = ['super_user'] as const
const OneDebt = OfficeDebt.extend({
  settlements: z.array(OfficeDebtSettlement).meta({ description: 'The oldest first' }),
}).meta({ id: 'OfficeDebtDetail' })
export type OfficeDebtDetail = z.infer<typeof OneDebt>
const refuses = { 404: 'no such debt, or not yours' } as const

export const getOfficeDebt = endpoint('GET /v1/office-debts/{id}', {
  summary: 'One debt, with how it was settled so far',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  params: IdParams('office_debt'),
  reply: OneDebt,
  refuses,
})
export const settleOfficeDebt = endpoint('POST /v1/office-debts/{id}/settle', {
  summary: 'Note that the office paid what it owes, or that it was offset',
  allow: superUser,
  permission: 'payments:write',
  scope: 'all_customers',
  step_up: true,
  params: IdParams('office_debt'),
  body: z.object({
    way: z.enum(['paid', 'offset']),
    amount: fields.PositiveCents,
    settled_on: fields.Day,
    reference: fields.text(140, 'Scrivi il numero del bonifico, o con che cosa è stato compensato.'),
    note: fields.optionalText(500),
  }),
  reply: OneDebt,
  refuses: { ...refuses, 400: 'more than is owed, or a day that cannot be', 409: 'nothing is owed' },
})
export const retakeOfficeDebt = endpoint('POST /v1/office-debts/{id}/retake', {
  summary: 'Ask the provider once more to take what is owed from the connected account',
  allow: superUser,
  permission: 'payments:write',
  scope: 'all_customers',
  step_up: true,
  params: IdParams('office_debt'),
  reply: OneDebt,
  refuses: { ...refuses, 409: 'nothing is owed, being asked already, or nothing is left of the transfer' },
})
