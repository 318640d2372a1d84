import type { ReconciliationItem } from '@saldo/contract/reports/reconciliation'
import { addDays, today } from '@saldo/domain/dates'
import { expect } from 'vitest'
import { applyDisputeEvent } from '../../features/disputes/apply-dispute-event.ts'
import { settleAttempt } from '../../features/payments/attempt/settle-attempt.ts'
import { runJobs } from '../../jobs/worker.ts'
import { startApp } from '../app.ts'
import { makeBill, signIn } from '../people.ts'
import { startSandbox } from '../sandbox.ts'

type Person = Awaited<ReturnType<typeof signIn>>

/** Offices with connected accounts, and the provider's books (platform and connected accounts) beside the ledger. */
export async function connectedFixtures() {
  const sandbox = await startSandbox()
  const test = await startApp({ provider: sandbox.url })
  const { stripe } = sandbox
  let who: Person
  let destination = ''
  let start = 0

  /** The sum of all movements in a book, without payouts; in cents. */
  async function bookOf(stripeAccount?: string): Promise<number> {
    let sum = 0
    for await (const line of stripe.balanceTransactions.list(
      { limit: 100 },
      stripeAccount ? { stripeAccount } : {},
    ))
      if (!line.type.startsWith('payout')) sum += line.net
    return sum
  }
  /** A new office with its own connected account and a platform fee of 3 % (`fee_bps`; 0: none). */
  async function anotherOffice(fee_bps = 300) {
    who = await signIn(test.services, 'customer')
    destination = (
      await stripe.accounts.create({
        country: 'IT',
        capabilities: { transfers: { requested: true } },
        settings: { payouts: { schedule: { interval: 'manual' } } },
      })
    ).id
    await fetch(`${sandbox.url}/_sandbox/accounts/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: destination }),
    })
    await test.services.asSystem(
      (tx) => tx`
        insert into provider_accounts (customer_id, provider_account, account_destination, state, fee_bps, fee_fixed)
        values (${who.customer_id}, 'stripe', ${destination}, 'active', ${fee_bps}, 0)`,
    )
    start = await bookOf()
    return { customer_id: who.customer_id, headers: who.headers, destination }
  }

  async function pay(amount = 10_000, body: object = {}) {
    const bill = await makeBill(test.services, who.customer_id, { amounts: [amount] })
    const reply = await test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${bill.token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa', ...body },
    })
    const { payment_id, state } = reply.body as { payment_id: number; state: string }
    await runJobs(test.services)
    return { ...bill, payment_id, state }
  }
  const paidByCard = async (amount?: number, payment_method_id = 'pm_card_visa') => {
    const paid = await pay(amount, { payment_method_id })
    expect(paid.state).toBe('succeeded')
    return paid
  }
  async function paidByDebit(amount = 10_000, iban = 'IT56B9999999999000000000001') {
    const { id } = await stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
    const paid = await pay(amount, {
      payment_method: 'SEPA_DEBIT',
      payment_method_id: id,
      email: 'lucia@example.it',
      name: 'Lucia Rossi',
      mandate: { accepted: true },
    })
    await sandbox.advance(100)
    await ask(paid.payment_id)
    return paid
  }
  const attemptOf = (payment_id: number) =>
    test.services.asSystem(async (tx) => {
      const [row] = await tx<{ attempt_id: number; provider_charge: string }[]>`
        select attempt_id, provider_charge from payment_attempts where payment_id = ${payment_id}`
      return row as { attempt_id: number; provider_charge: string }
    })
  /** Polls a payment, as its webhook would, and applies the result. */
  async function ask(payment_id: number) {
    await settleAttempt(test.services, (await attemptOf(payment_id)).attempt_id)
    await runJobs(test.services)
  }
  /** The payer's bank takes the money back. */
  async function contest(payment_id: number) {
    const { provider_charge } = await attemptOf(payment_id)
    await sandbox.dispute(provider_charge)
    await ask(payment_id)
    const [dispute] = (await stripe.disputes.list({ charge: provider_charge })).data
    return dispute?.id as string
  }
  async function decide(dispute: string, status: 'won' | 'lost') {
    await sandbox.decide(dispute, status)
    await applyDisputeEvent(test.services, 'stripe', dispute)
    await runJobs(test.services)
  }
  async function refund(payment_id: number, amount?: number) {
    const reply = await test.call({
      method: 'POST',
      url: `/v1/stripe/refund/${payment_id}`,
      headers: { ...who.headers, 'idempotency-key': crypto.randomUUID() },
      payload: { reason: 'requested_by_customer', ...(amount ? { amount } : {}) },
    })
    await runJobs(test.services)
    return reply.body as {
      state: string
      provider_object: string
      refund_id: number
      failure_reason: string | null
    }
  }
  /** Moves time by an hour, so that open objects are due for polling. */
  async function sweep(job: 'sweep-refunds' | 'sweep-recoveries' | 'mail-office-debts' = 'sweep-recoveries') {
    await test.services.asSystem(async (tx) => {
      await tx`update refunds set next_check_at = now() where next_check_at is not null`
      await tx`update transfer_recoveries set next_check_at = now() where next_check_at is not null`
      await test.services.queue.enqueue(tx, job, {})
    })
    await runJobs(test.services)
  }
  /** This office's sum of each ledger account in cents; zeros left out. */
  const ledger = () =>
    test.services.asSystem(async (tx) => {
      const rows = await tx<{ ledger_account: string; amount: number }[]>`
        select ledger_account, sum(amount)::bigint as amount from ledger_lines
        where customer_id = ${who.customer_id} group by 1 having sum(amount) <> 0`
      return Object.fromEntries(rows.map(({ ledger_account, amount }) => [ledger_account, amount]))
    })
  /** The office's money on its screens, in cents; `provider`: its part of the platform's balance. */
  async function sums() {
    const read = async (url: string) =>
      (await test.call({ url, headers: who.headers })).body as Record<string, number>
    const { total: cash, debt, provider } = await read('/v1/books/cash/summary')
    const { items } = (await read('/v1/books/cash?limit=100')) as unknown as {
      items: { account_id: number }[]
    }
    const registers = await Promise.all(
      items.map(({ account_id }) => read(`/v1/books/register/summary?account_id=${account_id}`)),
    )
    const register = registers.reduce((sum, { closing = 0 }) => sum + closing, 0)
    const { net } = await read('/v1/payments/summary')
    return { cash, register, net, debt, provider } as Record<
      'cash' | 'register' | 'net' | 'debt' | 'provider',
      number
    >
  }
  /** The ledger equals the provider's two books, to the cent. */
  async function booksAgree() {
    const { provider_transit = 0, connected_balance = 0, ...others } = await ledger()
    expect({ platform: provider_transit, connected: connected_balance }).toEqual({
      platform: (await bookOf()) - start,
      connected: await bookOf(destination),
    })
    return { provider_transit, connected_balance, ...others }
  }
  const recoveries = () =>
    test.services.asSystem(
      (tx) => tx`
        select recovery_id, cause, state, amount, fee, reversed, refused, settled, owed, to_return, returned, dunned, failure_code
        from transfer_recoveries where customer_id = ${who.customer_id} order by recovery_id`,
    )
  /** Gives the platform available balance, by a payment that belongs to no customer. */
  const fund = (amount: number) =>
    stripe.paymentIntents
      .create({
        amount,
        currency: 'eur',
        confirm: true,
        payment_method: 'pm_card_bypassPending',
        allowed_payment_method_types: ['card'],
      })
      .then(async () => {
        start += (await bookOf()) - start - ((await ledger()).provider_transit ?? 0)
      })
  const mails = (template: string) =>
    test.services.asSystem(
      (tx) => tx`
        select to_address, subject, text from emails
        where customer_id = ${who.customer_id} and template = ${template} order by email_id`,
    )
  /** Compares the last days of all books, and returns the unexplained differences. */
  async function compare(as: { headers: Record<string, string> } = who) {
    const from = addDays(today(), -1)
    const { body } = await test.call({
      method: 'POST',
      url: '/v1/reconciliation/runs',
      headers: as.headers,
      payload: { from },
    })
    await runJobs(test.services)
    const run = await test.call({
      url: `/v1/reconciliation/runs/${(body as { run_id: number }).run_id}`,
      headers: as.headers,
    })
    expect(run.body).toMatchObject({ state: 'done', failure: null })
    const items = await test.call({ url: '/v1/reconciliation/items?state=open', headers: as.headers })
    return (items.body as { items: ReconciliationItem[] }).items
  }
  const close = async () => {
    await test.close()
    await sandbox.stop()
  }
  return {
    ...{
      sandbox,
      test,
      stripe,
      anotherOffice,
      paidByCard,
      paidByDebit,
      attemptOf,
      ask,
      contest,
      decide,
      refund,
    },
    ...{ sweep, ledger, sums, booksAgree, recoveries, fund, mails, compare, bookOf, close },
  }
}
export type ConnectedFixtures = Awaited<ReturnType<typeof connectedFixtures>>
