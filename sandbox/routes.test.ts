import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from './routes.ts'
import {
  completeAccount,
  decide,
  payByCard,
  payBySepa,
  type RunningSandbox,
  refusal,
  runSandbox,
} from './running-sandbox.ts'

let sandbox: RunningSandbox
/** Existing ids, by the part of the address in which they may occur. */
let ids: string[]
beforeAll(async () => {
  sandbox = await runSandbox({ sepa_seconds: 5 })
  const { stripe } = sandbox
  const customer = (await stripe.customers.create({ email: 'a@example.test' })).id
  const account = (await stripe.accounts.create(completeAccount)).id
  const card = await payByCard(stripe, 'pm_card_visa', { customer, setup_future_usage: 'off_session' })
  const split = await payByCard(stripe, 'pm_card_visa', {
    transfer_data: { destination: account },
    application_fee_amount: 100,
    expand: ['latest_charge'],
  })
  const debit = await payBySepa(stripe, 'IT10D9999999999000000000003')
  const refund = await stripe.refunds.create({ payment_intent: card.id, amount: 100 })
  const waiting = await payByCard(stripe, 'pm_card_authenticationRequired')
  const setup = await stripe.setupIntents.create({ customer, payment_method: 'pm_card_visa' })
  await decide(await payByCard(stripe, 'pm_card_authenticationRequired'), 'approve')
  const dispute = await sandbox.control('disputes', { charge: split.latest_charge })
  await sandbox.control('clock/advance', { seconds: 9 * 86_400 })
  const [payout] = (await stripe.payouts.list()).data
  const charge = split.latest_charge as { id: string; application_fee: string; transfer: string }
  ids = [
    customer,
    account,
    card.id,
    card.latest_charge as string,
    card.payment_method as string,
    debit.id,
    charge.id,
    charge.application_fee,
    charge.transfer,
    refund.id,
    waiting.id,
    setup.id,
    String(dispute.id),
    payout?.id ?? '',
    'nothing',
  ]
})
afterAll(() => sandbox.end())

const words = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '50',
    '99999999999',
    'true',
    'null',
    'eur',
    'pm_card_visa',
    'card',
    '["',
    '%',
  ),
  fc.string({ maxLength: 12 }),
)

/** `a`, `a[]`, `a[b]`, `a[b][c]`: what a form may contain for a name. */
const parameter = (names: readonly string[]) =>
  fc.tuple(
    fc.constantFrom(...names, 'unknown'),
    fc.constantFrom('', '[]', '[0]', '[amount]', '[type]', '[destination]', '[a][b]', '[interval]', '[gte]'),
    words,
  )

describe('every address', () => {
  it('answers any input, never with a server error', async () => {
    const calls = fc.constantFrom(...routes).chain((route) =>
      fc.record({
        route: fc.constant(route),
        ids: fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
        fields: fc.array(parameter(route.params.length > 0 ? route.params : ['x']), { maxLength: 6 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(calls, async ({ route, ids: chosen, fields }) => {
        let place = 0
        const path = route.path.replaceAll(/:\w+/g, () => ids[(chosen[place++] ?? 0) % ids.length] ?? '')
        const form = new URLSearchParams(
          fields.map(([name, inner, value]): [string, string] => [`${name}${inner}`, value]),
        )
        const answer = await fetch(`${sandbox.url}${path}${route.method === 'POST' ? '' : `?${form}`}`, {
          method: route.method,
          headers: { authorization: 'Bearer sk_test_saldo' },
          ...(route.method === 'POST' && { body: form }),
        })
        expect([await answer.text(), answer.status]).toEqual([expect.any(String), expect.toSatisfy(known)])
      }),
      { numRuns: 3000 },
    )
  })

  it('is refused without a key', async () => {
    expect((await refusal(sandbox.client('sk_test_wrong').payouts.list())).statusCode).toBe(401)
    expect((await refusal(sandbox.client('pk_test_saldo').payouts.list())).statusCode).toBe(403)
  })
})

const known = (status: number) => [200, 400, 402, 403, 404].includes(status)
