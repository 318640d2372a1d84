import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import {
  type ReconciliationFixtures,
  reconciliationFixtures,
} from '../../testing/features/reconciliation-fixtures.ts'
import { applyDisputeEvent } from '../disputes/apply-dispute-event.ts'

let fixtures: ReconciliationFixtures
beforeAll(async () => {
  fixtures = await reconciliationFixtures()
})
afterAll(() => fixtures.close())
beforeEach(() => fixtures.anotherOffice())

describe('books that agree', () => {
  it('have cards, debits and Klarna, each with its fee', async () => {
    await fixtures.payment(41_250)
    const sepa = await fixtures.payment(20_000, await fixtures.debit('IT56B9999999999000000000001'))
    const klarna = await fixtures.payment(5_000, {}, 'klarna')
    await fetch(klarna.next_action?.redirect_url as string, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    })
    await fixtures.sandbox.advance(100)
    await fixtures.settle(sepa.payment_id)
    await fixtures.settle(klarna.payment_id)
    await fixtures.compare()
    await fixtures.inBalance(66_250)
    expect((await fixtures.sums()).fees[0]).toBeGreaterThan(0)
  })

  it('have neither pending debits nor declined cards', async () => {
    await fixtures.payment(20_000, await fixtures.debit('IT84E9999999999000000000004'))
    await fixtures.payment(1_000, { payment_method_id: 'pm_card_chargeDeclined' })
    await fixtures.compare()
    await fixtures.inBalance(0)
  })

  it('have a returned debit, with the bank’s fee', async () => {
    const { payment_id } = await fixtures.payment(20_000, await fixtures.debit('IT10D9999999999000000000003'))
    await fixtures.sandbox.advance(100)
    await fixtures.settle(payment_id)
    expect((await fixtures.attemptOf(payment_id)).state).toBe('returned')
    await fixtures.compare()
    await fixtures.inBalance(0)
    expect((await fixtures.sums()).fees[0]).toBeGreaterThan(35)
  })

  it('have partial and full refunds, and disputes that were won or lost', async () => {
    const part = await fixtures.payment(41_250)
    await fixtures.refund(part.payment_id, 1_250)
    const whole = await fixtures.payment(5_000)
    await fixtures.refund(whole.payment_id, 5_000)
    for (const verdict of ['winning_evidence', 'losing_evidence']) {
      const { payment_id } = await fixtures.payment(10_000)
      const { provider_charge } = await fixtures.attemptOf(payment_id)
      const dispute = await fixtures.contest(provider_charge)
      await applyDisputeEvent(fixtures.test.services, 'stripe', dispute)
      await fixtures.compare()
      expect(await fixtures.openItems()).toEqual([])
      await fixtures.sandbox.stripe.disputes.update(dispute, { evidence: { uncategorized_text: verdict } })
      await applyDisputeEvent(fixtures.test.services, 'stripe', dispute)
    }
    await fixtures.compare()
    await fixtures.inBalance(40_000 + 10_000)
  })

  it('have a payment that was transferred to the administrator’s account, less the platform’s fee', async () => {
    const account = await fixtures.sandbox.stripe.accounts.create({
      country: 'IT',
      capabilities: { transfers: { requested: true } },
    })
    await fetch(`${fixtures.sandbox.url}/_sandbox/accounts/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: account.id }),
    })
    await fixtures.test.services.asSystem(
      (tx) => tx`
        insert into provider_accounts (customer_id, provider_account, account_destination, state, fee_bps)
        values (${fixtures.who.customer_id}, 'stripe', ${account.id}, 'active', 150)`,
    )
    const { payment_id } = await fixtures.payment(41_250)
    expect(await fixtures.sandbox.stripe.balance.retrieve({}, { stripeAccount: account.id })).toMatchObject({
      pending: [{ amount: 41_250 - 619 }],
    })
    await fixtures.compare()
    await fixtures.inBalance(41_250)
    await fixtures.refund(payment_id, 1_250)
    await fixtures.compare()
    await fixtures.inBalance(40_000)
  })

  it('do not change when they are compared again', async () => {
    await fixtures.payment(41_250)
    await fixtures.compare()
    const [before] = (await fixtures.get<{ items: { day_id: number }[] }>('')).items
    await fixtures.compare()
    await fixtures.inBalance(41_250)
    expect((await fixtures.get<{ items: { day_id: number }[] }>('')).items[0]?.day_id).toBe(before?.day_id)
  })

  it('have a payment on the provider’s day if ours differs, so that none is missing', async () => {
    const { payment_id } = await fixtures.payment(41_250)
    // Our clock dates the payment on the day before.
    await fixtures.owner.begin(async (sql) => {
      await sql`update payments set settled_at = settled_at - interval '1 day' where payment_id = ${payment_id}`
      await sql`alter table ledger_entries disable trigger user`
      await sql`update ledger_entries set at = at - interval '1 day' where payment_id = ${payment_id}`
      await sql`alter table ledger_entries enable trigger user`
    })
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await fixtures.act('/runs', { from: day, to: day })
    await runJobs(fixtures.test.services)
    expect(await fixtures.openItems()).toEqual([])
    await fixtures.compare()
    await fixtures.inBalance(41_250)
  })
})
