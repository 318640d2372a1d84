import { billPhases, billStates } from '@saldo/domain/bills/bill'
import { plainBillNumber } from '@saldo/domain/bills/bill-number'
import { surplusWayNames } from '@saldo/domain/bills/credit-note'
import { billMoney } from '@saldo/domain/bills/owed'
import { maxCents } from '@saldo/domain/money'
import { z } from 'zod'
import { endpoint, file, Id, IdParams, idempotencyHeaders, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, listEndpoints } from '../list.ts'
import { PaymentOfBill } from '../payments/payments.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    bill: true
    instalment: true
    credit_note: true
  }
}

/** A bill in lists. Money in cents; `state` is the displayed state, `phase` the stored one. */
export const Bill = z
  .object({
    bill_id: z.number(),
    customer_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    number: z.string(),
    description: z.string(),
    unit: z.string().nullable(),
    issue_date: fields.StoredDay,
    next_due_date: fields.StoredDay.nullable().meta({
      description: 'Of the oldest unsettled instalment, else the last',
    }),
    amount: z.number(),
    settled: z.number().meta({ description: 'Cents received' }),
    pending: z.number().meta({ description: 'Cents of payments under way' }),
    residue: z.number().meta({
      description:
        'Cents still asked for: amount − settled (what is under way included), 0 for drafts and cancelled bills',
    }),
    phase: z.enum(billPhases),
    state: z.enum(billStates),
  })
  .meta({ id: 'Bill' })
export type Bill = z.infer<typeof Bill>

export const Instalment = z.object({
  instalment_id: z.number(),
  position: z.number(),
  due_date: fields.StoredDay,
  amount: z.number(),
  settled: z.number(),
  pending: z.number(),
})
export const BillLine = z.object({ position: z.number(), description: z.string(), amount: z.number() })
/** One entry of a timeline: who did what, and when. `actor` is a person, "pagatore", "sistema" or "provider". */
export const TimelineEvent = z
  .object({ at: fields.Instant, kind: z.string(), text: z.string(), actor: z.string() })
  .meta({ id: 'TimelineEvent' })

/** A credit note: cancels a bill, or part of it, under its own number. Money in cents. */
export const CreditNote = z
  .object({
    credit_note_id: z.number(),
    bill_id: z.number(),
    number: z.string(),
    amount: z.number(),
    freed: z.number().meta({ description: 'Of the amount, what had been paid' }),
    surplus: z.enum(surplusWayNames).nullable().meta({ description: 'What becomes of that' }),
    whole: z.boolean(),
    reason: z.string(),
    issue_date: fields.StoredDay,
    actor: z.string(),
  })
  .meta({ id: 'CreditNote' })
export type CreditNote = z.infer<typeof CreditNote>

const OtherBill = z.object({ bill_id: z.number(), number: z.string() }).nullable()

const disputed = z.number().meta({
  description: 'Of what was settled, what disputes hold until the payer’s bank decides',
})

export const BillDetail = Bill.extend({
  overdue: z.number().meta({ description: 'Of the residue, what was due before today' }),
  due_now: z.number().meta({ description: 'The overdue part, else what remains of the next instalment' }),
  disputed,
  subject_fiscal_code: z.string().nullable(),
  subject_email: z.string().nullable(),
  reference: z.string().meta({ description: 'RF creditor reference, ISO 11649' }),
  instalments: z.array(Instalment),
  lines: z.array(BillLine),
  payments: z.array(PaymentOfBill),
  credit_notes: z.array(CreditNote),
  reissue_of: OtherBill.meta({ description: 'The bill in whose place this one was made' }),
  reissued_as: OtherBill.meta({ description: 'The bill made in place of this one' }),
  timeline: z.array(TimelineEvent),
  created_at: fields.Instant,
  updated_at: fields.Instant,
}).meta({ id: 'BillDetail' })
export type BillDetail = z.infer<typeof BillDetail>

