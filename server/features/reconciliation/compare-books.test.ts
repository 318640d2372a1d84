import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { openReconciliationDesk, type ReconciliationDesk } from '../../testing/reconciliation-desk.ts'
import { applyDisputeEvent } from '../disputes/apply-dispute-event.ts'

let desk: ReconciliationDesk
beforeAll(async () => {
  desk = await openReconciliationDesk()
})
afterAll(() => desk.close())
beforeEach(() => desk.anotherOffice())

describe('books that say the same are in balance', () => {
  it('cards, debits and Klarna, each with its fee', async () => {
    await desk.payment(41_250)
    const sepa = await desk.payment(20_000, await desk.debit('IT56B9999999999000000000001'))
    const klarna = await desk.payment(5_000, {}, 'klarna')
    await fetch(klarna.next_action?.redirect_url as string, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    })
    await desk.sandbox.advance(100)
    await desk.settle(sepa.payment_id)
    await desk.settle(klarna.payment_id)
    await desk.compare()
    await desk.inBalance(66_250)
    expect((await desk.sums()).fees[0]).toBeGreaterThan(0)
  })

  it('a debit under way is in none of them, a card that was declined neither', async () => {
    await desk.payment(20_000, await desk.debit('IT84E9999999999000000000004'))
    await desk.payment(1_000, { payment_method_id: 'pm_card_chargeDeclined' })
    await desk.compare()
    await desk.inBalance(0)
  })

  it('a debit that came and went back, with what the bank asks for it', async () => {
    const { payment_id } = await desk.payment(20_000, await desk.debit('IT10D9999999999000000000003'))
    await desk.sandbox.advance(100)
    await desk.settle(payment_id)
    expect((await desk.attemptOf(payment_id)).state).toBe('returned')
    await desk.compare()
    await desk.inBalance(0)
    expect((await desk.sums()).fees[0]).toBeGreaterThan(35)
  })

  it('money given back in part and in whole, and money contested, then won or lost', async () => {
    const part = await desk.payment(41_250)
    await desk.refund(part.payment_id, 1_250)
    const whole = await desk.payment(5_000)
    await desk.refund(whole.payment_id, 5_000)
    for (const verdict of ['winning_evidence', 'losing_evidence']) {
      const { payment_id } = await desk.payment(10_000)
      const { provider_charge } = await desk.attemptOf(payment_id)
      const dispute = await desk.contest(provider_charge)
      await applyDisputeEvent(desk.test.services, 'stripe', dispute)
      await desk.compare()
      expect(await desk.openItems()).toEqual([])
      await desk.sandbox.stripe.disputes.update(dispute, { evidence: { uncategorized_text: verdict } })
      await applyDisputeEvent(desk.test.services, 'stripe', dispute)
    }
    await desk.compare()
    await desk.inBalance(40_000 + 10_000)
  })

  it('a payment that goes on to the administrator’s account, less the platform’s fee', async () => {
    const account = await desk.sandbox.stripe.accounts.create({
      country: 'IT',
      capabilities: { transfers: { requested: true } },
    })
    await fetch(`${desk.sandbox.url}/_sandbox/accounts/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: account.id }),
    })
    await desk.test.services.asSystem(
      (tx) => tx`
        insert into provider_accounts (customer_id, provider_account, account_destination, state, fee_bps)
        values (${desk.who.customer_id}, 'stripe', ${account.id}, 'active', 150)`,
    )
    const { payment_id } = await desk.payment(41_250)
    expect(await desk.sandbox.stripe.balance.retrieve({}, { stripeAccount: account.id })).toMatchObject({
      pending: [{ amount: 41_250 - 619 }],
    })
    await desk.compare()
    await desk.inBalance(41_250)
    await desk.refund(payment_id, 1_250)
    await desk.compare()
    await desk.inBalance(40_000)
  })

  it('compared again, nothing changes', async () => {
    await desk.payment(41_250)
    await desk.compare()
    const [before] = (await desk.get<{ items: { day_id: number }[] }>('')).items
    await desk.compare()
    await desk.inBalance(41_250)
    expect((await desk.get<{ items: { day_id: number }[] }>('')).items[0]?.day_id).toBe(before?.day_id)
  })

  it('what came on another day than we heard of it is found there, not missed here', async () => {
    const { payment_id } = await desk.payment(41_250)
    // We learned of it the day before, by our clock.
    await desk.owner.begin(async (sql) => {
      await sql`update payments set settled_at = settled_at - interval '1 day' where payment_id = ${payment_id}`
      await sql`alter table ledger_entries disable trigger user`
      await sql`update ledger_entries set at = at - interval '1 day' where payment_id = ${payment_id}`
      await sql`alter table ledger_entries enable trigger user`
    })
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await desk.act('/runs', { from: day, to: day })
    await runJobs(desk.test.services)
    expect(await desk.openItems()).toEqual([])
    await desk.compare()
    await desk.inBalance(41_250)
  })
})
