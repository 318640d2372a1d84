import postgres from 'postgres'

/** Selects rows: those of a customer, or those that belong to one bill. */
export type RowsOf = { customer_id: number } | { bill_id: number }

/** Tables that belong to no customer. */
const nobodys = [
  'migrations',
  'cities',
  'attempt_transitions',
  'audit_nouns',
  'provider_events',
  'reconciled_days',
  'iban_blacklist',
  'file_rules',
  'file_checks',
  'orphan_files',
  'saved_queries',
  'saved_query_versions',
  'query_authors',
  'email_templates',
  'email_template_versions',
  'email_template_promotions',
  'suppressed_addresses',
  'mail_bounces',
  'mail_faults',
  'operation_checks',
  'failed_jobs',
  'provider_balances',
  'balance_sums_until',
  'money_transfer_transitions',
  'sign_in_failures',
  'request_counts',
  'withheld_mails',
  'spent_challenges',
  'sweeps',
  'payout_readings',
  'sectors',
  'customer_groups',
  'incomplete_customers',
  'agents',
  'maintenances',
  'feature_switches',
  'feature_switch_offices',
  'announcements',
  'announcement_offices',
  'minimum_versions',
  'commission_statements',
  'saved_queries',
  'saved_query_versions',
  'query_authors',
]
/** Tables without customer_id whose rows belong to a user, and so to the user's customer. */
const usersOwn: Record<string, string> = {
  credentials: ofUser(),
  known_devices: ofUser(),
  login_hands: ofUser(),
  sessions: ofUser(),
  totp_secrets: ofUser(),
  passkeys: ofUser(),
  passkey_challenges: ofUser(),
  recovery_codes: ofUser(),
  sign_in_tickets: ofUser(),
  push_messages: ofUser(),
  data_exports: ofUser(),
  delegation_asks: ofUser(),
  push_tokens: ofUser(),
  push_deliveries: `push_token_id in (select push_token_id from push_tokens where ${ofUser()})`,
  user_preferences: ofUser(),
  announcement_closings: ofUser(),
  access_tokens: tokensOf(),
  refresh_tokens: tokensOf(),
  one_time_codes: ofUser(),
  one_time_tokens: 'user_id in (select user_id from users where customer_id = $1)',
}
function ofUser() {
  return 'user_id in (select user_id from users where customer_id = $1)'
}
function tokensOf() {
  return 'session_id in (select s.session_id from sessions s join users u using (user_id) where u.customer_id = $1)'
}

/**
 * Reads, as the tables' owner, a checksum of somebody's rows in every table: table → MD5. Throws on a table whose owner
 * column is unknown.
 */
export function openRowChecksums(ownerUrl: string) {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  const tables = sql<Table[]>`
    select t.table_name as name, array_agg(c.column_name::text) as columns
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`.execute()
  return {
    of: async (rows: RowsOf): Promise<Record<string, string>> => {
      const byBill = 'bill_id' in rows
      const conditions = (await tables).flatMap((table) => {
        const condition = byBill ? ofBill(table) : ofCustomer(table)
        return condition ? [{ name: table.name, condition }] : []
      })
      // Run thousands of times: prepared, so that it is planned once.
      const [sums] = await sql.unsafe(
        `select ${conditions.map(({ name, condition }) => `(select md5(coalesce(string_agg(r, '|' order by r), '')) from (select t::text as r from "${name}" t where ${condition}) x) as "${name}"`).join(', ')}`,
        [byBill ? rows.bill_id : rows.customer_id],
        { prepare: true },
      )
      return { ...sums } as Record<string, string>
    },
    close: () => sql.end(),
  }
}

type Table = { name: string; columns: string[] }

function ofCustomer({ name, columns }: Table): string | null {
  if (columns.includes('customer_id')) return 'customer_id = $1'
  if (usersOwn[name]) return usersOwn[name]
  if (nobodys.includes(name)) return null
  throw new Error(`whose are the rows of ${name}?`)
}

const ofBill = ({ columns }: Table) => (columns.includes('bill_id') ? 'bill_id = $1' : null)
