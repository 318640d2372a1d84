import { matchWays, movementStates, proposalLevels } from '@saldo/domain/transfers/movement'
import { z } from 'zod'
import { endpoint, Id, IdParams, idempotencyHeaders, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, listEndpoints } from '../list.ts'

/** Movements of bank accounts, read from statements, and what they settle. Money in cents, credits positive. */

declare module '../record-kinds.ts' {
  interface RecordKinds {
    movement: true
  }
}

export const Movement = z
  .object({
    movement_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    statement_id: z.number(),
    flow_id: z.number().meta({ description: 'The file that brought it' }),
    booked_on: fields.StoredDay,
    value_on: fields.StoredDay.nullable(),
    amount: z.number().meta({ description: 'Cents; negative: money that left the account' }),
    matched: z.number().meta({ description: 'Cents of it that collections hold' }),
    state: z.enum(movementStates),
    reason: z.string().nullable().meta({ description: 'Why it is in this state, as a sentence' }),
    text: z.string().meta({ description: 'Free text of the payer, as the bank wrote it' }),
    party_name: z.string().nullable(),
    party_iban_hint: z.string().nullable().meta({ description: 'The payer’s IBAN, masked' }),
    end_to_end_id: z.string().nullable(),
    structured_reference: z.string().nullable(),
    bank_reference: z.string().nullable(),
    proposals: z.number().meta({ description: 'How many proposals were found' }),
    first_choice: z.boolean().meta({
      description: 'One proposal stands before all others, so that it may be confirmed together with others',
    }),
    proposed: z
      .string()
      .nullable()
      .meta({ description: 'The first proposal in short: bills and holder; null without first choice' }),
    bill_numbers: z.array(z.string()).meta({ description: 'The bills that its collections settle' }),
    note: z.string().nullable(),
    created_at: fields.Instant,
  })
  .meta({ id: 'Movement' })
export type Movement = z.infer<typeof Movement>

export const {
  list: listTransfers,
  summarise: summariseTransfers,
  export: exportTransfers,
} = listEndpoints('transfers', {
  records: 'Movements of bank accounts',
  record: 'movement',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: Movement,
  totals: z.object({
    count: z.number(),
    credits: z.number().meta({ description: 'Cents that came in' }),
    debits: z.number().meta({ description: 'Cents that went out, negative' }),
    matched: z.number().meta({ description: 'Cents that collections hold' }),
    open: z.number().meta({ description: 'Cents still to match or to explain' }),
    open_count: z.number(),
  }),
  sorts: ['booked_on', 'amount'],
  columns: [
    'booked_on',
    'value_on',
    'account_name',
    'amount',
    'state',
    'party_name',
    'text',
    'bill_numbers',
    'matched',
    'reason',
    'bank_reference',
    'note',
  ],
  // The payers' own words are in it.
  export_step_up: true,
  filters: {
    state: anyOf(movementStates),
    account_id: Id('account').optional(),
    statement_id: Id('bank_statement').optional(),
    flow_id: Id('flow').optional().meta({ description: 'Those that this file brought' }),
    direction: anyOf(['in', 'out']),
    ...dayRange('booked_on'),
    ...centsRange('amount'),
  },
})

/** A bill with the cents that a movement would settle, or settles, of it. */
export const BillShare = z.object({
  bill_id: z.number(),
  bill_number: z.string(),
  amount: z.number(),
  residue: z.number().meta({ description: 'Cents still due of it now' }),
  due_date: fields.StoredDay.nullable(),
})
export type BillShare = z.infer<typeof BillShare>

export const Proposal = z
  .object({
    rank: z.number().meta({ description: 'From 1' }),
    level: z.enum(proposalLevels),
    subject_id: z.number(),
    subject_nominative: z.string(),
    bills: z.array(BillShare),
    credit: z.number().meta({ description: 'Cents that would become the person’s credit' }),
    payment_id: z.number().nullable().meta({
      description:
        'A collection registered by hand that is this money: it would be linked, nothing registered',
    }),
    reasons: z.array(z.string()).meta({ description: 'Sentences, each one reason' }),
    first_choice: z.boolean(),
  })
  .meta({ id: 'TransferProposal' })
