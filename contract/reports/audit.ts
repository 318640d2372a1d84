import { auditedNouns } from '@saldo/domain/audit/audit-fields'
import { auditActs } from '@saldo/domain/audit/audit-words'
import { z } from 'zod'
import { Id } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    audit_line: true
  }
}

/** One line of the audit log: who changed what, for which customer, and the values before. IBANs are masked. */
export const AuditLine = z
  .object({
    audit_id: z.number(),
    customer_id: z.number().nullable(),
    account_id: z.number().nullable(),
    noun: z.string(),
    part: z
      .string()
      .nullable()
      .meta({ description: 'The part of the record that changed: a person’s certificate' }),
    record_id: z.number(),
    label: z.string().nullable().meta({ description: 'What the record was called then' }),
    act: z.string().meta({ description: 'created, changed, removed, or what an act calls itself' }),
    before: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Of what differs alone' }),
    after: z.record(z.string(), z.unknown()).nullable(),
    user_id: z.number().nullable(),
    actor: z.string(),
    flag_super_user: z.boolean().meta({ description: 'The back office, acting for the customer' }),
    acted_for: z.string().nullable().meta({
      description: 'The office for which a super user acted (*Agisci come*); null: in their own name',
    }),
    acted_because: z.string().nullable().meta({ description: 'The reason that they gave' }),
    at: fields.Instant,
  })
  .meta({ id: 'AuditLine' })
export type AuditLine = z.infer<typeof AuditLine>

export const {
  list: listAuditLines,
  summarise: summariseAuditLines,
  export: exportAuditLines,
} = listEndpoints('audit', {
  records: 'Who changed what: append-only',
  record: 'audit_line',
  allow: ['customer', 'store', 'super_user'],
  permission: null,
  scope: 'accounts',
  row: AuditLine,
  totals: z.object({ count: z.number() }),
  sorts: ['at'],
  columns: ['at', 'actor', 'noun', 'label', 'act', 'changes'],
  filters: {
    noun: z.enum(auditedNouns).optional(),
    // `noun` names the kind of record, so this id is not declared with a kind.
    record: z.coerce
      .number<number | string>()
      .int()
      .positive()
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'The record’s id; with noun: its history' }),
    account_id: Id('account').optional(),
    user_id: Id('user').optional(),
    act: z.enum(auditActs).optional(),
    by: z
      .enum(['back_office', 'office'])
      .optional()
      .meta({ description: 'Who acted: a super user, or anybody else' }),
    ...dayRange('at'),
  },
  export_step_up: true,
})
