import { describe, expect, it } from 'vitest'
import { type Catalogue, useCatalogue } from '../testing/catalogue.ts'

/*
 * A column that is named like the key of a table (`bill_id`, `kept_subject_id`, `unit_ids`) has a foreign key to it. The
 * catalogue of foreign keys decides what a merge of two people moves, and what the undoing of an import may delete.
 */

const catalogue = useCatalogue()

/** Columns without a foreign key, each for a reason; nothing is added here without one. */
const exceptions: [reason: string, columns: string][] = [
  [
    'logs and mails stay when the record that they name is deleted',
    'audit_log.account_id audit_log.customer_id audit_log.impersonation_id audit_log.user_id bill_run_refusals.bill_id emails.bill_id',
  ],
  [
    'the ledger’s own triggers decide when a line may go: with its bill, on the day of its import',
    'ledger_entries.bill_id ledger_entries.payment_id ledger_lines.bill_id',
  ],
  ['sums of a condominium, which go with it and do not keep it', 'monthly_figures.account_id'],
  [
    'rows of a file before they are written; merge-moves.sql.ts names the table',
    `import_changes.row_id import_rows.account_id import_rows.bill_id import_rows.right_holder_id
     import_rows.subject_id import_rows.unit_id`,
  ],
  [
    'the import that brought it: imports are never deleted, and undoing one starts from this column',
    `accounts.import_id bills.import_id opening_balances.import_id right_holders.import_id subjects.import_id
     units.import_id weight_tables.import_id`,
  ],
  [
    'repeated from the payment, attempt or plan of the same row, which has a foreign key',
    `attempt_instalments.bill_id payment_attempts.bill_id payment_events.bill_id plan_bills.account_id
     plan_rates.account_id platform_fees.attempt_id platform_fees.refund_id`,
  ],
  [
    'the provider’s words, matched with ours later or never',
    `provider_movements.account_id provider_movements.claimed_attempt_id provider_movements.customer_id
     provider_movements.payment_id`,
  ],
  [
    'a list cannot have a foreign key; none of these is of people',
    'bill_runs.bill_ids budget_expenses.unit_ids debits.instalment_ids',
  ],
]
const listed = exceptions.flatMap(([, columns]) => columns.split(/\s+/))

type Unreferenced = { column: string; key: string }

/**
 * The columns that hold the ids of records, as their names say, and are in no foreign key to them, nor to something that
 * has the same id (an account_id may be a bill's). A merge looks for people alone, so a person needs a key to subjects.
 */
const unreferenced = (sql: Catalogue) => sql<Unreferenced[]>`
  with tables as (
    select oid, relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
  ), keys as (
    select t.oid, a.attname as key from tables t
    join pg_constraint p on p.conrelid = t.oid and p.contype = 'p' and cardinality(p.conkey) = 1
    join pg_attribute a on a.attrelid = t.oid and a.attnum = p.conkey[1]
    where a.attname like '%\\_id' and a.atttypid in ('int4'::regtype, 'int8'::regtype)
      and not exists (select from pg_constraint f where f.conrelid = t.oid and f.contype = 'f' and a.attnum = any (f.conkey))
  )
  select t.relname || '.' || a.attname as column, string_agg(distinct k.oid::regclass || '.' || k.key, ' or ') as key
  from tables t
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    and a.atttypid in ('int4'::regtype, 'int8'::regtype, 'int4[]'::regtype, 'int8[]'::regtype)
  join keys k on a.attname ~ ('(^|_)' || k.key || 's?$')
    and not exists (select from keys own where own.oid = t.oid and own.key = a.attname)
  left join lateral (
    select from pg_constraint f cross join lateral unnest(f.conkey, f.confkey) pair (own, referenced)
    join pg_attribute r on r.attrelid = f.confrelid and r.attnum = pair.referenced
    where f.contype = 'f' and f.conrelid = t.oid and pair.own = a.attnum and r.attname = k.key
      and (f.confrelid = k.oid or k.key <> 'subject_id')
  ) reference on true
  group by t.relname, a.attname
  having not bool_or(reference is not null)
  order by 1`

const sentences = (columns: readonly Unreferenced[]) =>
  columns
    .filter(({ column }) => !listed.includes(column))
    .map(
      ({ column, key }) =>
        `${column} has no foreign key to ${key}: add \`foreign key (customer_id, …) references …\`, or an exception with its reason`,
    )

describe('a column that holds the id of a record', () => {
  it('has a foreign key to it', async () => {
    expect(sentences(await catalogue(unreferenced))).toEqual([])
  })

  it('is named if it has none, also with another word before its name or if it holds a list', async () => {
    const found = await catalogue(
      unreferenced,
      `create table scratch (scratch_id bigint primary key, customer_id bigint references customers,
        chair_subject_id bigint, bill_ids bigint[])`,
    )
    expect(sentences(found)).toEqual([
      expect.stringMatching(/^scratch\.bill_ids has no foreign key to bills\.bill_id: add/),
      expect.stringMatching(/^scratch\.chair_subject_id has no foreign key to subjects\.subject_id: add/),
    ])
  })

  it('is only an exception while it has none', async () => {
    const found = (await catalogue(unreferenced)).map(({ column }) => column)
    expect(listed.filter((column) => !found.includes(column))).toEqual([])
  })
})
