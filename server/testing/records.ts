import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordKind } from '@saldo/contract/record-kinds'
import type { Tx } from '../db/connection.ts'
import { hashToken } from '../http/actor.ts'
import { linkToken } from '../http/link-token.ts'
import type { Services } from '../services.ts'
import { testSecret } from './app.ts'
import { makeAccount, makeBill, makeSubject } from './people.ts'

/** One record of each kind that has an id, with the links to them. */
export type Records = {
  ids: Record<RecordKind, number>
  links: { bill: string; payment: string; source: string; autopay: string }
}

/** The records that a sample belongs to. `mark`: see makeRecords. */
export type SampleOwner = {
  services: Services
  customer_id: number
  account_id: number
  subject_id: number
  bill_id: number
  /** The user that tries the endpoints, if they are of this office: the author of what only its author may change. */
  reader_id?: number | undefined
  mark: string
}
/**
 * Inserts one record of each of these kinds. A section with kinds of its own exports one as `insertSamples`, in
 * `server/features/<x>/sample-records.ts`.
 */
export type InsertSamples<K extends RecordKind> = (tx: Tx, owner: SampleOwner) => Promise<Record<K, number>>

/** `mark` is part of every name, number and address, so that tests can search for it where it must not appear. */
export async function makeRecords(
  services: Services,
  customer_id: number,
  of: { mark: string; user_id?: number | undefined; reader_id?: number | undefined },
): Promise<Records> {
  const { mark, user_id, reader_id } = of
  const [account_id, subject_id] = await Promise.all([
    makeAccount(services, customer_id, { name: `Condominio ${mark}` }),
    makeSubject(services, customer_id, {
      nominative: `${mark} Lucia`,
      email: `${mark.toLowerCase()}@example.it`,
      ...(user_id ? { user_id } : {}),
    }),
  ])
  const number = `${mark}-${account_id}`
  const { bill_id, token } = await makeBill(services, customer_id, { account_id, subject_id, number })
  const source_token = randomBytes(32).toString('base64url')
  const autopay_token = randomBytes(32).toString('base64url')
  const owner = { services, customer_id, account_id, subject_id, bill_id, mark, reader_id }
  const { payment, parts } = await services.asSystem(async (tx) => {
    const [paid, users] = await Promise.all([insertPayment(tx, owner), insertUsers(tx, owner)])
    // They do not need each other, so that their statements travel together.
    const others = await Promise.all([
      insertSourceLink(tx, owner, source_token),
      insertSourceAndDebit(tx, owner),
      insertImports(tx, owner),
      insertReminder(tx, owner),
      insertBillRun(tx, owner),
      insertPlan(tx, owner),
      insertReconciliation(tx, owner, paid.payment),
      insertReaderRecords(tx, owner, users.user),
      insertBudget(tx, owner),
      insertRegister(tx, owner),
      insertBackOfficeRecords(tx, owner),
      insertPayout(tx, owner, paid.payment),
      insertBooks(tx, owner),
      insertEmail(tx, owner),
      insertOfSections(tx, owner),
    ])
    const parts = [paid, users, ...others]
    const { autopay } = Object.assign({}, ...parts) as Records['ids']
    await tx`
      insert into autopay_links ${tx({ customer_id, autopay_id: autopay, token_hash: hashToken(autopay_token) })}`
    return { payment: paid.payment, parts }
  })
  const own = { customer: customer_id, account: account_id, subject: subject_id, bill: bill_id }
  const ids = Object.assign(own, ...parts) as Records['ids']
  const payment_link = linkToken(testSecret, { opens: 'payment', payment_id: payment })
  return { ids, links: { bill: token, payment: payment_link, source: source_token, autopay: autopay_token } }
}