export const BillTotals = z.object({
  count: z.number(),
  amount: z.number(),
  settled: z.number(),
  residue: z.number(),
  overdue: z.number().meta({
    description: 'Of the residue, what was due before today, whatever befell the bill',
  }),
  falling_due: z.number().meta({ description: 'Of the residue, what falls due from today to 30 days on' }),
  pending: z.number().meta({ description: 'Of the residue, what payments under way hold' }),
})
export const {
  list: listBills,
  summarise: summariseBills,
  export: exportBills,
} = listEndpoints('bills', {
  records: 'Bills',
  record: 'bill',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  row: Bill,
  totals: BillTotals.extend({ disputed }),
  sorts: ['next_due_date', 'number', 'subject_nominative', 'account_name', 'amount', 'residue', 'issue_date'],
  columns: [
    'number',
    'subject_nominative',
    'account_name',
    'unit',
    'description',
    'issue_date',
    'next_due_date',
    'amount',
    'settled',
    'residue',
    'overdue',
    'due_now',
    'pending',
    'state',
  ],
  filters: {
    state: anyOf(billStates),
    money: z.enum(billMoney).optional().meta({
      description:
        'Bills with a residue, with something overdue (whatever their state), with an instalment that falls due from today to 30 days on, or with something settled',
    }),
    account_id: Id('account').optional(),
    subject_id: Id('subject').optional(),
    unit_id: Id('unit').optional().meta({ description: 'Bills made out for this unit of the register' }),
    import_id: Id('import').optional(),
    budget_id: Id('budget').optional(),
    ...dayRange('next_due_date'),
    ...dayRange('issue_date'),
    ...centsRange('amount'),
  },
})
export const countBills = endpoint('POST /v1/bills/counts', {
  summary: 'How many bills each of several queries of the list finds',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  body: z.object({
    queries: z.array(z.string().max(4000)).min(1).max(50).meta({
      description: 'Query strings, as after the `?` of `GET /v1/bills`',
    }),
  }),
  reply: z.object({
    counts: z.array(z.number().nullable()).meta({ description: 'In that order; null: no valid query' }),
  }),
})
export const getBill = endpoint('GET /v1/bills/{id}', {
  summary: 'One bill with instalments, lines, payments and timeline',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('bill'),
  reply: BillDetail,
  refuses: { 404: 'no such bill, or not yours' },
})

const writable = {
  account_id: Id('account'),
  subject_id: Id('subject'),
  number: fields
    .optionalText(40)
    .transform((number) => number && plainBillNumber(number))
    .meta({ description: 'Left out: the next one of the condominium’s year' }),
  description: fields.text(200, 'Scrivi per che cosa è la bolletta.'),
  unit: fields.optionalText(60),
  issue_date: fields.Day,
  lines: z
    .array(z.object({ description: fields.text(200), amount: fields.Cents }))
    .min(1, 'Aggiungi almeno una voce.')
    .max(100),
  instalments: z
    .array(z.object({ due_date: fields.Day, amount: fields.PositiveCents }))
    .min(1, 'Aggiungi almeno una scadenza.')
    .max(60),
}
/** Lines and instalments must each sum to the bill. */
const adds = (bill: { lines: { amount: number }[]; instalments: { amount: number }[] }) =>
  sum(bill.lines) === sum(bill.instalments)
const sum = (parts: { amount: number }[]) => parts.reduce((total, part) => total + part.amount, 0)
const tooMuch = { path: ['lines'], message: 'Il totale supera 999.999.999,99 €.' }
const fits = (bill: { lines: { amount: number }[] }) => sum(bill.lines) <= maxCents
const doesNotAdd = { path: ['instalments'], message: 'Le rate non danno il totale delle voci.' }