export type Proposal = z.infer<typeof Proposal>

export const Match = z
  .object({
    match_id: z.number(),
    payment_id: z.number(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    amount: z.number(),
    credit: z
      .number()
      .meta({ description: 'Cents of the collection that became credit when it was registered' }),
    bills: z.array(z.object({ bill_id: z.number(), bill_number: z.string(), amount: z.number() })),
    way: z.enum(matchWays),
    reasons: z.array(z.string()),
    actor: z.string(),
    at: fields.Instant,
    undone_at: fields.Instant.nullable(),
    undone_by: z.string().nullable(),
    undone_reason: z.string().nullable(),
  })
  .meta({ id: 'TransferMatch' })
export type Match = z.infer<typeof Match>

export const MovementDetail = Movement.extend({
  matches: z.array(Match).meta({ description: 'Also those that were undone, the latest first' }),
  payments: z
    .array(
      z.object({
        payment_id: z.number(),
        bill_id: z.number(),
        bill_number: z.string(),
        subject_nominative: z.string(),
        amount: z.number(),
      }),
    )
    .meta({
      description:
        'The debits or notices whose money a recognised movement carried or took back; the first hundred',
    }),
  payment_count: z.number().meta({ description: 'All of them' }),
  live_proposals: z
    .array(Proposal)
    .meta({ description: 'Computed now, ranked; none while nothing is to be matched' }),
  events: z.array(z.object({ text: z.string(), actor: z.string(), at: fields.Instant })),
  /** Null where it may be done. */
  why_not: z.object({
    match: z.string().nullable(),
    exclude: z.string().nullable(),
    include: z.string().nullable(),
    undo: z.string().nullable(),
  }),
}).meta({ id: 'MovementDetail' })
export type MovementDetail = z.infer<typeof MovementDetail>

const readOne = {
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  params: IdParams('movement'),
} as const
const writeOne = { ...readOne, permission: 'payments:write' } as const
const noSuch = 'no such movement, or not yours'

export const getTransfer = endpoint('GET /v1/transfers/{id}', {
  ...readOne,
  summary: 'A movement with its proposals, what it settles and its history',
  reply: MovementDetail,
  refuses: { 404: noSuch },
})

/** An open bill of the movement's condominium. */
export const Candidate = z.object({
  bill_id: z.number(),
  bill_number: z.string(),
  description: z.string(),
  unit: z.string().nullable(),
  subject_id: z.number(),
  subject_nominative: z.string(),
  due_date: fields.StoredDay.nullable(),
  amount: z.number(),
  residue: z.number(),
  still_due: z.number().meta({ description: 'Of the residue, what no payment under way holds' }),
})
export type Candidate = z.infer<typeof Candidate>

export const searchCandidates = endpoint('GET /v1/transfers/{id}/candidates', {
  ...readOne,
  summary:
    'Open bills of the movement’s condominium by number, name, tax code or amount; without a text those of its amount first',
  query: z.object({ q: z.string().trim().max(100).optional() }),
  reply: z.object({ bills: z.array(Candidate).meta({ description: 'At most 50' }) }),
  refuses: { 404: noSuch },
})

const Matched = z.object({
  movements: z.array(
    z.object({ movement_id: z.number(), state: z.enum(movementStates), matched: z.number() }),
  ),
  payment_ids: z.array(z.number()).meta({ description: 'The collections that were registered' }),
})

export const matchTransfers = endpoint('POST /v1/transfers/match', {
  summary: 'Register what these movements of one condominium settle: many movements, many bills, many people',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  headers: idempotencyHeaders('what it matched'),
  body: z.object({
    movement_ids: z.array(Id('movement')).min(1).max(50),
    bill_ids: z.array(Id('bill')).max(60).optional().meta({
      description:
        'Open bills of the condominium that the money settles, in this order; their holders are the payers',
    }),
    bill_amounts: z
      .array(fields.PositiveCents)
      .max(60)
      .optional()
      .meta({ description: 'Cents, one per bill' }),
    subject_ids: z
      .array(Id('subject'))
      .max(20)
      .optional()
      .meta({ description: 'People whose money the rest is, without naming bills' }),
    subject_amounts: z
      .array(fields.PositiveCents)
      .max(20)
      .optional()
      .meta({ description: 'Cents, one per person' }),
    subject_uses: z
      .array(z.enum(['oldest', 'credit']))
      .max(20)
      .optional()
      .meta({
        description:
          'One per person: their oldest debts (art. 1193 c.c.), with what exceeds them as credit, or all of it credit. A person whose bills are named can only have credit besides',
      }),
    leave_rest: z.boolean().optional().meta({
      description: 'A part of the money stays to be matched; without it the sums must be equal',
    }),
    confirm_under_way: z.boolean().optional().meta({
      description: 'It is other money, though a payment of the same bill is under way',
    }),
    confirm_duplicate: z.boolean().optional().meta({
      description: 'It is other money, though the same amount of the person was registered by hand',
    }),
    learn: z.boolean().optional().meta({
      description: 'Remember that this payer’s IBAN is this person; only if all the money is one person’s',
    }),
  }),
  status: 201,
  reply: Matched,
  refuses: {
    400: 'the sums are not equal, or a person is named twice',
    404: 'a movement, person or bill not yours',
    409: 'matched already, more than is due, the period is closed, a payment is under way (payment_under_way), or registered by hand already (looks_like_duplicate)',
    422: 'movements of several condominiums',
  },
})

export const confirmTransfer = endpoint('POST /v1/transfers/{id}/confirm', {
  ...writeOne,
  summary: 'Confirm a proposal: it is computed again first, and must still be the same',
  body: z.object({
    rank: z.number().int().min(1).max(20).optional().meta({ description: 'Left out: the first' }),
    subject_id: Id('subject').meta({ description: 'Whose proposal the person saw' }),
    bill_ids: z.array(Id('bill')).max(60).meta({ description: 'The bills that the person saw' }),
    learn: z.boolean().optional().meta({ description: 'Remember the payer’s IBAN; left out: yes' }),
  }),
  reply: Matched,
  refuses: {
    404: noSuch,
    409: 'matched already, the proposal has changed (proposal_changed), or what registering may refuse',
  },
})

export const confirmTransfers = endpoint('POST /v1/transfers/confirm-many', {
  summary:
    'Confirm the first proposal of each of these movements that has a first choice; says what became of each',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  body: z.object({ movement_ids: z.array(Id('movement')).min(1).max(200) }),
  reply: z.object({
    confirmed: z.number(),
    results: z.array(
      z.object({
        movement_id: z.number(),
        done: z.boolean(),
        why: z.string().nullable().meta({ description: 'Why it was left, as a sentence' }),
      }),
    ),
  }),
  refuses: { 404: 'a movement not yours' },
})

export const undoTransfer = endpoint('POST /v1/transfers/{id}/undo', {
  ...writeOne,
  summary:
    'Take the match back: its collections are reversed (storno), and the movement is to be matched again',
  body: z.object({ note: fields.optionalText(500) }),
  reply: MovementDetail,
  refuses: {
    404: noSuch,
    409: 'not matched, its credit is spent, refunded, a plan relies on it, or the period is closed',
  },
})

export const excludeTransfer = endpoint('POST /v1/transfers/{id}/exclude', {
  ...writeOne,
  summary: 'Say that the movement is no collection, and why',
  body: z.object({ reason: fields.text(300, 'Scrivi perché non è un incasso.') }),
  reply: MovementDetail,
  refuses: { 404: noSuch, 409: 'matched' },
})

export const includeTransfer = endpoint('POST /v1/transfers/{id}/include', {
  ...writeOne,
  summary: 'Take an excluded movement back among those to match',
  reply: MovementDetail,
  refuses: { 404: noSuch, 409: 'not excluded, or money that left the account' },
})

export const explainTransfer = endpoint('POST /v1/transfers/{id}/explain', {
  ...writeOne,
  summary: 'Write a note on the movement; null removes it',
  body: z.object({ note: fields.optionalText(500) }),
  reply: MovementDetail,
  refuses: { 404: noSuch },
})
