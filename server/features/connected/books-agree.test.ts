import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConnectedFixtures, connectedFixtures } from '../../testing/features/connected-fixtures.ts'

let fixtures: ConnectedFixtures
beforeAll(async () => {
  fixtures = await connectedFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  await fixtures.anotherOffice()
})

/** 100.00 by card: the provider keeps 1.75 from the platform, the platform keeps 3.00 from the office. */
const paid = { provider_transit: 125, connected_balance: 9700, application_fees: 300, platform: -125 }

describe('a payment to a connected account', () => {
  it('is in the ledger as in both books of the provider', async () => {
    await fixtures.paidByCard()
    expect(await fixtures.booksAgree()).toMatchObject(paid)
  })
  it('costs the office none of the provider’s fee', async () => {
    await fixtures.paidByCard()
    expect(await fixtures.ledger()).not.toHaveProperty('collection_fees')
  })
  it('is posted later if the provider had not written the transfer yet', async () => {
    const { payment_id } = await fixtures.paidByCard()
    const { attempt_id } = await fixtures.attemptOf(payment_id)
    const [attempt] = await fixtures.test.services.asSystem(
      (tx) => tx`select transfer_booked from payment_attempts where attempt_id = ${attempt_id}`,
    )
    expect(attempt?.transfer_booked).toBe(true)
    await fixtures.test.services.asSystem(
      (tx) => tx`update payment_attempts set transfer_booked = false where attempt_id = ${attempt_id}`,
    )
    await fixtures.sweep()
    expect(await fixtures.booksAgree()).toMatchObject(paid)
  })
})

describe('the office’s view', () => {
  it('shows the same figure in the register, the cash position and the sums of its transactions', async () => {
    const { payment_id } = await fixtures.paidByCard()
    expect(await fixtures.sums()).toEqual({ cash: 9700, register: 9700, net: 9700, debt: 0, provider: 0 })
    await fixtures.refund(payment_id, 4000)
    expect(await fixtures.sums()).toEqual({ cash: 5820, register: 5820, net: 5820, debt: 0, provider: 0 })
    const contested = await fixtures.paidByCard()
    await fixtures.contest(contested.payment_id)
    const { cash, register, net, debt, provider } = await fixtures.sums()
    expect({ register, net, provider }).toEqual({ register: cash, net: cash - debt, provider: 0 })
    expect(debt).toBeGreaterThan(0)
  })
})

describe('a refund', () => {
  it('of the whole payment reverses the transfer and returns the fee', async () => {
    const { payment_id } = await fixtures.paidByCard()
    expect((await fixtures.refund(payment_id)).state).toBe('succeeded')
    expect(await fixtures.booksAgree()).toMatchObject({
      provider_transit: -175,
      connected_balance: 0,
      platform: 175,
    })
    expect(await fixtures.ledger()).not.toHaveProperty('application_fees')
  })
  it('of parts reverses the transfer and returns the fee in proportion, to the last cent', async () => {
    const { payment_id } = await fixtures.paidByCard()
    await fixtures.refund(payment_id, 3333)
    expect(await fixtures.booksAgree()).toMatchObject({
      connected_balance: 9700 - 3333 + 99,
      application_fees: 201,
    })
    await fixtures.refund(payment_id, 3333)
    await fixtures.refund(payment_id)
    expect(await fixtures.booksAgree()).toMatchObject({ provider_transit: -175, connected_balance: 0 })
  })
  it('that fails later returns the money to the account, less the fee, which is withheld again', async () => {
    const { payment_id } = await fixtures.paidByCard()
    const { provider_object } = await fixtures.refund(payment_id)
    await fixtures.fund(50_000)
    await fixtures.sandbox.failRefund(provider_object)
    await fixtures.sweep('sweep-refunds')
    await fixtures.ask(payment_id)
    await fixtures.test.services.asSystem(
      (tx) => tx`
      update refunds set next_check_at = now() where provider_object = ${provider_object}`,
    )
    await fixtures.sweep('sweep-refunds')
    await fixtures.sweep()
    expect(await fixtures.recoveries()).toMatchObject([
      { cause: 'refund_failed', state: 'closed', to_return: 9700, returned: 9700, owed: 0 },
    ])
    expect(await fixtures.booksAgree()).toMatchObject(paid)
    // The transfer was reversed once already: a second reversal would take nothing from the account.
    const again = (await fixtures.refund(payment_id)) as object
    expect(again).toMatchObject({
      error: 'more_than_left',
      fields: { amount: expect.stringContaining('restituiscilo con un bonifico') },
    })
    expect(await fixtures.booksAgree()).toMatchObject(paid)
  })
  it('that fails later waits until the platform has money to send', async () => {
    await fixtures.sandbox.advance(9 * 86_400)
    const { payment_id } = await fixtures.paidByCard()
    const { provider_object } = await fixtures.refund(payment_id)
    await fixtures.sandbox.failRefund(provider_object)
    await fixtures.test.services.asSystem(
      (tx) => tx`
      update refunds set next_check_at = now() where provider_object = ${provider_object}`,
    )
    await fixtures.sweep('sweep-refunds')
    expect(await fixtures.recoveries()).toMatchObject([
      { state: 'returning', returned: 0, failure_code: 'balance_insufficient' },
    ])
    await fixtures.booksAgree()
    await fixtures.fund(50_000)
    await fixtures.sweep()
    expect(await fixtures.recoveries()).toMatchObject([{ state: 'closed', returned: 9700 }])
    expect(await fixtures.booksAgree()).toMatchObject(paid)
  })
})

