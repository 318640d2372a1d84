import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConnectedFixtures, connectedFixtures } from '../../testing/features/connected-fixtures.ts'
import { signIn } from '../../testing/people.ts'

let fixtures: ConnectedFixtures
let office: Awaited<ReturnType<ConnectedFixtures['anotherOffice']>>
beforeAll(async () => {
  fixtures = await connectedFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  office = await fixtures.anotherOffice()
})

const transferOf = async (payment_id: number) => {
  const { provider_charge } = await fixtures.attemptOf(payment_id)
  return (await fixtures.stripe.charges.retrieve(provider_charge)).transfer as string
}

describe('the platform’s book and the connected account’s are compared with the ledger', () => {
  it('and agree after payments, refunds, failed refunds, disputes and returns', async () => {
    await fixtures.paidByCard()
    const part = await fixtures.paidByCard(41_250)
    await fixtures.refund(part.payment_id, 1_250)
    const whole = await fixtures.paidByCard()
    await fixtures.refund(whole.payment_id)
    const lost = await fixtures.paidByCard(30_000)
    const won = await fixtures.paidByCard(20_000)
    await fixtures.decide(await fixtures.contest(lost.payment_id), 'lost')
    const dispute = await fixtures.contest(won.payment_id)
    await fixtures.fund(90_000)
    await fixtures.decide(dispute, 'won')
    const debit = await fixtures.paidByDebit()
    await fixtures.contest(debit.payment_id)
    await fixtures.booksAgree()
    expect(await fixtures.compare(office)).toEqual([])
    const days = await fixtures.test.call({ url: '/v1/reconciliation/days', headers: office.headers })
    const { items } = days.body as {
      items: { provider_amount: number; ledger_amount: number; unexplained: number }[]
    }
    const total = (of: 'provider_amount' | 'ledger_amount' | 'unexplained') =>
      items.reduce((sum, day) => sum + day[of], 0)
    expect([total('provider_amount'), total('unexplained')]).toEqual([total('ledger_amount'), 0])
  })

  it('a reversal made at the provider is reported in both; applying it posts it to the ledger', async () => {
    const { payment_id } = await fixtures.paidByCard()
    await fixtures.stripe.transfers.createReversal(await transferOf(payment_id), { amount: 2_500 })
    const items = await fixtures.compare(office)
    expect(items.map((item) => [item.class, item.kind, item.difference]).sort()).toEqual([
      ['connected', 'amount_differs', -2_500],
      ['transfer', 'amount_differs', 2_500],
    ])
    const act = await fixtures.test.call({
      method: 'POST',
      url: `/v1/reconciliation/items/${items[0]?.item_id}/apply`,
      headers: office.headers,
    })
    expect(act.body).toMatchObject({ state: 'resolved' })
    expect(await fixtures.compare(office)).toEqual([])
    await fixtures.booksAgree()
  })

  it('a transfer without a payment of ours is shown only to the back office', async () => {
    const { id } = await fixtures.stripe.paymentIntents.create({
      ...{ amount: 20_000, currency: 'eur', confirm: true, payment_method: 'pm_card_bypassPending' },
      allowed_payment_method_types: ['card'],
    })
    const transfer = await fixtures.stripe.transfers.create({
      ...{ amount: 1_000, currency: 'eur', destination: office.destination },
    })
    expect(await fixtures.compare(office)).toEqual([])
    const backoffice = await signIn(fixtures.test.services, 'super_user')
    const items = await fixtures.compare(backoffice)
    const of = (object: string) => items.filter(({ provider_object }) => provider_object === object)
    expect(of(id)).toMatchObject([{ kind: 'nobody', class: 'charge', difference: 20_000 }])
    expect(of(transfer.id)).toMatchObject([{ kind: 'nobody', class: 'transfer', difference: -1_000 }])
    expect(of(transfer.destination_payment as string)).toMatchObject([
      { kind: 'nobody', class: 'connected', difference: 1_000 },
    ])
  })

  it('a fee returned at the provider is reported in both, too', async () => {
    const { payment_id } = await fixtures.paidByCard()
    await fixtures.stripe.applicationFees
      .list({ limit: 1 })
      .then(({ data }) =>
        fixtures.stripe.applicationFees.createRefund(data[0]?.id as string, { amount: 100 }),
      )
    const items = await fixtures.compare(office)
    expect(items.map((item) => [item.payment_id, item.class, item.difference]).sort()).toEqual([
      [payment_id, 'connected', 100],
      [payment_id, 'transfer', -100],
    ])
  })
})
