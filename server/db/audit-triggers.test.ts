import { describe, expect, it } from 'vitest'
import { type Catalogue, useCatalogue } from '../testing/catalogue.ts'

/* Whatever somebody may change is told by the audit log: each table that customers, residents or visitors may write has the
   triggers of keep_audit. */

const catalogue = useCatalogue()

const roles = ['saldo_anonymous', 'saldo_link', 'saldo_consumer', 'saldo_customer', 'saldo_subuser']

/** Tables without these triggers, each for a reason; nothing is added here without one. */
const exceptions: [reason: string, tables: string][] = [
  [
    'part of a record whose own line tells of the act',
    'bill_instalments bill_lines plan_bills plan_rates reminder_bills',
  ],
  [
    'store who made or loaded the file, and what became of it',
    'flows notice_credits notice_outcomes notices transfer_orders',
  ],
  [
    'a movement’s own history tells who did what (movement_events); a match stores who made it and who undid it',
    'bank_movements bank_statements movement_matches movement_payments',
  ],
  ['remembered of a payer’s IBAN, with who taught it; it changes no record', 'payer_rules'],
  ['its own trigger writes the line', 'book_closings'],
  [
    'is itself the history, with the actor, and append-only',
    'bill_events mandate_events movement_events payment_events',
  ],
  [
    'money: the timeline tells who did it (bill_events, payment_events, mandate_events), the ledger what it came to',
    `allocation_parts attempt_instalments collection_reversals debit_returns debit_runs debits ledger_entries ledger_lines mandates payment_allocations
     payment_attempts payment_bills payment_sources payments refund_parts refunds subject_credits`,
  ],
  ['a bill of its own asks for it, and that is logged', 'late_interest_charges'],
  [
    'the act writes one line for the whole file',
    'handovers import_changes import_rows imports opening_balances',
  ],
  [
    'remembered choices of a user; they change no record',
    'announcement_closings import_mappings report_subscriptions user_preferences',
  ],
  ['a link or a mail that was sent; it stays as it was', 'emails pay_links source_links'],
  ['the act writes one line for a run, and one for each letter that was delivered', 'reminders'],
  ['a picture with who loaded it; the line of office_branding tells that it came into use', 'office_logos'],
  ['belongs to one user', 'data_exports push_messages push_sendings'],
  [
    'progress of a job; the records that it changes have lines of their own',
    'bill_run_refusals bill_runs reconciliation_runs reminder_runs',
  ],
  ['stores who explained it, when and why', 'reconciliation_items'],
]
const listed = exceptions.flatMap(([, tables]) => tables.split(/\s+/))

type Unlogged = { table: string; acts: string[] }

/** The tables that these roles may change in a way that writes no line. */
const unlogged = (sql: Catalogue) => sql<Unlogged[]>`
  select c.relname as table, array_agg(a.act order by a.act) as acts
  from pg_class c cross join (values ('insert', 4), ('delete', 8), ('update', 16)) a (act, event)
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and exists (
      select from unnest(${roles}::text[]) role
      where case a.act when 'delete' then has_table_privilege(role, c.oid, 'delete')
        else has_any_column_privilege(role, c.oid, a.act) end)
    and not exists (
      select from pg_trigger t
      where t.tgrelid = c.oid and t.tgfoid = 'audit_row'::regproc and t.tgtype & a.event <> 0 and t.tgenabled <> 'D')
  group by c.relname
  order by c.relname`

const sentences = (tables: readonly Unlogged[]) =>
  tables
    .filter(({ table }) => !listed.includes(table))
    .map(
      ({ table, acts }) =>
        `${table}: ${acts.join(', ')} without a line in the audit log. Call keep_audit('${table}', …) in its migration, or list it with the reason`,
    )

describe('a table that somebody may change', () => {
  it('has audit triggers', async () => {
    expect(sentences(await catalogue(unlogged))).toEqual([])
  })

  it('is named if it has none', async () => {
    const scratch = `
      create table scratch (scratch_id bigint primary key, customer_id bigint, name text);
      select protect('scratch', 'select, insert, update, delete');`
    expect(sentences(await catalogue(unlogged, scratch))).toEqual([
      expect.stringMatching(/^scratch: delete, insert, update without a line/),
    ])
    const audited = `${scratch} select keep_audit('scratch', 'subjects', 'scratch_id', 'name');`
    expect(sentences(await catalogue(unlogged, audited))).toEqual([])
  })

  it('is only an exception while it has none', async () => {
    const found = (await catalogue(unlogged)).map(({ table }) => table)
    expect(listed.filter((table) => !found.includes(table))).toEqual([])
  })
})