/** A failed payment of the bill, with a dispute and what the office owes for it. */
async function insertPayment(tx: Tx, owner: SampleOwner) {
  const { customer_id, account_id, bill_id, mark } = owner
  const [instalment] = await tx`select instalment_id from bill_instalments where bill_id = ${bill_id}`
  const [payment] = await tx`
    insert into payments ${tx({ ...payerOf(owner), method: 'CARD', amount: 41_250, state: 'failed', provider_account: 'stripe' })}
    returning payment_id`
  const payment_id = payment?.payment_id as number
  const asked = { customer_id, payment_id, provider_account: 'stripe' }
  const [attempt] = await tx`
    insert into payment_attempts ${tx({ ...asked, bill_id, state: 'failed', request: {}, provider_object: `pi_${bill_id}`, next_check_at: null })}
    returning attempt_id`
  const [dispute] = await tx`
    insert into disputes ${tx({ ...asked, attempt_id: attempt?.attempt_id, provider_object: `dp_${bill_id}`, state: 'needs_response', reason: 'general', amount: 41_250, evidence: tx.json({ uncategorized_text: mark }), opened_at: new Date().toISOString() })}
    returning dispute_id`
  const [debt] = await tx`
    insert into transfer_recoveries ${tx({ ...asked, account_id, attempt_id: attempt?.attempt_id, cause: 'dispute', dispute_id: dispute?.dispute_id, destination: `acct_${bill_id}`, amount: 41_250, refused: 41_250, owed_since: '2026-09-15' })}
    returning recovery_id`
  return {
    instalment: instalment?.instalment_id as number,
    payment: payment_id,
    dispute: dispute?.dispute_id as number,
    office_debt: debt?.recovery_id as number,
  }
}

/** A card with its mandate, and a planned debit. */
async function insertSourceAndDebit(tx: Tx, owner: SampleOwner) {
  const { customer_id, subject_id, bill_id, mark } = owner
  const whose = { customer_id, subject_id, provider_account: 'stripe', email: `${mark}@example.it` }
  const [source] = await tx`
    insert into payment_sources ${tx({ ...whose, type: 'card', state: 'active', holder: mark, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090, provider_customer: `cus_${bill_id}`, provider_method: `pm_${bill_id}` })}
    returning source_id`
  const source_id = source?.source_id as number
  await tx`
    insert into mandates ${tx({ customer_id, subject_id, source_id, provider_account: 'stripe', state: 'active', text: `Mandato ${mark}`, accepted_at: new Date().toISOString(), accepted_from: '203.0.113.7', accepted_with: 'prova', signed_on: '2026-09-15' })}`
  const [debit] = await tx`
    insert into debits ${tx({ ...payerOf(owner), source_id, instalment_ids: [nobodysInstalment], amount: 1000, collect_on: '2090-12-15' })}
    returning debit_id`
  return { source: source_id, debit: debit?.debit_id as number }
}

async function insertSourceLink(tx: Tx, { customer_id, subject_id, mark }: SampleOwner, token: string) {
  const [link] = await tx`
    insert into source_links (customer_id, subject_id, type, provider_account, email, token_hash, expires_at)
    values (${customer_id}, ${subject_id}, 'card', 'stripe', ${`${mark}@example.it`}, ${hashToken(token)}, now() + interval '1 hour')
    returning link_id`
  if (!link) throw new Error('no link')
}

/** An import of bills and one of a registry, each with a row to check. */
async function insertImports(tx: Tx, { customer_id, bill_id, mark, reader_id }: SampleOwner) {
  const by = { customer_id, created_by: reader_id ?? null, state: 'to_check' }
  const [bills] = await tx`
    insert into imports ${tx({ ...by, file_name: `${mark}.csv`, file_path: `imports/${bill_id}` })}
    returning import_id`
  const import_id = bills?.import_id as number
  await tx`
    insert into import_rows (customer_id, import_id, sheet, row, status, candidate)
    values (${customer_id}, ${import_id}, 'Foglio1', 2, 'new', ${tx.json({ holder: mark })})`
  const [registry] = await tx`
    insert into imports ${tx({ ...by, kind: 'registry', file_name: `${mark}.xlsx`, file_path: `imports/registry-${bill_id}` })}
    returning import_id`
  const registry_import = registry?.import_id as number
  await tx`
    insert into import_rows (customer_id, import_id, sheet, row, status, candidate)
    values (${customer_id}, ${registry_import}, 'Unità', 2, 'new', ${tx.json({ holder: mark })})`
  return { import: import_id, registry_import }
}

