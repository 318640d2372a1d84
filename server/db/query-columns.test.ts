import { describe, expect, it } from 'vitest'
import { useCatalogue } from '../testing/catalogue.ts'

/* Migrations list the columns that queries of the back office may read (let_queries_read). A new column is hidden until
   somebody decides: either a migration lists it, or it stands here with the reason why not. */

const catalogue = useCatalogue()

/** Hidden: `table` or `table.column`, each for a reason. */
const hidden: [reason: string, names: string][] = [
  [
    'proves an identity, or opens something',
    `access_tokens api_users autopay_links credentials known_devices one_time_codes one_time_tokens passkey_challenges passkeys pay_links
     push_tokens recovery_codes refresh_tokens sessions sign_in_failures sign_in_tickets source_links spent_challenges
     totp_secrets certificates.code_hash contact_changes.token_hash delegations.token_hash`,
  ],
  [
    'a whole IBAN',
    `accounts.iban bank_movements.party_iban credit_refunds.iban debits.debtor_iban iban_blacklist.iban
     iban_changes.old_iban iban_changes.new_iban money_transfers.iban money_transfers.payer_iban money_transfer_limits.payer_iban mandates.debtor_iban mandates.presented_iban payer_rules.party_iban`,
  ],
  [
    'free text of a bank, in which an IBAN may stand',
    'bank_movements.text bank_movements.identity bank_movements.bank_reference bank_movements.proposals bank_statements.identity notice_credits.movement',
  ],
  ['the tax code of whoever paid, who may be a stranger', 'bank_movements.party_fiscal_code'],
  [
    'what a mail says, or what a mail server said of its address',
    'emails.html emails.text emails.last_error emails.dedupe_key email_events.said mail_bounces.said mail_bounces.event_key',
  ],
  [
    'the values of before and after, which may be anything that was typed',
    'audit_log.before audit_log.after',
  ],
  [
    'an object at the provider by which money could move, or a page of a bank',
    `mandates.provider_mandate mandates.payment_method_id payment_attempts.payment_method_id payment_attempts.request
     payment_attempts.next_action_url payment_sources.provider_customer payment_sources.provider_setup
     payment_sources.provider_method payment_sources.fingerprint payment_sources.next_action_url provider_accounts.request
     provider_customers.provider_object refunds.request money_transfers.destination money_transfers.provider_object money_transfers.checks
     ordered_payouts.destination ordered_payouts.provider_object ordered_payouts.order_key provider_balances.destination`,
  ],
  [
    'the name of a stored file',
    'data_exports.stored_as documents.file_path flows.file_path handovers.file_path imports.file_path mandates.scan_path office_logos.logo_path orphan_files.path stored_files.path',
  ],
  [
    'from where and with what somebody signed',
    'file_downloads.address impersonations.session_id mandates.accepted_from mandates.accepted_with plans.accepted_from plans.accepted_with',
  ],
  [
    'rows of files as they were typed, and how they were read',
    `import_changes import_mappings import_rows imports.corrections imports.people_answers imports.people_questions`,
  ],
  ['addresses to which the server counts mails', 'withheld_mails'],
  [
    'counters and constants of the server',
    'attempt_transitions delegation_asks money_transfer_transitions audit_nouns request_counts sweeps',
  ],
  [
    'keys by which a request or a mail is known again',
    'push_messages.dedupe_key push_messages.metadata reminders.email_key',
  ],
  ['the data and the error of a job, which may quote what was typed', 'failed_jobs.data failed_jobs.error'],
  [
    'the whole text of a template, which its own pages show',
    'email_templates.plain email_templates.project email_templates.source email_template_versions.plain email_template_versions.project email_template_versions.source',
  ],
  [
    'in which impersonation a job works, which the audit log says',
    `bill_runs.impersonation_id budgets.impersonation_id flows.impersonation_id handovers.impersonation_id
     imports.impersonation_id reminder_runs.impersonation_id`,
  ],
  ['what was typed into a query', 'query_runs.values query_runs.backend_pid'],
]
const listed = hidden.flatMap(([, names]) => names.split(/\s+/))

