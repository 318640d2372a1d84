import { billStates } from '@saldo/domain/bills/bill'
import { paymentStates } from '@saldo/domain/payments/payment'
import { rightKinds } from '@saldo/domain/right-holder'
import { z } from 'zod'
import { endpoint, staff } from '../endpoint.ts'
import { OfBills, StoredDay, text } from '../fields.ts'

/** The kinds of records that the search finds, with their Italian names. */
export const foundIn = ['condomini', 'soggetti', 'bollette', 'transazioni'] as const
export type FoundIn = (typeof foundIn)[number]

/** Results per kind. With more than ten, typing another letter helps more than a longer list. */
export const maxResultsPerKind = 10

/** Units per person: one more than a line of a result has room for. */
export const maxUnitsPerPerson = 3

/** A search result: the data that identify it, and the ids that open it. Fields that its kind lacks are null. */
export const SearchResult = z
  .object({
    data_from: z.enum(foundIn),
    account_id: z.number().nullable(),
    account_name: z.string().nullable(),
    subject_id: z.number().nullable(),
    subject_nominative: z.string().nullable(),
    bill_id: z.number().nullable(),
    bill_number: z.string().nullable(),
    payment_id: z.number().nullable(),
    fiscal_code: z.string().nullable().meta({ description: 'Of the condominium, else of the person' }),
    customer_id: z.number(),
    customer_name: z.string(),
    amount: z.number().nullable().meta({ description: 'Cents, of a bill or a payment' }),
    date: StoredDay.nullable().meta({ description: 'When a bill was issued or a payment begun' }),
    bill_state: z.enum(billStates).nullable(),
    payment_state: z.enum(paymentStates).nullable(),
    residue: OfBills('Cents still due, of a bill or a person'),
    overdue: OfBills('Of a person’s residue, what was due before today'),
    unit: z.string().nullable().meta({ description: 'Of a bill' }),
    units: z
      .array(z.object({ unit_name: z.string(), account_name: z.string(), right_kind: z.enum(rightKinds) }))
      .meta({ description: `Of a person: up to ${maxUnitsPerPerson} in which they have a right today` }),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof SearchResult>

const Searched = text(200, 'Scrivi che cosa cercare.')
/** A boolean form field; the default is to search. */
const flag = z
  .enum(['1', '0'], 'Scrivi 1 per cercare qui, 0 per non farlo.')
  .default('1')
  .transform((value) => value === '1')

const described = {
  allow: staff,
  reply: z.array(SearchResult).meta({
    description: `By kind, the best first: the very number or code, what begins with the text, what has a word that does, what contains it. At most ${maxResultsPerKind} of a kind`,
  }),
} as const

export const findRecords = endpoint('POST /v1/research/find', {
  permission: null,
  scope: 'accounts',
  ...described,
  summary: 'Search among the chosen kinds of records',
  accepts: 'multipart',
  body: z.object({
    text: Searched,
    by_subjects: flag,
    by_accounts: flag,
    by_bills: flag,
    by_transactions: flag,
  }),
  refuses: { 415: 'not multipart' },
})
export const findAllRecords = endpoint('GET /v1/research/find-all/{text}', {
  permission: null,
  scope: 'accounts',
  ...described,
  summary: 'Search among all kinds of records',
  params: z.object({ text: Searched }),
})
