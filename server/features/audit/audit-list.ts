import type * as contract from '@saldo/contract/reports/audit'
import type { z } from 'zod'
import type { Listing } from '../../db/listing.ts'
import { type Found, find, isFound } from '../../db/search.ts'

type Filters = z.output<typeof contract.summariseAuditLines.query>

/** The audit log for list, summary and export; days are those of Rome. */
export const auditList: Listing<Filters, Record<'audit_log', Found>> = {
  select: (tx) => tx`
    l.audit_id, l.customer_id, l.account_id, l.noun, l.part, l.record_id, l.label, l.act,
    shown_addresses(l.before) as before, shown_addresses(l.after) as after, l.user_id, l.actor,
    l.flag_super_user, l.acted_for, l.acted_because, l.at`,
  from: (tx) => tx`audit_log l`,
  id: (tx) => tx`l.audit_id`,
  id_name: 'audit_id',
  search: (tx, text) => find(tx, text, ['audit_log']),
  filters: {
    q: (tx, { audit_log }) => isFound(tx, audit_log, tx`l.audit_id`, tx`l.folded`),
    ids: (tx, ids) => tx`l.audit_id = any(${ids})`,
    noun: (tx, noun) => tx`l.noun = ${noun}`,
    record: (tx, id) => tx`l.record_id = ${id}`,
    account_id: (tx, id) => tx`l.account_id = ${id}`,
    user_id: (tx, id) => tx`l.user_id = ${id}`,
    act: (tx, act) => tx`l.act = ${act}`,
    by: (tx, by) => tx`l.flag_super_user = ${by === 'back_office'}`,
    at_from: (tx, day) => tx`l.at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    at_to: (tx, day) => tx`l.at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  sorts: { at: { sql: (tx) => tx`l.at`, type: 'timestamptz' } },
  default_sort: '-at',
}