/** Everywhere: text for searches, keys of repeated requests, and the version of a link. */
const anywhere = ['folded', 'idempotency_key', 'request_hash', 'link_version']

type Column = { table: string; column: string; readable: boolean }

const columns = () =>
  catalogue(
    (sql) => sql<Column[]>`
      select c.relname as table, a.attname as column, has_column_privilege('saldo_query', c.oid, a.attnum, 'select') as readable
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
      order by 1, 2`,
  )

const isListed = ({ table, column }: Column) =>
  listed.includes(table) || listed.includes(`${table}.${column}`)

describe('a column', () => {
  it('is listed for queries, or hidden for a reason', async () => {
    const undecided = (await columns()).filter(
      (each) => !each.readable && !isListed(each) && !anywhere.includes(each.column),
    )
    expect(undecided.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  })
  it('is not both', async () => {
    const both = (await columns()).filter(
      (each) => each.readable && (isListed(each) || anywhere.includes(each.column)),
    )
    expect(both.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  })
  it('that is named here exists', async () => {
    const found = await columns()
    const known = new Set([
      ...found.map(({ table }) => table),
      ...found.map(({ table, column }) => `${table}.${column}`),
    ])
    expect(listed.filter((name) => !known.has(name))).toEqual([])
  })
})

describe('the login of queries', () => {
  it('may change nothing, anywhere', async () => {
    const may = await catalogue(
      (sql) => sql`
        select c.oid::regclass::text as name from pg_class c
        where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and c.relnamespace <> 'information_schema'::regnamespace
          and case when c.relkind = 'S' then has_sequence_privilege('saldo_query', c.oid, 'usage, update')
            else has_any_column_privilege('saldo_query', c.oid, 'insert, update, references')
              or has_table_privilege('saldo_query', c.oid, 'delete, truncate, trigger') end`,
    )
    // PostgreSQL shows its settings as a view that everybody may write to, which sets them for the session.
    expect(may.map(({ name }) => name)).toEqual(['pg_settings'])
  })
  it('becomes nobody, makes nothing, and names no schema but its own', async () => {
    const [row] = await catalogue(
      (sql) => sql`
        select (select count(*)::int from pg_auth_members where member = 'saldo_query'::regrole) as roles,
          has_schema_privilege('saldo_query', 'public', 'usage') as "public",
          has_schema_privilege('saldo_query', 'queries', 'create') as makes,
          has_database_privilege('saldo_query', current_database(), 'create, temporary') as anything`,
    )
    expect(row).toEqual({ roles: 0, public: false, makes: false, anything: false })
  })
  it('sees each table that has row-level security by one policy, of all customers or of one', async () => {
    const policies = await catalogue(
      (sql) => sql<{ tablename: string; qual: string }[]>`
        select tablename, regexp_replace(qual, '\\s+', ' ', 'g') as qual from pg_policies where roles @> '{saldo_query}'`,
    )
    expect(policies.length).toBeGreaterThan(80)
    const all = '( SELECT query_sees_all() AS query_sees_all)'
    const one = `(${all} OR (customer_id = ( SELECT query_customer_id() AS query_customer_id)))`
    expect(policies.filter(({ qual }) => qual !== all && qual !== one)).toEqual([])
  })
  it('reads each of its views', async () => {
    const failed = await catalogue(async (sql) => {
      const views = await sql<{ name: string }[]>`
        select c.relname as name from pg_class c where c.relnamespace = 'queries'::regnamespace and c.relkind = 'v'`
      expect(views.length).toBeGreaterThan(100)
      const refused: string[] = []
      for (const { name } of views) {
        const [row] = await sql`
          select bool_and(has_column_privilege('saldo_query', format('public.%I', ${name}::text)::regclass, a.attname, 'select')) as may
          from pg_attribute a where a.attrelid = format('queries.%I', ${name}::text)::regclass and a.attnum > 0`
        if (!row?.may) refused.push(name)
      }
      return refused
    })
    expect(failed).toEqual([])
  })
})