describe('a dispute', () => {
  it('reverses the transfer if the account has enough, and the office owes the fee', async () => {
    await fixtures.paidByCard(50_000)
    const before = await fixtures.ledger()
    const { payment_id } = await fixtures.paidByCard()
    await fixtures.contest(payment_id)
    const after = await fixtures.booksAgree()
    expect(await fixtures.recoveries()).toMatchObject([
      {
        cause: 'dispute',
        state: 'open',
        amount: 10_000,
        fee: 2000,
        reversed: 10_000,
        refused: 0,
        owed: 2000,
      },
    ])
    expect(after).toMatchObject({
      disputed: 10_000,
      collection_fees: 2000,
      office_debt: -2000,
      connected_balance: (before.connected_balance ?? 0) - 300,
    })
  })
  it('takes what the account has if that is not enough, and the office owes the rest', async () => {
    const { payment_id } = await fixtures.paidByCard()
    await fixtures.contest(payment_id)
    expect(await fixtures.recoveries()).toMatchObject([
      { state: 'open', reversed: 9700, refused: 300, owed: 2300, failure_code: 'balance_insufficient' },
    ])
    expect(await fixtures.booksAgree()).toMatchObject({
      connected_balance: 0,
      office_debt: -2300,
      disputed: 10_000,
    })
  })
  it('leaves the office’s debt unchanged when it is lost', async () => {
    const { payment_id } = await fixtures.paidByCard()
    const dispute = await fixtures.contest(payment_id)
    await fixtures.decide(dispute, 'lost')
    expect(await fixtures.recoveries()).toMatchObject([{ state: 'open', owed: 2300 }])
    expect(await fixtures.booksAgree()).toMatchObject({ connected_balance: 0, office_debt: -2300 })
    expect(await fixtures.ledger()).not.toHaveProperty('disputed')
  })
  it('returns the money to the account when it is won, less the office’s debt for it', async () => {
    const { payment_id } = await fixtures.paidByCard()
    const dispute = await fixtures.contest(payment_id)
    await fixtures.fund(50_000)
    await fixtures.decide(dispute, 'won')
    expect(await fixtures.recoveries()).toMatchObject([
      { state: 'closed', owed: 0, settled: 2300, to_return: 7700, returned: 7700 },
    ])
    expect(await fixtures.booksAgree()).toMatchObject({ connected_balance: 7700, collection_fees: 2000 })
    expect(await fixtures.ledger()).not.toHaveProperty('office_debt')
  })
  it('of a payment that was never transferred stays with the platform', async () => {
    const { customer_id } = await fixtures.anotherOffice()
    await fixtures.test.services.asSystem(
      (tx) => tx`update provider_accounts set state = 'restricted' where customer_id = ${customer_id}`,
    )
    const { payment_id } = await fixtures.paidByCard()
    await fixtures.contest(payment_id)
    expect(await fixtures.recoveries()).toEqual([])
    expect(await fixtures.booksAgree()).toMatchObject({ collection_fees: 2175, disputed: 10_000 })
  })
})

describe('a returned debit', () => {
  it('reverses the transfer, and the office owes the fee of the return', async () => {
    await fixtures.paidByCard(50_000)
    const { payment_id } = await fixtures.paidByDebit()
    await fixtures.contest(payment_id)
    expect(await fixtures.recoveries()).toMatchObject([
      { cause: 'return', state: 'open', reversed: 10_000, fee: 350, owed: 350 },
    ])
    expect(await fixtures.booksAgree()).toMatchObject({ office_debt: -350, collection_fees: 350 })
  })
})

describe('the provider’s silence', () => {
  it.each(['reset', 'drop'])('is no answer (%s): it is asked for again, and happens once', async (kind) => {
    await fixtures.paidByCard(50_000)
    const { payment_id } = await fixtures.paidByCard()
    await fixtures.sandbox.fault({ kind, rate: 1, path: '/v1/transfers/*/reversals' })
    await expect(fixtures.contest(payment_id)).rejects.toThrow()
    expect(await fixtures.recoveries()).toMatchObject([{ state: 'reversing', reversed: 0 }])
    await fixtures.sandbox.heal()
    await fixtures.sweep()
    await fixtures.sweep()
    expect(await fixtures.recoveries()).toMatchObject([{ state: 'open', reversed: 10_000, owed: 2000 }])
    await fixtures.booksAgree()
  })
})
