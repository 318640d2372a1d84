import { noticeKinds, noticeStates } from '@saldo/domain/payments/notice'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'
import { Flow } from './flows.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    notice: true
  }
}

/** A notice (MAV, RiBa) of a bill. In cents. */
export const Notice = z
  .object({
    notice_id: z.number(),
    kind: z.enum(noticeKinds),
    state: z.enum(noticeStates),
    account_id: z.number(),
    account_name: z.string(),
    bill_id: z.number(),
    bill_number: z.string(),
    subject_id: z.number(),
    who: z.string(),
    creditor_number: z.string().meta({ description: 'By it the bank’s outcome finds the notice' }),
    amount: z.number(),
    due_on: fields.StoredDay,
    paid_on: fields.StoredDay.nullable(),
    payment_id: z.number().nullable().meta({ description: 'The collection that it made' }),
    order_flow_id: z.number().nullable().meta({ description: 'The file; null: another program made it' }),
    actor: z.string(),
    created_at: fields.Instant,
  })
  .meta({ id: 'Notice' })
export type Notice = z.infer<typeof Notice>

export const {
  list: listNotices,
  summarise: summariseNotices,
  export: exportNotices,
} = listEndpoints('notices', {
  records: 'Notices of bills (MAV, RiBa)',
  record: 'notice',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: Notice,
  totals: z.object({ count: z.number(), amount: z.number() }),
  sorts: ['created_at', 'due_on', 'amount'],
  columns: [
    'created_at',
    'kind',
    'state',
    'account_name',
    'bill_number',
    'who',
    'creditor_number',
    'amount',
    'due_on',
    'paid_on',
    'actor',
  ],
  filters: {
    state: anyOf(noticeStates),
    account_id: Id('account').optional(),
    bill_id: Id('bill').optional(),
    flow_id: Id('flow')
      .optional()
      .meta({ description: 'Of this file: asked for, recalled or answered by it' }),
    ...dayRange('due_on'),
  },
})

/** A file that a notice is in. */
const NoticeFile = z.object({
  flow_id: z.number(),
  file_name: z.string().nullable().meta({ description: 'Null: the caller does not see the file' }),
  created_at: fields.Instant,
})

/** A notice, with the files it left with and was answered by. */
export const NoticeDetail = Notice.extend({
  order: NoticeFile.nullable().meta({ description: 'Null: another program made the notice' }),
  recall: NoticeFile.nullable().meta({ description: 'The file that asks the bank not to collect it' }),
  outcomes: z
    .array(
      NoticeFile.extend({
        code: z.string().meta({ description: 'The bank’s causale' }),
        state: z.enum(noticeStates),
        amount: z.number(),
        fees: z.number().meta({ description: 'What the bank charged' }),
        paid_on: fields.StoredDay.nullable(),
        value_on: fields.StoredDay.nullable(),
        bank_number: z.string().nullable(),
      }),
    )
    .meta({ description: 'What the bank said, oldest first' }),
}).meta({ id: 'NoticeDetail' })
export type NoticeDetail = z.infer<typeof NoticeDetail>

export const getNotice = endpoint('GET /v1/notices/{id}', {
  summary: 'A notice, with the files it left with and was answered by',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  params: IdParams('notice'),
  reply: NoticeDetail,
  refuses: { 404: 'no such notice, or not yours' },
})

/** The debtor's bank, on which a RiBa is drawn: five digits each. */
const DebtorBank = z.object({
  abi: z
    .string()
    .trim()
    .regex(/^(?!00000)\d{5}$/, 'L’ABI ha cinque cifre: è la banca di chi paga.'),
  cab: z
    .string()
    .trim()
    .regex(/^(?!00000)\d{5}$/, 'Il CAB ha cinque cifre: è la filiale della banca di chi paga.'),
})

/** The bills of a file of notices: these, or all of a condominium that ask for something. */
const Choice = z
  .object({
    kind: z.enum(noticeKinds).optional().meta({ description: 'Left out: mav' }),
    bill_ids: z.array(Id('bill')).min(1).max(2000).optional(),
    account_id: Id('account').optional(),
    due_to: fields.Day.optional().meta({
      description: 'With a condominium: only bills whose next instalment is due until this day',
    }),
    presumed: z
      .object({ count: z.number().int(), amount: z.number().int() })
      .optional()
      .meta({ description: 'What the preview said; if it no longer holds, the order is refused' }),
    due_on: fields.Day.optional().meta({
      description: 'The due date of all notices; left out, that of each bill’s last open instalment',
    }),
  })
  .refine(({ bill_ids, account_id }) => (bill_ids === undefined) !== (account_id === undefined), {
    path: ['bill_ids'],
    message: 'Scegli le bollette, oppure un condominio.',
  })

