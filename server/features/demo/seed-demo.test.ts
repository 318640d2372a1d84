import { billStates } from '@saldo/domain/bills/bill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../db/connection.ts'
import { readLinkToken } from '../../http/link-token.ts'
import { verifyPassword } from '../../identity/hash-password.ts'
import type { Services } from '../../services.ts'
import { startApp, type TestApp, testSecret } from '../../testing/app.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { runReconciliation } from '../reconciliation/run-reconciliation.job.ts'
import { publicSecret } from '../second-steps/public-secret.ts'
import { openSecret } from '../second-steps/seal-secret.ts'
import { demoBillUrl } from './demo-bill-url.ts'
import { seedDemo } from './seed-demo.ts'

let app: TestApp
let services: Services
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startSandbox()
  app = await startApp({ provider: sandbox.url })
  services = app.services
  const began = performance.now()
  await seedDemo(app.app)
  console.log(`demo seeded in ${Math.round(performance.now() - began)} ms`)
})

afterAll(async () => {
  await app.close()
  await sandbox.stop()
})

const rows = (query: (tx: Tx) => PromiseLike<readonly Record<string, unknown>[]>) =>
  services.asSystem(async (tx) => [...(await query(tx))])
const one = async (query: (tx: Tx) => PromiseLike<readonly Record<string, unknown>[]>) =>
  (await rows(query))[0]