async function insertReminder(tx: Tx, owner: SampleOwner) {
  const { customer_id, account_id, bill_id, mark, reader_id } = owner
  const [run] = await tx`
    insert into reminder_runs ${tx({ customer_id, account_id, state: 'done', created_by: reader_id ?? null })} returning run_id`
  const reminder_run = run?.run_id as number
  const payer = payerOf(owner)
  const [reminder] = await tx`
    insert into reminders ${tx({ customer_id, account_id, subject_id: payer.subject_id, run_id: reminder_run, state: 'sent', level: 1, address_form: 'tu', step_name: 'Primo sollecito', amount: 1000, channel: 'email', to_address: `${mark}@example.it`, title: mark, text: mark, email_key: `reminder:${bill_id}`, sent_on: '2020-01-08' })}
    returning reminder_id`
  await tx`
    insert into reminder_bills ${tx({ reminder_id: reminder?.reminder_id, position: 1, customer_id, account_id, bill_id, due_date: '2020-01-01', amount: 1000, level: 1, asked: true, days: 7, note: mark })}`
  return { reminder: reminder?.reminder_id as number, reminder_run }
}

async function insertBillRun(tx: Tx, { customer_id, bill_id, mark, reader_id }: SampleOwner) {
  const [run] = await tx`
    insert into bill_runs ${tx({ customer_id, act: 'cancel', bill_ids: [bill_id], created_by: reader_id ?? null })} returning run_id`
  const bill_run = run?.run_id as number
  await tx`insert into bill_run_refusals ${tx({ customer_id, run_id: bill_run, bill_id, number: mark, reason: mark })}`
  return { bill_run }
}

async function insertPlan(tx: Tx, { customer_id, account_id, subject_id, bill_id, mark }: SampleOwner) {
  const [plan] = await tx`
    insert into plans ${tx({ customer_id, account_id, subject_id, name: mark, amount: 41_250, grace_days: 10, expires_on: '2090-01-01', email: `${mark}@example.it`, agreement: mark })}
    returning plan_id`
  const plan_id = plan?.plan_id as number
  await tx`insert into plan_bills ${tx({ plan_id, bill_id, customer_id, account_id, position: 1, amount: 41_250 })}`
  await tx`insert into plan_rates ${tx({ plan_id, customer_id, account_id, position: 1, due_date: '2090-01-15', amount: 41_250 })}`
  return { plan: plan_id }
}

/** A day with an unexplained difference, and the run that found it. */
async function insertReconciliation(
  tx: Tx,
  { customer_id, account_id, mark }: SampleOwner,
  payment_id: number,
) {
  const where = { provider_account: 'stripe', day: '2026-09-15', customer_id, account_id }
  const [day] = await tx`
    insert into reconciliation_days ${tx({ ...where, unexplained: 41_250, open_items: 1 })} returning day_id`
  const item = {
    ...where,
    ...{ object: `payment:${payment_id}:charge`, kind: 'not_here', class: 'charge' },
    ...{ payment_id, provider_object: `pi_${mark}` },
    ...{ provider_amount: 41_250, our_amount: 0, ledger_amount: 0, difference: 41_250 },
  }
  const [unexplained] = await tx`insert into reconciliation_items ${tx(item)} returning item_id`
  const [run] = await tx`
    insert into reconciliation_runs ${tx({ customer_id, started_by: 'person', state: 'done', failure: mark, from_day: where.day, to_day: where.day })}
    returning run_id`
  return {
    reconciliation_day: day?.day_id as number,
    reconciliation_item: unexplained?.item_id as number,
    reconciliation_run: run?.run_id as number,
  }
}

