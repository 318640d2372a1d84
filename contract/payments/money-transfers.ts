import { moneyTransferStates, moneyTransferWays } from '@saldo/domain/payments/money-transfer'
import { z } from 'zod'
import { endpoint, file, Id, IdParams, idempotencyHeaders, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, listEndpoints } from '../list.ts'
import { providerAccounts } from './payments.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    money_transfer: true
  }
}

const superUser = ['super_user'] as const
const byBackOffice = { allow: superUser, permission: 'payments:write', scope: 'all_customers' } as const

/** A transfer of a condominium's money from the provider to its bank account. Cents; IBANs masked. */
export const MoneyTransfer = z
  .object({
    money_transfer_id: z.number(),
    reference: z.string().meta({ description: 'SALDO-M…, on the bank’s statement' }),
    customer_id: z.number(),
    customer_name: z.string(),
    account_id: z.number(),
    account_name: z.string(),
    way: z.enum(moneyTransferWays),
    provider_account: z.enum(providerAccounts),
    amount: z.number(),
    iban: z.string().meta({ description: 'Masked' }),
    reason: z.string(),
    state: z.enum(moneyTransferStates),
    requested_by_name: z.string(),
    requested_at: fields.Instant,
    expires_at: fields.Instant,
    approved_by_name: z.string().nullable(),
    approved_at: fields.Instant.nullable(),
    closed_by_name: z.string().nullable(),
    closed_at: fields.Instant.nullable(),
    closing_reason: z.string().nullable(),
    provider_object: z.string().nullable(),
    failure: z.string().nullable().meta({ description: 'Why it was not executed, as a sentence' }),
    sent_on: fields.StoredDay.nullable(),
    paid_on: fields.StoredDay.nullable(),
    failed_on: fields.StoredDay.nullable(),
  })
  .meta({ id: 'MoneyTransfer' })
export type MoneyTransfer = z.infer<typeof MoneyTransfer>

export const {
  list: listMoneyTransfers,
  summarise: summariseMoneyTransfers,
  export: exportMoneyTransfers,
} = listEndpoints('money-transfers', {
  records: 'Transfers from a condominium’s balance at the provider to its bank account',
  record: 'money_transfer',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: MoneyTransfer,
  totals: z.object({
    count: z.number(),
    amount: z.number(),
    to_approve: z.number().meta({ description: 'How many of them wait for a second person' }),
  }),
  sorts: ['requested_at', 'amount'],
  columns: [
    'reference',
    'requested_at',
    'customer_name',
    'account_name',
    'amount',
    'state',
    'way',
    'reason',
    'requested_by_name',
    'approved_by_name',
    'approved_at',
    'sent_on',
    'paid_on',
    'failed_on',
    'failure',
    'provider_object',
  ],
  filters: {
    ...dayRange('requested_on'),
    ...centsRange('amount'),
    state: anyOf(moneyTransferStates),
    way: anyOf(moneyTransferWays),
    customer_id: Id('customer').optional(),
    account_id: Id('account').optional(),
  },
})

/** How much may be moved in a day. Cents; IBANs masked. */
export const MoneyTransferLimits = z
  .object({
    office_day_limit: z.number().meta({ description: 'Each office, unless it has its own' }),
    all_day_limit: z.number().meta({ description: 'All offices together' }),
    payer_name: z.string().nullable(),
    payer_iban: z.string().nullable().meta({ description: 'The account that pays by file; masked' }),
    reason: z.string(),
    set_by_name: z.string(),
    set_at: fields.Instant,
    moved_today: z.number().meta({ description: 'Approved today, all offices' }),
    offices: z.array(
      z.object({
        customer_id: z.number(),
        customer_name: z.string(),
        office_day_limit: z.number(),
        reason: z.string(),
        set_by_name: z.string(),
        set_at: fields.Instant,
      }),
    ),
  })
  .meta({ id: 'MoneyTransferLimits' })
export type MoneyTransferLimits = z.infer<typeof MoneyTransferLimits>

export const getMoneyTransferLimits = endpoint('GET /v1/money-transfer-limits', {
  summary: 'How much may be moved in a day, and who set it',
  allow: superUser,
  permission: 'payments:read',
  scope: 'all_customers',
  reply: MoneyTransferLimits,
})
const dayLimit = z.number('Scrivi un importo.').int().min(0).max(99_999_999_999)
export const setMoneyTransferLimits = endpoint('PUT /v1/money-transfer-limits', {
  summary:
    'Set the limits for all offices, or one office’s; whoever sets them approves no transfer under them',
  ...byBackOffice,
  step_up: true,
  body: z.object({
    customer_id: Id('customer').optional().meta({ description: 'Left out: for all' }),
    office_day_limit: dayLimit,
    all_day_limit: dayLimit.optional().meta({ description: 'Only for all' }),
    payer_name: fields.optionalText(70),
    payer_iban: fields.OptionalIban.meta({ description: 'Left out: as it is' }),
    reason: fields.text(300, 'Scrivi il motivo.'),
  }),
  reply: MoneyTransferLimits,
  refuses: { 400: 'a field that does not belong to these limits', 404: 'no such office' },
})