export const createBill = endpoint('PUT /v1/bills', {
  summary: 'Create a bill, issued at once unless draft',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z
    .object({ ...writable, draft: z.boolean().optional() })
    .refine(adds, doesNotAdd)
    .refine(fits, tooMuch),
  status: 201,
  reply: BillDetail,
  refuses: { 404: 'condominium or person not yours', 409: 'number already used in the condominium' },
})
export const updateBill = endpoint('POST /v1/bills', {
  summary: 'Change a bill nobody has paid yet',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z
    .object({ bill_id: Id('bill'), ...writable, issue: z.boolean().optional() })
    .refine(adds, doesNotAdd)
    .refine(fits, tooMuch),
  reply: BillDetail,
  refuses: { 404: 'no such bill, or not yours', 409: 'it can no longer be changed, or the number is taken' },
})
export const cancelBill = endpoint('POST /v1/bills/cancel/{id}', {
  summary: 'Cancel a bill nobody has paid',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('bill'),
  reply: BillDetail,
  refuses: { 404: 'no such bill, or not yours', 409: 'it can no longer be cancelled' },
})
export const creditBill = endpoint('POST /v1/bills/credit-note/{id}', {
  summary:
    'Take back an issued bill, or part of it, by a credit note; what was paid becomes credit or is given back',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  step_up: true,
  params: IdParams('bill'),
  headers: idempotencyHeaders('the same note'),
  body: z.object({
    amount: fields.PositiveCents.optional().meta({ description: 'Cents; left out: the whole bill' }),
    reason: fields.text(300, 'Scrivi perché: si legge sulla nota.'),
    surplus: z.enum(surplusWayNames).optional().meta({ description: 'Needed when some of it had been paid' }),
  }),
  status: 201,
  reply: z.object({
    note: CreditNote,
    bill: BillDetail,
    refused: z.string().nullable().meta({ description: 'Why it was not given back, and stays as credit' }),
  }),
  refuses: { 404: 'no such bill, or not yours', 409: 'a draft, cancelled, under dispute or being paid' },
})
export const creditNotePdf = endpoint('GET /v1/bills/credit-notes/{id}', {
  heavy: 'pdf',
  summary: 'A credit note as PDF, A4',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('credit_note'),
  reply: file('application/pdf'),
  refuses: { 404: 'no such credit note, or not yours' },
})
export const reissueBill = endpoint('POST /v1/bills/reissue/{id}', {
  summary: 'Cancel a bill nobody has paid and make it again as a draft, linked to it; once',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('bill'),
  status: 201,
  reply: BillDetail,
  refuses: { 404: 'no such bill, or not yours', 409: 'it was paid, is a draft, or was made again already' },
})
export const billLink = endpoint('GET /v1/bills/link/{id}', {
  summary: 'The link with which anyone can see and pay the bill',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('bill'),
  reply: z.object({ url: z.string() }),
  refuses: { 404: 'no such bill, or not yours', 409: 'a draft or cancelled bill has no link' },
})
export const revokeBillLink = endpoint('POST /v1/bills/revoke-link/{id}', {
  summary: 'Make the bill’s link stop working and return a new one',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('bill'),
  reply: z.object({ url: z.string() }),
  refuses: {
    404: 'no such bill, or not yours',
    409: 'a draft or cancelled bill has no link; one renewed 254 times gets no other',
  },
})
export const sendBills = endpoint('POST /v1/bills/send', {
  summary: 'Mail their link to the holders of these bills; says how many go and why the others do not',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ ids: z.array(Id('bill')).min(1).max(1000) }),
  reply: z.object({ sent: z.number(), without_email: z.number(), not_payable: z.number() }),
  refuses: { 404: 'one of the bills does not exist, or is not yours' },
})
export const billPdf = endpoint('GET /v1/bills/pdf/{id}', {
  heavy: 'pdf',
  summary: 'The bill as PDF, A4',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('bill'),
  reply: file('application/pdf'),
  refuses: { 404: 'no such bill, or not yours' },
})