/** A bill, and why it gets no notice, or what is worth knowing about it. */
export const NoticeCandidate = z.object({
  bill_id: z.number(),
  bill_number: z.string(),
  account_id: z.number(),
  account_name: z.string(),
  subject_id: z.number(),
  who: z.string(),
  amount: z.number().meta({ description: 'What the bill still asks for' }),
  due_on: fields.StoredDay.nullable(),
  debtor_bank: z
    .object({ abi: z.string(), cab: z.string() })
    .nullable()
    .meta({ description: 'Of RiBa: on which bank it is drawn; null: not known, or a MAV' }),
  lacks_debtor_bank: z
    .boolean()
    .meta({ description: 'Of RiBa: nothing else but the debtor’s bank is missing' }),
  why_not: z.string().nullable().meta({ description: 'An Italian sentence; null: it gets a notice' }),
  warnings: z.array(z.string()),
})
export type NoticeCandidate = z.infer<typeof NoticeCandidate>

const choosing = {
  allow: staff,
  scope: 'accounts',
  body: Choice,
} as const

export const previewNotices = endpoint('POST /v1/notices/preview', {
  ...choosing,
  summary: 'Which bills would get a notice (MAV or RiBa), which not and why, and what texts are shortened',
  permission: 'payments:read',
  reply: z.object({
    bills: z.array(NoticeCandidate),
    count: z.number(),
    amount: z.number(),
    left_out: z.number(),
    beyond: z.number().meta({ description: 'Open bills of the condominium that one file cannot take' }),
    accounts: z
      .array(
        z.object({
          account_id: z.number(),
          account_name: z.string(),
          sia: z.string().nullable(),
          has_iban: z.boolean().meta({ description: 'An Italian one, on which the bank pays' }),
        }),
      )
      .meta({ description: 'The condominiums of these bills, and what their bank asks for' }),
  }),
  refuses: { 404: 'a bill or the condominium does not exist, or is not visible' },
})

export const orderNotices = endpoint('POST /v1/notices', {
  ...choosing,
  summary: 'Make the files of notices (MAV or RiBa) for the bank, one for each condominium',
  permission: 'payments:write',
  status: 201,
  reply: z.object({ flows: z.array(Flow), count: z.number(), amount: z.number() }),
  refuses: {
    404: 'a bill or the condominium does not exist, or is not visible',
    409: 'none of the bills can get a notice, or they are no longer those of the preview',
  },
})

export const recallNotices = endpoint('POST /v1/notices/recall', {
  summary:
    'Make the file that recalls notices: these, whose bills were settled otherwise or must not be paid',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  body: z.object({
    notice_ids: z.array(Id('notice')).min(1).max(2000),
    reason: fields
      .text(200, 'Scrivi perché li richiami.')
      .meta({ description: 'For the office: it is told in the timelines of the bills' }),
  }),
  status: 201,
  reply: z.object({ flows: z.array(Flow), count: z.number(), amount: z.number() }),
  refuses: {
    404: 'a notice does not exist, or is not visible',
    409: 'a notice is not in the bank’s hands any more, was made by another program, or is a RiBa, which only the bank recalls',
  },
})

/** What a condominium and its bank agreed about notices. */
export const CollectionSettings = z
  .object({
    account_id: z.number(),
    sia: z.string().nullable().meta({ description: 'The code that the bank gave the sender of notices' }),
  })
  .meta({ id: 'CollectionSettings' })
export type CollectionSettings = z.infer<typeof CollectionSettings>

export const getCollectionSettings = endpoint('GET /v1/notices/settings/{id}', {
  summary: 'What a condominium and its bank agreed about notices',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  params: IdParams('account'),
  reply: CollectionSettings,
  refuses: { 404: 'no such condominium, or not yours' },
})

export const saveCollectionSettings = endpoint('PUT /v1/notices/settings/{id}', {
  summary: 'Set the code that the bank gave for notices, or take it away',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  params: IdParams('account'),
  body: z.object({
    sia: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{5}$/, 'Il codice SIA ha cinque caratteri, lettere o cifre: lo dà la banca.')
      .nullable(),
  }),
  reply: CollectionSettings,
  refuses: { 404: 'no such condominium, or not yours' },
})

export const saveDebtorBank = endpoint('PUT /v1/notices/debtor-banks/{id}', {
  summary: 'Set the bank on which RiBa of a person are drawn, or take it away',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  params: IdParams('subject'),
  body: z.object({ bank: DebtorBank.nullable() }),
  reply: z.object({ subject_id: z.number(), bank: DebtorBank.nullable() }),
  refuses: { 404: 'no such person, or not yours' },
})