export const MoneyTransferDetail = MoneyTransfer.extend({
  why_not_approve: z
    .string()
    .nullable()
    .meta({ description: 'Why you cannot approve it now, as a sentence' }),
  file_takers: z.array(z.object({ name: z.string(), at: fields.Instant })).meta({
    description: 'Everybody who took the file, and when first: since then the bank may have it',
  }),
  why_not_leave: z
    .string()
    .nullable()
    .meta({ description: 'Why an approved transfer must not leave by its file any more, as a sentence' }),
  why_not_free: z.string().nullable().meta({
    description:
      'Why you, who took its file, can neither cancel it nor record that it was rejected or returned, as a sentence',
  }),
  may_withdraw: z.boolean(),
  may_refuse: z.boolean(),
  iban_history: z
    .array(
      z.object({
        old_iban: z.string().nullable(),
        new_iban: z.string(),
        requested_by_name: z.string(),
        decided_by_name: z.string().nullable(),
        state: z.enum(['pending', 'confirmed', 'withdrawn', 'replaced', 'expired']),
        at: fields.Instant,
      }),
    )
    .meta({ description: 'The newest changes of the condominium’s IBAN; the back office alone sees them' }),
  why_not_reversed: z.string().nullable().meta({
    description: 'Why a paid transfer is not reversed at the provider, as a sentence',
  }),
}).meta({ id: 'MoneyTransferDetail' })
export type MoneyTransferDetail = z.infer<typeof MoneyTransferDetail>

const refuses = { 404: 'no such transfer, or not yours' } as const

export const getMoneyTransfer = endpoint('GET /v1/money-transfers/{id}', {
  summary: 'One transfer, with what its second person looks at',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  params: IdParams('money_transfer'),
  reply: MoneyTransferDetail,
  refuses,
})

export const requestMoneyTransfer = endpoint('POST /v1/money-transfers', {
  summary: 'Ask for a transfer to the condominium’s own IBAN; another super user approves it',
  ...byBackOffice,
  step_up: true,
  headers: idempotencyHeaders('the same transfer'),
  body: z.object({
    account_id: Id('account'),
    amount: fields.PositiveCents,
    reason: fields.text(300, 'Scrivi il motivo.'),
  }),
  status: 201,
  reply: MoneyTransferDetail,
  refuses: {
    404: 'no such condominium',
    409: 'it cannot be moved: more than is movable or than a limit, an IBAN of less than 72 hours, a balance that cannot be told',
    503: 'the provider does not answer',
  },
})

export const approveMoneyTransfer = endpoint('POST /v1/money-transfers/{id}/approve', {
  summary: 'Approve as the second person: the money leaves',
  ...byBackOffice,
  step_up: true,
  params: IdParams('money_transfer'),
  reply: MoneyTransferDetail,
  refuses: {
    ...refuses,
    409: 'you asked for it, changed the IBAN or set the limits; decided or expired; it cannot be moved any more',
    503: 'the provider does not answer',
  },
})

const withReason = { body: z.object({ reason: fields.text(300, 'Scrivi il motivo.') }) } as const
export const refuseMoneyTransfer = endpoint('POST /v1/money-transfers/{id}/refuse', {
  summary: 'Refuse as the second person, with the reason',
  ...byBackOffice,
  params: IdParams('money_transfer'),
  ...withReason,
  reply: MoneyTransferDetail,
  refuses: { ...refuses, 409: 'decided already, or you asked for it' },
})

export const withdrawMoneyTransfer = endpoint('POST /v1/money-transfers/{id}/withdraw', {
  summary: 'Withdraw what you asked for, before it is approved',
  ...byBackOffice,
  params: IdParams('money_transfer'),
  reply: MoneyTransferDetail,
  refuses: { ...refuses, 409: 'decided already, or another person asked for it' },
})

export const cancelMoneyTransfer = endpoint('POST /v1/money-transfers/{id}/cancel', {
  summary:
    'Stop a transfer before it has left: the provider’s payout, or the file that was not handed over; once the file was ' +
    'taken, by a person who never took it',
  ...byBackOffice,
  step_up: true,
  params: IdParams('money_transfer'),
  ...withReason,
  reply: MoneyTransferDetail,
  refuses: {
    ...refuses,
    409: 'not approved yet, it has left already, or you took its file',
    503: 'the provider does not answer',
  },
})

export const getMoneyTransferFile = endpoint('GET /v1/money-transfers/{id}/file', {
  summary:
    'The file (pain.001) for the platform’s bank; the same bytes each time, and until there is an outcome',
  ...byBackOffice,
  permission: 'payments:read',
  step_up: true,
  params: IdParams('money_transfer'),
  reply: file('application/xml'),
  refuses: {
    ...refuses,
    409: 'not approved, not paid by file, or it has an outcome; it must not leave any more',
  },
})

export const handOverMoneyTransfer = endpoint('POST /v1/money-transfers/{id}/hand-over', {
  summary: 'Note that the bank has the file: the money is on its way',
  ...byBackOffice,
  step_up: true,
  params: IdParams('money_transfer'),
  body: z
    .object({
      bank_has_it: z.boolean().optional().meta({
        description: 'Note it although it should not have left: the bank has it already',
      }),
    })
    .optional(),
  reply: MoneyTransferDetail,
  refuses: {
    ...refuses,
    409: 'not approved, not paid by file, not taken, or handed over already; it must not leave any more',
  },
})

export const recordMoneyTransferOutcome = endpoint('POST /v1/money-transfers/{id}/outcome', {
  summary:
    'Record what the bank did with a handed-over file: paid; or, by a person who never took the file, rejected or returned',
  ...byBackOffice,
  step_up: true,
  params: IdParams('money_transfer'),
  body: z.object({
    outcome: z.enum(['paid', 'rejected', 'returned'], 'Scegli l’esito.'),
    day: fields.Day.meta({ description: 'On the bank’s statement' }),
  }),
  reply: MoneyTransferDetail,
  refuses: {
    ...refuses,
    400: 'a day in the future, or before it left',
    409: 'not waiting for the bank, you took its file and the money did not arrive, or the period is closed',
  },
})
