import { cashAccounts, ledgerAccounts } from '@saldo/domain/accounting/accounting'
import { z } from 'zod'
import { endpoint, file, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, inOrder, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    ledger_entry: true
    ledger_line: true
  }
}

const flag = z.preprocess(
  (value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value),
  z.boolean().optional(),
)

/** A movement of a condominium's money, as the accounting register shows it (art. 1130 n. 7 c.c.). Cents. */
export const RegisterEntry = z
  .object({
    entry_id: z.number(),
    number: z.number().meta({ description: 'Progressive within the calendar year, in order of day' }),
    day: fields.StoredDay,
    registered_on: fields.StoredDay.meta({ description: 'When it was written into the ledger' }),
    late: z.boolean().meta({ description: 'Registered more than thirty days after its day' }),
    kind: z.string(),
    description: z.string(),
    who: z.string().nullable(),
    subject_id: z.number().nullable(),
    bill_id: z.number().nullable(),
    payment_id: z.number().nullable(),
    money_in: z.number(),
    money_out: z.number(),
    balance: z
      .number()
      .meta({ description: 'Of all money after this movement, or of the account asked for' }),
  })
  .meta({ id: 'RegisterEntry' })
export type RegisterEntry = z.infer<typeof RegisterEntry>

const registerFilters = {
  account_id: Id('account').meta({ description: 'The condominium' }),
  ...dayRange('day'),
  ...centsRange('amount'),
  cash: z.enum(cashAccounts).optional().meta({
    description:
      'The movements of one account, those between accounts included; left out: what enters or leaves all of them',
  }),
  direction: z.enum(['in', 'out']).optional(),
  late: flag.meta({ description: 'Only what was registered late, or only what was not' }),
}

export const {
  list: listRegister,
  summarise: summariseRegister,
  export: exportRegister,
} = listEndpoints('books/register', {
  records: 'A condominium’s accounting register',
  record: 'ledger_entry',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: RegisterEntry,
  totals: z.object({
    count: z.number(),
    opening: z.number().meta({ description: 'Balance before the first day asked for' }),
    money_in: z.number(),
    money_out: z.number(),
    closing: z.number().meta({ description: 'Balance at the end of the last day asked for' }),
    late: z.number().meta({ description: 'How many were registered late' }),
  }),
  sorts: ['day', 'amount'],
  columns: [
    'number',
    'day',
    'kind',
    'description',
    'who',
    'money_in',
    'money_out',
    'balance',
    'registered_on',
    'late',
  ],
  filters: registerFilters,
})

export const registerPdf = endpoint('GET /v1/books/register/pdf', {
  heavy: 'pdf',
  summary: 'The register of a period, to be printed and signed',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  query: inOrder(
    z.object({
      account_id: Id('account'),
      cash: z.enum(cashAccounts).optional(),
      ...dayRange('day'),
    }),
  ),
  reply: file('application/pdf'),
})

/** One line of the journal: an account debited or credited. Cents. */
export const JournalLine = z
  .object({
    line_id: z.number(),
    entry_id: z.number(),
    day: fields.StoredDay,
    account_id: z.number(),
    account_name: z.string(),
    kind: z.string(),
    description: z.string(),
    who: z.string().nullable(),
    bill_number: z.string().nullable(),
    payment_id: z.number().nullable(),
    ledger_account: z.string(),
    debit: z.number(),
    credit: z.number(),
  })
  .meta({ id: 'JournalLine' })

export const {
  list: listJournal,
  summarise: summariseJournal,
  export: exportJournal,
} = listEndpoints('books/journal', {
  records: 'The journal (prima nota) in double entry, of the ledger accounts asked for',
  record: 'ledger_line',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: JournalLine,
  totals: z.object({ count: z.number(), debit: z.number(), credit: z.number() }),
  sorts: ['day'],
  columns: [
    'day',
    'entry_id',
    'account_name',
    'kind',
    'description',
    'who',
    'bill_number',
    'payment_id',
    'ledger_account',
    'debit',
    'credit',
  ],
  filters: {
    ...dayRange('day'),
    account_id: Id('account').optional(),
    subject_id: Id('subject').optional(),
    ledger_account: anyOf(ledgerAccounts),
    side: z.enum(['debit', 'credit']).optional(),
  },
})