async function insertUsers(tx: Tx, { customer_id, bill_id, mark }: SampleOwner) {
  const [user] = await tx`
    insert into users ${tx({ customer_id, user_name: `${mark}${bill_id}`, nominative: `${mark} Piero` })} returning user_id`
  const [subuser] = await tx`
    insert into users ${tx({ customer_id, user_name: `${mark}${bill_id}.2`, nominative: `${mark} Ada`, is_subuser: true })}
    returning user_id`
  return { user: user?.user_id as number, subuser: subuser?.user_id as number }
}

/** What only its user may see: of the reader, or of another user if there is no reader. */
async function insertReaderRecords(
  tx: Tx,
  { customer_id, bill_id, mark, reader_id }: SampleOwner,
  other_id: number,
) {
  const user_id = reader_id ?? other_id
  const [message] = await tx`
    insert into push_messages ${tx({ user_id, title: mark, body: `A ${mark}` })}
    returning push_message_id`
  const [passkey] = await tx`
    insert into passkeys ${tx({ user_id, name: mark, credential_id: `${mark}${bill_id}`, public_key: Buffer.of(0), counter: 0, created_at: '2000-01-01' })}
    returning passkey_id`
  // The user has a passkey, so acts with `step_up` want a session that was proved by it.
  await tx`update sessions set proved_by_second_step = true where user_id = ${user_id}`
  const [session] = await tx`
    insert into sessions ${tx({ user_id, agent: mark })} returning session_id`
  const [subscription] = await tx`
    insert into report_subscriptions ${tx({ customer_id, user_id, every: 'week' })} returning subscription_id`
  return {
    report_subscription: subscription?.subscription_id as number,
    message: message?.push_message_id as number,
    passkey: passkey?.passkey_id as number,
    session: session?.session_id as number,
  }
}

async function insertBudget(tx: Tx, { customer_id, account_id, mark }: SampleOwner) {
  const [budget] = await tx`
    insert into budgets (customer_id, account_id, starts_on, ends_on, year, name)
    values (${customer_id}, ${account_id}, '2027-01-01', '2027-12-31', 2027, ${mark}) returning budget_id`
  const budget_id = budget?.budget_id as number
  const [expense] = await tx`
    insert into budget_expenses ${tx({ customer_id, account_id, budget_id, description: mark, amount: 1000, criterion: 'direct' })}
    returning budget_expense_id`
  return { budget: budget_id, budget_expense: expense?.budget_expense_id as number }
}

async function insertRegister(tx: Tx, { customer_id, account_id, subject_id, mark }: SampleOwner) {
  const [unit] = await tx`
    insert into units ${tx({ customer_id, account_id, number: mark })} returning unit_id`
  const unit_id = unit?.unit_id as number
  const [right] = await tx`
    insert into right_holders ${tx({ customer_id, account_id, unit_id, subject_id, right_kind: 'owner' })}
    returning right_holder_id`
  const [table] = await tx`
    insert into weight_tables ${tx({ customer_id, account_id, name: mark })} returning weight_table_id`
  return {
    unit: unit_id,
    right_holder: right?.right_holder_id as number,
    weight_table: table?.weight_table_id as number,
  }
}

async function insertBackOfficeRecords(tx: Tx, { customer_id, account_id, bill_id, mark }: SampleOwner) {
  await tx`
    insert into iban_changes (customer_id, account_id, new_iban, requested_by_name)
    values (${customer_id}, ${account_id}, 'IT10D9999999999000000000003', ${mark})`
  await tx`
    insert into contact_changes (customer_id, account_id, old_email, requested_by_name)
    values (${customer_id}, ${account_id}, 'di-prima@example.it', ${mark})`
  const [line] = await tx`
    select audit_id from audit_log where noun = 'accounts' and record_id = ${account_id}`
  const [incomplete] = await tx`
    insert into incomplete_customers (business_name) values (${mark}) returning incomplete_id`
  const [blocked] = await tx`
    insert into iban_blacklist (iban, reason) values (${`IT00X${String(bill_id).padStart(22, '0')}`}, ${mark})
    returning blocked_iban_id`
  const [group] = await tx`
    insert into customer_groups (name) values (${`Gruppo ${bill_id}`}) returning group_id`
  const [sector] = await tx`insert into sectors (name) values (${`Settore ${bill_id}`}) returning sector_id`
  return {
    audit_line: line?.audit_id as number,
    incomplete_customer: incomplete?.incomplete_id as number,
    blocked_iban: blocked?.blocked_iban_id as number,
    customer_group: group?.group_id as number,
    sector: sector?.sector_id as number,
  }
}

