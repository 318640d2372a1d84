import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { dayRange, listEndpoints } from '../list.ts'

/** Statements of bank accounts, and what was learned of the payers in them. Money in cents. */

declare module '../record-kinds.ts' {
  interface RecordKinds {
    bank_statement: true
    payer_rule: true
  }
}

export const BankStatementRow = z
  .object({
    statement_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    flow_id: z.number(),
    file_name: z.string(),
    format: z.string(),
    reference: z.string().nullable(),
    starts_on: fields.StoredDay.nullable(),
    ends_on: fields.StoredDay,
    opening: z.number().nullable(),
    closing: z.number().nullable(),
    movements: z.number(),
    known: z.number().meta({ description: 'Those among them that an earlier statement had brought' }),
    pending: z.number().meta({
      description: 'Entries that the bank has not booked yet, or of zero: counted, no movements',
    }),
    gap: z.number().nullable().meta({
      description:
        'Its opening balance less the closing balance of the statement before it: not zero, a statement is missing; null: no balances',
    }),
    created_at: fields.Instant,
  })
  .meta({ id: 'BankStatement' })
export type BankStatementRow = z.infer<typeof BankStatementRow>

export const {
  list: listBankStatements,
  summarise: summariseBankStatements,
  export: exportBankStatements,
} = listEndpoints('bank-statements', {
  records: 'Statements of bank accounts',
  record: 'bank_statement',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: BankStatementRow,
  totals: z.object({ count: z.number(), movements: z.number() }),
  sorts: ['ends_on', 'created_at'],
  columns: [
    'account_name',
    'starts_on',
    'ends_on',
    'opening',
    'closing',
    'gap',
    'movements',
    'known',
    'pending',
    'format',
    'file_name',
  ],
  filters: {
    account_id: Id('account').optional(),
    ...dayRange('ends_on'),
  },
})

export const PayerRule = z
  .object({
    rule_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    party_iban_hint: z.string(),
    party_name: z.string().nullable(),
    actor: z.string(),
    created_at: fields.Instant,
  })
  .meta({ id: 'PayerRule' })
export type PayerRule = z.infer<typeof PayerRule>

export const {
  list: listPayerRules,
  summarise: summarisePayerRules,
  export: exportPayerRules,
} = listEndpoints('payer-rules', {
  records: 'Payers’ IBANs that were learned, with the person whom each pays for',
  record: 'payer_rule',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: PayerRule,
  totals: z.object({ count: z.number() }),
  sorts: ['created_at', 'subject_nominative'],
  columns: ['account_name', 'subject_nominative', 'party_name', 'party_iban_hint', 'actor', 'created_at'],
  filters: { account_id: Id('account').optional(), subject_id: Id('subject').optional() },
})

export const deletePayerRule = endpoint('DELETE /v1/payer-rules/{id}', {
  summary: 'Forget what was learned of a payer’s IBAN',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  params: IdParams('payer_rule'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'no such rule, or not yours' },
})