/** Where a condominium's money is at the end of a day. Each figure is a sum of ledger lines. Cents. */
export const CashPosition = z
  .object({
    account_id: z.number(),
    name: z.string(),
    bank: z.number().meta({ description: 'In its bank account, as far as Saldo knows' }),
    provider: z.number().meta({ description: 'Its part of the platform’s balance at the provider' }),
    connected: z.number().meta({ description: 'In the balance of the office’s own account at the provider' }),
    in_transit: z.number().meta({ description: 'Sent by the provider, not arrived yet' }),
    total: z.number().meta({ description: 'The four together' }),
    disputed: z.number().meta({ description: 'Taken back by the provider until a bank decides' }),
    credits: z.number().meta({ description: 'Owed to payers' }),
    debt: z
      .number()
      .meta({ description: 'Owed to the platform for what connected accounts could not give back' }),
    closed_to: fields.StoredDay.nullable().meta({ description: 'Until when the books are closed' }),
  })
  .meta({ id: 'CashPosition' })
export type CashPosition = z.infer<typeof CashPosition>

const asOf = fields.Day.optional().meta({ description: 'At the end of this day; left out: today' })

export const {
  list: listCash,
  summarise: summariseCash,
  export: exportCash,
} = listEndpoints('books/cash', {
  records: 'Cash position of every condominium',
  record: 'account',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: CashPosition,
  totals: z.object({
    count: z.number(),
    bank: z.number(),
    provider: z.number(),
    connected: z.number(),
    in_transit: z.number(),
    total: z.number(),
    disputed: z.number(),
    credits: z.number(),
    debt: z.number(),
  }),
  sorts: ['name', 'bank', 'provider', 'connected', 'in_transit', 'total', 'disputed', 'credits', 'debt'],
  columns: [
    'name',
    'bank',
    'provider',
    'connected',
    'in_transit',
    'total',
    'disputed',
    'credits',
    'debt',
    'closed_to',
  ],
  filters: { day: asOf, ...centsRange('total') },
})
export const getCash = endpoint('GET /v1/books/cash/{id}', {
  summary: 'Cash position of one condominium',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  params: IdParams('account'),
  query: z.object({ day: asOf }),
  reply: CashPosition.extend({ day: fields.StoredDay }),
  refuses: { 404: 'no such condominium, or not yours' },
})

/** A closing of the books, or its reopening. */
export const BookClosing = z
  .object({
    closing_id: z.number(),
    act: z.enum(['closed', 'reopened']),
    closed_to: fields.StoredDay.nullable().meta({
      description: 'Until when the books are closed after this; null: not at all',
    }),
    reason: z.string().nullable(),
    actor: z.string(),
    at: fields.Instant,
  })
  .meta({ id: 'BookClosing' })
export type BookClosing = z.infer<typeof BookClosing>

/** How a condominium's books stand, with the latest acts first. */
export const Closings = z
  .object({ closed_to: fields.StoredDay.nullable(), closings: z.array(BookClosing) })
  .meta({ id: 'Closings' })
export type Closings = z.infer<typeof Closings>

const ofAccount = { allow: staff, params: IdParams('account'), reply: Closings }
const unseen = { 404: 'no such condominium, or not yours' } as const

export const getClosings = endpoint('GET /v1/books/closings/{id}', {
  permission: 'payments:read',
  scope: 'accounts',
  summary: 'Until when a condominium’s books are closed, and who closed or reopened them',
  ...ofAccount,
  refuses: unseen,
})
export const closeBooks = endpoint('POST /v1/books/closings/{id}', {
  permission: 'payments:write',
  scope: 'accounts',
  summary: 'Close the books until a day: nothing can be registered on or before it any more',
  ...ofAccount,
  body: z.object({ closed_to: fields.Day }),
  refuses: { ...unseen, 409: 'closed until that day or later already' },
})
export const reopenBooks = endpoint('POST /v1/books/closings/{id}/reopen', {
  permission: 'payments:write',
  scope: 'accounts',
  summary: 'Reopen closed books, wholly or down to an earlier day; kept with its reason',
  ...ofAccount,
  body: z.object({
    closed_to: fields.Day.nullish().meta({ description: 'Closed until then from now on; null: not at all' }),
    reason: fields.text(500, 'Scrivi perché riapri i conti.'),
  }),
  refuses: { ...unseen, 409: 'not closed' },
})
