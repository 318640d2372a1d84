import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type ReconciliationFixtures,
  reconciliationFixtures,
} from '../../testing/features/reconciliation-fixtures.ts'

let fixtures: ReconciliationFixtures
beforeAll(async () => {
  fixtures = await reconciliationFixtures()
})
afterAll(() => fixtures.close())
beforeEach(() => fixtures.anotherOffice())

describe('a difference in one book only', () => {
  it('an attempt whose answer was lost is charged there, not here; applying it charges it here', async () => {
    await fixtures.sandbox.fault({ kind: 'drop', rate: 1, path: '/v1/payment_intents/*/confirm', times: 1 })
    const lost = await fixtures.payment(41_250)
    await fixtures.sandbox.heal()
    // The payer was answered after three seconds; the call to the provider times out later.
    for (
      let tries = 0;
      (await fixtures.attemptOf(lost.payment_id)).state !== 'unknown' && tries < 100;
      tries += 1
    )
      await new Promise((resolve) => setTimeout(resolve, 150))
    await fixtures.compare()
    const item = await fixtures.onlyItem()
    expect(item).toMatchObject({
      kind: 'not_here',
      provider_amount: 41_250,
      our_amount: 0,
      difference: 41_250,
    })
    expect(item.provider_object).toMatch(/^pi_/)
    expect((await fixtures.sums()).unexplained).toBe(41_250)
    expect(await fixtures.act(`/items/${item.item_id}/apply`)).toMatchObject({
      status: 200,
      body: { state: 'resolved' },
    })
    await fixtures.inBalance(41_250)
  })

  it('a payment of ours that the provider does not know can be explained, and the explanation removed', async () => {
    const { payment_id, bill } = await fixtures.payment(1_000, {
      payment_method_id: 'pm_card_chargeDeclined',
    })
    await fixtures.test.services.asSystem(async (tx) => {
      await tx`update payments set state = 'succeeded', settled_at = now() where payment_id = ${payment_id}`
      await tx`
        insert into payment_attempts (customer_id, bill_id, payment_id, state, provider_account, provider_object, request,
          next_check_at)
        values (${fixtures.who.customer_id}, ${bill.bill_id}, ${payment_id}, 'succeeded', 'stripe', 'pi_neverheard', '{"amount": 1000}',
          null)`
    })
    await fixtures.compare()
    const item = await fixtures.onlyItem()
    expect(item).toMatchObject({
      kind: 'not_there',
      provider_amount: 0,
      our_amount: 1_000,
      difference: -1_000,
    })
    expect(await fixtures.act(`/items/${item.item_id}/apply`)).toMatchObject({
      status: 200,
      body: { state: 'open' },
    })
    expect(await fixtures.act(`/items/${item.item_id}/explain`, { reason: '  ' })).toMatchObject({
      status: 400,
    })
    const explained = await fixtures.act(`/items/${item.item_id}/explain`, { reason: 'Prova fatta a mano' })
    expect(explained).toMatchObject({
      status: 200,
      body: { state: 'explained', reason: 'Prova fatta a mano' },
    })
    expect(explained.body.explained_by).toMatch(/^Persona/)
    expect((await fixtures.sums()).unexplained).toBe(0)
    await fixtures.compare()
    expect(await fixtures.openItems()).toEqual([])
    expect(await fixtures.act(`/items/${item.item_id}/apply`)).toMatchObject({ status: 409 })
    expect(await fixtures.act(`/items/${item.item_id}/reopen`)).toMatchObject({
      status: 200,
      body: { state: 'open', reason: null },
    })
    expect((await fixtures.sums()).unexplained).toBe(1_000)
  })

  it('a gap made by hand in the ledger is posted again', async () => {
    const { payment_id } = await fixtures.payment(41_250)
    await fixtures.tearOut(payment_id, 'collection')
    await fixtures.compare()
    const item = await fixtures.onlyItem()
    expect(item).toMatchObject({
      kind: 'ledger_missing',
      our_amount: 41_250,
      ledger_amount: 0,
      difference: 41_250,
    })
    expect(await fixtures.act(`/items/${item.item_id}/apply`)).toMatchObject({
      status: 409,
      body: { error: 'not_for_this' },
    })
    expect(await fixtures.act(`/items/${item.item_id}/post`)).toMatchObject({
      status: 200,
      body: { state: 'resolved' },
    })
    await fixtures.inBalance(41_250)
    expect(await fixtures.act(`/items/${item.item_id}/post`)).toMatchObject({ status: 409 })
  })

  it('a surplus entry is reversed by another one, because entries never change', async () => {
    const { payment_id, bill } = await fixtures.payment(41_250)
    const { account_id, bill_id, customer_id } = bill
    await fixtures.test.services.asSystem(async (tx) => {
      const entry = {
        customer_id,
        account_id,
        bill_id,
        payment_id,
        kind: 'collection',
        source: `hand:${payment_id}`,
      }
      const [made] =
        await tx`insert into ledger_entries ${tx({ ...entry, description: 'Due volte' })} returning entry_id`
      const line = { customer_id, entry_id: made?.entry_id }
      await tx`
        insert into ledger_lines ${tx([
          { ...line, bill_id: null, ledger_account: 'provider_transit', amount: 41_250 },
          { ...line, bill_id, ledger_account: 'receivables', amount: -41_250 },
        ])}`
    })
    await fixtures.compare()
    const item = await fixtures.onlyItem()
    expect(item).toMatchObject({ kind: 'ledger_duplicate', ledger_amount: 82_500, difference: -41_250 })
    await fixtures.act(`/items/${item.item_id}/post`)
    await fixtures.inBalance(41_250)
  })

  it('a missing fee is posted', async () => {
    const { payment_id } = await fixtures.payment(41_250)
    await fixtures.tearOut(payment_id, 'collection_fee')
    await fixtures.compare()
    const item = await fixtures.onlyItem()
    expect(item).toMatchObject({ kind: 'fee_differs', ledger_amount: 0 })
    expect(item.difference).toBe(item.provider_amount)
    await fixtures.act(`/items/${item.item_id}/post`)
    await fixtures.inBalance(41_250)
  })

  it('an amount that differs from ours is reported', async () => {
    const { payment_id } = await fixtures.payment(41_250)
    await fixtures.owner`
      update payment_attempts set request = jsonb_set(request, '{amount}', '40000') where payment_id = ${payment_id}`
    await fixtures.compare()
    expect(await fixtures.onlyItem()).toMatchObject({
      kind: 'amount_differs',
      provider_amount: 41_250,
      our_amount: 40_000,
      difference: 1_250,
    })
  })

  it('a refund made at the provider is reported; applying it makes it a refund of ours', async () => {
    const { payment_id } = await fixtures.payment(41_250)
    const { provider_object } = await fixtures.attemptOf(payment_id)
    await fixtures.sandbox.stripe.refunds.create({ payment_intent: provider_object, amount: 1_250 })
    await fixtures.compare()
    expect(await fixtures.onlyItem()).toMatchObject({
      kind: 'not_here',
      class: 'refund',
      provider_amount: -1_250,
      our_amount: 0,
    })
    expect((await fixtures.sums()).provider).toBe(40_000)
    const { item_id } = await fixtures.onlyItem()
    expect(await fixtures.act(`/items/${item_id}/apply`)).toMatchObject({
      status: 200,
      body: { state: 'resolved' },
    })
    await fixtures.inBalance(40_000)
  })

  it('a dispute that we were not told of is reported; applying it disputes the payment here, too', async () => {
    const { payment_id } = await fixtures.payment(41_250)
    await fixtures.contest((await fixtures.attemptOf(payment_id)).provider_charge)
    await fixtures.compare()
    const item = await fixtures.onlyItem()
    expect(item).toMatchObject({ kind: 'not_here', class: 'dispute', provider_amount: -41_250 })
    await fixtures.act(`/items/${item.item_id}/apply`)
    expect((await fixtures.attemptOf(payment_id)).state).toBe('disputed')
    await fixtures.inBalance(0)
  })

  it('a charge without a payment of ours is shown to the back office, not to customers', async () => {
    await fixtures.sandbox.stripe.paymentIntents.create({
      amount: 7_777,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://example.it',
    })
    await fixtures.compare()
    await fixtures.inBalance(0)
    const [item] = (await fixtures.openItems(fixtures.backoffice)).filter(({ kind }) => kind === 'nobody')
    expect(item).toMatchObject({ provider_amount: 7_777, customer_id: null, account_id: null })
    const url = `/items/${item?.item_id}/explain`
    expect(await fixtures.act(url, { reason: 'Prova' })).toMatchObject({ status: 404 })
    expect(await fixtures.act(url, { reason: 'Prova' }, fixtures.backoffice)).toMatchObject({
      status: 200,
      body: { state: 'explained' },
    })
  })
})
