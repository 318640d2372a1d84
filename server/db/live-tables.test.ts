import { describe, expect, it } from 'vitest'
import { type Catalogue, useCatalogue } from '../testing/catalogue.ts'

const catalogue = useCatalogue()

/** Tables that customers change without a message to open screens, each for a reason; nothing is added without one. */
const exceptions: [reason: string, tables: string][] = [
  [
    'shown as part of a bill, whose own changes are told',
    'bill_events bill_instalments bill_lines bill_run_refusals credit_notes pay_links',
  ],
  [
    'shown as part of a payment, a refund, a debit or a saved source, whose own changes are told',
    'allocation_parts attempt_instalments debit_returns mandate_events payment_allocations payment_attempts payment_bills payment_events refund_parts source_links subject_credits',
  ],
  [
    'shown as part of a plan, a reminder, a budget or an import, whose own changes are told',
    'budget_expenses import_changes import_rows opening_balances plan_bills plan_rates reminder_bills',
  ],
  ['shown as part of a movement, whose own changes are told', 'movement_events'],
  ['written with every change of money, of which other messages tell', 'ledger_entries ledger_lines'],
  [
    'changed rarely and by one person; other open screens show it when they are opened again',
    'book_closings certificates office_branding office_logos late_interest_charges late_interest_rules provider_accounts reminder_sequences right_holders subject_consents units weight_tables weights',
  ],
  [
    'the settings of users, which their own screens read at the next start',
    'api_users import_mappings report_subscriptions user_accounts user_permissions user_preferences users',
  ],
  ['a screen polls while the job runs', 'reconciliation_items reconciliation_runs'],
  ['no list of an office shows it', 'emails'],
  ['the messages that a sending creates are told to whom they are for', 'push_sendings'],
]
const listed = exceptions.flatMap(([, tables]) => tables.split(' '))

/** The tables that customers change, and that have no trigger which tells open screens. */
const silent = (sql: Catalogue) => sql<{ table: string }[]>`
  select c.relname as table from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and (has_any_column_privilege('saldo_customer', c.oid, 'insert, update')
      or has_table_privilege('saldo_customer', c.oid, 'delete'))
    and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and p.proname in ('tell_live', 'tell_live_users'))
  order by 1`
const sentences = (found: readonly { table: string }[]) =>
  found
    .filter(({ table }) => !listed.includes(table))
    .map(
      ({ table }) =>
        `${table} is changed by customers, but open screens are not told: call keep_live('${table}', …) in its migration, or list it with the reason`,
    )

describe('a table that customers change', () => {
  it('tells the open screens', async () => {
    expect(sentences(await catalogue(silent))).toEqual([])
  })
  it('is named when it does not', async () => {
    const quiet = 'drop trigger live_insert on plans; drop trigger live_update on plans'
    expect(sentences(await catalogue(silent, quiet))).toEqual([
      expect.stringMatching(/^plans is changed by customers, but open screens are not told/),
    ])
  })
  it('is only an exception while it needs to be', async () => {
    const found = (await catalogue(silent)).map(({ table }) => table)
    expect(listed.filter((table) => !found.includes(table))).toEqual([])
  })
})
