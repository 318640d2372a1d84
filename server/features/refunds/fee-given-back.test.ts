import { feeGivenBack } from '@saldo/domain/payments/application-fee'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refundFixtures } from '../../testing/features/refund-fixtures.ts'

let fixtures: Awaited<ReturnType<typeof refundFixtures>>
beforeAll(async () => {
  fixtures = await refundFixtures()
})
afterAll(() => fixtures.close())

it('the recorded platform fee equals what the provider withheld and returned', async () => {
  const { id: destination } = await fixtures.sandbox.stripe.accounts.create({
    country: 'IT',
    capabilities: { transfers: { requested: true } },
  })
  await fetch(`${fixtures.sandbox.url}/_sandbox/accounts/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: destination }),
  })
  await fixtures.test.services.asSystem(
    (tx) => tx`
      insert into provider_accounts (customer_id, provider_account, account_destination, state, fee_bps, fee_fixed)
      values (${fixtures.customer_id}, 'stripe', ${destination}, 'active', 150, 25)`,
  )
  const { payment_id } = await fixtures.paidByCard()
  for (const amount of [10_001, 20_000]) {
    const { body } = await fixtures.refund(payment_id, { amount })
    expect(body.state).toBe('succeeded')
  }
  const charge = await fixtures.sandbox.stripe.charges.retrieve(await fixtures.chargeOf(payment_id))
  const fee = await fixtures.sandbox.stripe.applicationFees.retrieve(charge.application_fee as string)
  const onRecord = await fixtures.test.services.asSystem(
    (tx) => tx<{ kind: string; amount: number }[]>`
      select kind, sum(amount)::int as amount from platform_fees where payment_id = ${payment_id} group by 1 order by 1`,
  )
  expect(onRecord).toEqual([
    { kind: 'kept', amount: fee.amount },
    { kind: 'returned', amount: -fee.amount_refunded },
  ])
  const first = feeGivenBack({ fee: 644, amount: 41_250, refunded: 10_001, back: 0 }, 10_001)
  const second = feeGivenBack({ fee: 644, amount: 41_250, refunded: 30_001, back: first }, 20_000)
  expect(fee.amount_refunded).toBe(first + second)
})