describe('the demo', () => {
  it('has every unit that its bills name, with the right holders, and tables that sum to a thousand', async () => {
    expect(
      await rows(
        (tx) => tx`
          select b.bill_id from bills b where not exists (
            select from units u join right_holders r using (unit_id)
            where u.account_id = b.account_id and u.name = b.unit and r.subject_id = b.subject_id)
          limit 3`,
      ),
    ).toEqual([])
    const sums = await rows((tx) => tx`select sum(weight)::int as sum from weights group by weight_table_id`)
    expect(sums.length).toBeGreaterThan(40)
    expect(new Set(sums.map(({ sum }) => sum))).toEqual(new Set([10_000_000]))
  })

  it('begins with an empty audit log', async () => {
    expect(await rows((tx) => tx`select noun, act from audit_log limit 3`)).toEqual([])
  })

  it('has two agents, and an office with its own account, from whose payments the platform withholds a fee', async () => {
    expect(
      await rows(
        (tx) => tx`
          select a.name, count(*)::int as customers from agents a join agent_customers using (agent_id) group by 1 order by 1`,
      ),
    ).toEqual([
      { name: 'Elisa Fontana', customers: 1 },
      { name: 'Lenzi & Partners S.r.l.', customers: 2 },
    ])
    expect(await rows((tx) => tx`select state, fee_bps from provider_accounts`)).toEqual([
      { state: 'active', fee_bps: 120 },
    ])
    const kept = await one(
      (tx) => tx`
        select count(*)::int as payments, count(distinct date_trunc('month', f.day))::int as months,
          count(*) filter (where t.request -> 'transfer_data' is null)::int as astray
        from platform_fees f join payment_attempts t using (attempt_id)`,
    )
    expect(kept).toMatchObject({ astray: 0 })
    expect(kept?.months).toBeGreaterThan(3)
    expect(kept?.payments).toBeGreaterThan(100)
  })

  it('has one condominium whose money can be moved: its own account, paid out by hand to its IBAN', async () => {
    expect(
      await rows(
        (tx) => tx`
          select name, way, refusal, movable = balance - platform as whole, movable > 50000 as much
          from movable_balances where movable > 0`,
      ),
    ).toEqual([{ name: 'Residenza Antella', way: 'payout', refusal: null, whole: true, much: true }])
  })

  it('has the promised customers, condominiums, people and bills', async () => {
    expect(
      await one(
        (tx) => tx`
          select (select count(*) from customers where not is_store) as administrators,
            (select count(*) from customers where is_store) as stores,
            (select count(*) from accounts) as accounts,
            (select count(*) from accounts where provider_account = 'stripe2') as second_account,
            (select count(*) from accounts where iban is null) as without_iban,
            (select count(*) from users) as users`,
      ),
    ).toEqual({ administrators: 3, stores: 1, accounts: 40, second_account: 2, without_iban: 2, users: 6 })
    const counts = await one(
      (tx) => tx`select (select count(*) from subjects) as subjects, (select count(*) from bills) as bills`,
    )
    expect(counts?.subjects).toBeGreaterThan(1_150)
    expect(counts?.bills).toBeGreaterThan(14_500)
  })

  it('has bills in every state, each with the phase that follows from its amounts', async () => {
    const states = await rows(
      (tx) => tx`select distinct bill_state(phase, next_due_date, today()) as state from bills`,
    )
    expect(states.map(({ state }) => state).sort()).toEqual([...billStates].sort())
    const wrong = await rows(
      (tx) => tx`
        select b.bill_id from bills b
        join (select bill_id, sum(amount)::bigint as amount, sum(settled)::bigint as settled,
            sum(pending)::bigint as pending,
            coalesce(min(due_date) filter (where settled < amount), max(due_date)) as next_due_date
          from bill_instalments group by bill_id) i using (bill_id)
        join (select bill_id, sum(amount)::bigint as amount from bill_lines group by bill_id) l using (bill_id)
        where (b.amount, b.amount, b.settled, b.pending, b.next_due_date, b.phase) is distinct from
          (i.amount, l.amount, i.settled, i.pending, i.next_due_date,
            bill_phase(b.status, b.disputed, b.amount, b.settled, b.pending, b.returned, b.refunded))`,
    )
    expect(wrong).toEqual([])
  })

  it('agrees to the cent between payments, ledger and instalments', async () => {
    const totals = await one(
      (tx) => tx`
        select
          (select sum(amount - refunded) from payments where state in ('succeeded', 'disputed', 'refunded')) as payments,
          (select -sum(amount) from ledger_lines where ledger_account in ('receivables', 'billed', 'subject_credit')) as ledger,
          (select sum(settled) from bill_instalments) + (select sum(balance) from subject_credits) as instalments`,
    )
    expect(totals?.payments).toBeGreaterThan(100_000_000)
    expect(totals?.ledger).toBe(totals?.payments)
    expect(totals?.instalments).toBe(totals?.payments)
    const apart = await rows(
      (tx) => tx`
        select bill_id from bills b
        left join (select l.bill_id, sum(l.amount) as owed from ledger_lines l
          where l.ledger_account = 'receivables' group by l.bill_id) e using (bill_id)
        where b.residue <> coalesce(e.owed, 0)`,
    )
    expect(apart).toEqual([])
  })

  it('posts every fee, and nothing for money that never arrived', async () => {
    const fees = await one(
      (tx) => tx`
        select (select sum(fee) from payments) as kept,
          (select sum(l.amount) from ledger_lines l join ledger_entries e using (customer_id, entry_id)
            where l.ledger_account = 'collection_fees' and e.kind = 'collection_fee') as booked,
          (select count(*) from payments p join ledger_entries using (payment_id) where p.settled_at is null) as unsettled,
          (select count(*) from payments p where p.settled_at is not null
            and not exists (select from ledger_entries e where e.payment_id = p.payment_id)) as unbooked`,
    )
    expect(fees?.booked).toBe(fees?.kept)
    expect(fees).toMatchObject({ unsettled: 0, unbooked: 0 })
  })

  it('allocates every received payment to the cent', async () => {
    const wrong = await rows(
      (tx) => tx`
        select p.payment_id from payments p
        left join payment_allocations a on a.payment_id = p.payment_id and a.current
        left join lateral (
          select coalesce(sum(amount), 0) as amount from allocation_parts s where s.allocation_id = a.allocation_id) s on true
        where p.settled_at is not null
          and s.amount is distinct from case when p.state = 'failed' then 0 else p.amount - p.refunded - a.credit end`,
    )
    expect(wrong).toEqual([])
  })

  it('has an attempt for every payment at the provider, with its instalments', async () => {
    const wrong = await rows(
      (tx) => tx`
        select p.payment_id from payments p
        left join payment_attempts t on t.payment_id = p.payment_id
        left join lateral (select sum(amount) as amount from attempt_instalments h where h.attempt_id = t.attempt_id) h on true
        where case when p.method in ('BANK_TRANSFER', 'MAV') then t.attempt_id is not null
          else h.amount is distinct from p.amount
            or nullif(t.provider_account, 'bank') is distinct from p.provider_account end`,
    )
    expect(wrong).toEqual([])
  })

  it('has only pending payments that the provider knows, and polls nothing else', async () => {
    const open = await rows(
      (tx) => tx`
        select t.state, t.provider_account, t.provider_object, p.amount
        from payment_attempts t join payments p using (payment_id)
        where t.next_check_at is not null or t.provider_account <> 'bank' and t.state not in ('succeeded', 'failed', 'cancelled', 'returned', 'disputed', 'refunded')`,
    )
    expect(open.map(({ state }) => state)).toEqual(['processing', 'processing', 'processing', 'processing'])
    for (const { provider_account, provider_object, amount } of open) {
      const { stripe } = services.providers.get(provider_account as 'stripe')
      const intent = await stripe.paymentIntents.retrieve(provider_object as string)
      expect(intent).toMatchObject({ status: 'processing', amount })
    }
  })

  it('has collections through banks in every state: runs, mandates, notices, statements and their movements', async () => {
    const statesOf = async (query: (tx: Tx) => PromiseLike<readonly Record<string, unknown>[]>) =>
      Object.fromEntries((await rows(query)).map(({ state, count }) => [state, count]))
    expect(
      await rows((tx) => tx`select kind, format, state from flows where state <> 'done' or kind is null`),
    ).toEqual([])
    const runs = await statesOf((tx) => tx`select state, count(*)::int as count from debit_runs group by 1`)
    expect(runs).toEqual({ announced: 1, presented: 1, closed: 1 })
    const debits = await statesOf((tx) => tx`select state, count(*)::int as count from debits group by 1`)
    expect(Object.keys(debits).sort()).toEqual(['done', 'failed', 'planned', 'started'])
    const notices = await statesOf((tx) => tx`select state, count(*)::int as count from notices group by 1`)
    expect(Object.keys(notices).sort()).toEqual(['expired', 'paid', 'presented', 'unpaid'])
    const movements = await statesOf(
      (tx) => tx`select state, count(*)::int as count from bank_movements group by 1`,
    )
    expect(Object.keys(movements)).toEqual(
      expect.arrayContaining(['flow', 'matched', 'reversal', 'to_explain', 'to_match']),
    )
    expect(movements.matched).toBeGreaterThan(movements.to_match as number)
    expect(await rows((tx) => tx`select distinct format from bank_statements order by format`)).toEqual([
      { format: 'camt.053.001.08' },
      { format: 'cbi_rh' },
      { format: 'csv' },
    ])
    // The acts that made the demo must leave no session of anybody.
    expect(await rows((tx) => tx`select session_id from sessions`)).toEqual([])
  })

  it('lets six people sign in with one password', async () => {
    const users = await rows(
      (tx) => tx`select user_name, password_hash from users join credentials using (user_id)`,
    )
    expect(users.map(({ user_name }) => user_name).sort()).toEqual([
      'amministratore',
      'backoffice',
      'backoffice2',
      'condomino',
      'negozio',
      'nuovo',
    ])
    for (const { password_hash } of users)
      expect(await verifyPassword(password_hash as string, 'saldo-demo')).toBe(true)
  })

  it('gives the super users, and nobody else, the authenticator whose secret is public', async () => {
    const steps = await rows(
      (tx) => tx`
        select u.user_name, u.user_id, u.flag_super_user, t.secret from totp_secrets t join users u using (user_id)
        order by u.user_name`,
    )
    expect(steps).toMatchObject([
      { user_name: 'backoffice', flag_super_user: true },
      { user_name: 'backoffice2', flag_super_user: true },
    ])
    for (const { user_id, secret } of steps as unknown as { user_id: number; secret: Buffer }[])
      expect(openSecret(testSecret, user_id, secret)).toEqual(Buffer.from(publicSecret.bytes))
    expect(await rows((tx) => tx`select user_id from users where flag_super_user`)).toHaveLength(2)
  })

  it('shows an administrator only their own data, and the resident bills of three condominiums', async () => {
    const amministratore = await one(
      (tx) => tx`select user_id, customer_id from users where user_name = 'amministratore'`,
    )
    const seen = await services.asCustomer(
      amministratore as { user_id: number; customer_id: number },
      async (tx) =>
        (
          await tx`
        select (select count(*) from accounts) as accounts, (select array_agg(distinct customer_id) from bills) as of,
          (select count(distinct customer_id) from payments) as paid_to`
        )[0],
    )
    expect(seen).toEqual({ accounts: 24, of: [amministratore?.customer_id], paid_to: 1 })
    const condomino = await one(
      (tx) => tx`
        select count(distinct b.account_id) as accounts, count(distinct b.customer_id) as administrators,
          bool_or(b.phase in ('open', 'partly_paid')) as something_due,
          max(t.balance) as credit, bool_or(a.minimum_payment > 0) as parts
        from users u join subjects s using (user_id)
        join bills b on b.customer_id = s.customer_id and b.subject_id = s.subject_id
        join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
        left join subject_credits t on t.customer_id = b.customer_id and t.account_id = b.account_id
          and t.subject_id = b.subject_id
        where u.user_name = 'condomino'`,
    )
    expect(condomino).toEqual({
      ...{ accounts: 3, administrators: 2, something_due: true },
      ...{ credit: 4_000, parts: true },
    })
  })

  it('has sent mails', async () => {
    const mails = await rows((tx) => tx`select template, sent_at, kept_at from emails`)
    expect([...new Set(mails.map(({ template }) => template))].sort()).toEqual([
      'bill-link',
      'debit-failed',
      'debit-notice',
      'receipt',
    ])
    expect(mails.every(({ sent_at, kept_at }) => sent_at === null && kept_at !== null)).toBe(true)
  })

  it('offers the same bill until it is paid, then another one', async () => {
    const url = await demoBillUrl(services)
    expect(await demoBillUrl(services)).toBe(url)
    const opened = readLinkToken(testSecret, url?.split('/mybill/')[1] ?? '')
    if (opened?.opens !== 'bill') throw new Error(`not a bill's link: ${url}`)
    const offered = await one(
      (tx) => tx`
        select amount, bill_state(phase, next_due_date, today()) as state from bills where bill_id = ${opened.bill_id}`,
    )
    expect(['to_pay', 'due_soon']).toContain(offered?.state)
    expect(offered?.amount).toBeGreaterThanOrEqual(10_000)
    expect(offered?.amount).toBeLessThan(100_000)
    await rows(
      (tx) =>
        tx`update bill_instalments set settled = amount where bill_id = ${opened.bill_id} returning bill_id`,
    )
    expect(await demoBillUrl(services)).not.toBe(url)
  })

  it('agrees with the provider’s own book, day by day, to the cent', async () => {
    const began = performance.now()
    // The last three months stand for all of them.
    const runs = await rows(
      (tx) => tx`update reconciliation_runs set from_day = to_day - 90 returning run_id`,
    )
    expect(runs).toHaveLength(1)
    await runReconciliation(services, { run_id: runs[0]?.run_id as number })
    console.log(`demo compared in ${Math.round(performance.now() - began)} ms`)
    expect(await rows((tx) => tx`select state, failure from reconciliation_runs`)).toEqual([
      { state: 'done', failure: null },
    ])
    const items = await rows((tx) => tx`select * from reconciliation_items where state <> 'resolved' limit 5`)
    expect(items).toEqual([])
    const sums = await one(
      (tx) => tx`
        select count(*) as rows, sum(unexplained) as unexplained, sum(provider_amount) as provider, sum(our_amount) as ours,
          sum(ledger_amount) as ledger, sum(provider_fee) as fee, sum(ledger_fee) as ledger_fee
        from reconciliation_days`,
    )
    expect(sums?.rows).toBeGreaterThan(300)
    expect(sums).toMatchObject({
      unexplained: 0,
      ours: sums?.provider,
      ledger: sums?.provider,
      ledger_fee: sums?.fee,
    })
  })

  it('has past payments that can be refunded', async () => {
    const paid = await one(
      (tx) => tx`
        select t.provider_object, p.amount from payments p join payment_attempts t using (customer_id, payment_id)
        where t.state = 'succeeded' and p.method = 'CARD' and t.provider_account = 'stripe'
        order by p.settled_at desc limit 1`,
    )
    const intent = await sandbox.stripe.paymentIntents.retrieve(paid?.provider_object as string)
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: paid?.amount })
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
    expect(refund.status).toBe('succeeded')
  })

  it('is not seeded twice', async () => {
    const state = () =>
      one(
        (tx) => tx`
          select (select count(*) from bills) as bills, (select count(*) from payments) as payments,
            (select count(*) from emails) as emails, (select max(customer_id) from customers) as last_customer`,
      )
    const before = await state()
    await seedDemo(app.app)
    expect(await state()).toEqual(before)
  })
})