async function insertPayout(
  tx: Tx,
  { customer_id, account_id, bill_id, mark }: SampleOwner,
  payment_id: number,
) {
  const [payout] = await tx`
    insert into payouts ${tx({ customer_id, provider_account: 'stripe', provider_object: `po_${mark}_${bill_id}`, state: 'in_transit', automatic: true, made_on: '2026-09-15', arrives_on: '2026-09-16', amount: 41_250, matched: 41_250, lines: 1, explained: true })}
    returning payout_id`
  const [line] = await tx`
    insert into payout_lines ${tx({ customer_id, account_id, payment_id, payout_id: payout?.payout_id, movement_id: `txn_${mark}`, class: 'charge', type: 'charge', day: '2026-09-14', amount: 41_250, fee: 0 })}
    returning line_id`
  return { payout: payout?.payout_id as number, payout_line: line?.line_id as number }
}

/** A credit note, the bill's ledger entry, and a closed period long ago. */
async function insertBooks(tx: Tx, owner: SampleOwner) {
  const { customer_id, account_id, bill_id, mark } = owner
  const [note] = await tx`
    insert into credit_notes ${tx({ ...payerOf(owner), number: `NC-${mark}`, amount: 1, whole: false, reason: mark, actor: mark })}
    returning credit_note_id`
  const [posted] = await tx`
    select l.entry_id, l.line_id from ledger_lines l where l.customer_id = ${customer_id} and l.bill_id = ${bill_id} limit 1`
  await tx`insert into book_closings ${tx({ customer_id, account_id, act: 'closed', closed_to: '2000-01-01', actor: mark })}`
  return {
    credit_note: note?.credit_note_id as number,
    ledger_entry: posted?.entry_id as number,
    ledger_line: posted?.line_id as number,
  }
}

const payerOf = ({ customer_id, account_id, bill_id, subject_id }: SampleOwner) => ({
  customer_id,
  account_id,
  bill_id,
  subject_id,
})

/** A debit of another instalment, so that the bill's own can still be planned and paid. */
const nobodysInstalment = 987_654_321

const sectionFiles = globSync('../features/*/sample-records.ts', { cwd: import.meta.dirname }).sort()

/** A mail to whoever tries the endpoints. */
async function insertEmail(tx: Tx, { customer_id, bill_id, reader_id, mark }: SampleOwner) {
  const [reader] = reader_id ? await tx`select email from users where user_id = ${reader_id}` : []
  const to_address = reader?.email ?? `${mark.toLowerCase()}.${bill_id}@example.it`
  const written = { subject: mark, html: `<p>${mark}</p>`, text: mark }
  const [row] = await tx`
    insert into emails ${tx({ customer_id, bill_id, template: 'invitation', to_address, ...written, dedupe_key: `sample:${bill_id}` })}
    returning email_id`
  return { email: row?.email_id as number }
}

async function insertOfSections(tx: Tx, owner: SampleOwner): Promise<Partial<Records['ids']>> {
  const samples = sectionFiles.map(async (file) => {
    const { insertSamples } = (await import(join(import.meta.dirname, file))) as {
      insertSamples: InsertSamples<RecordKind>
    }
    return insertSamples(tx, owner)
  })
  return Object.assign({}, ...(await Promise.all(samples)))
}
