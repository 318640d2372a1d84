import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, payBySepa, type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'
import { testIbans } from './test-ibans.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  // Nothing happens by itself here: the tests advance the clock.
  sandbox = await runSandbox({ sepa_seconds: 3600, sepa_later_seconds: 3 * 86_400 })
})
afterAll(() => sandbox.end())

const advance = (seconds: number) => sandbox.control('clock/advance', { seconds })
const read = (id: string) => sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
const chargeOf = (intent: Stripe.PaymentIntent) => intent.latest_charge as Stripe.Charge

describe('a debit', () => {
  it('is pending until the clock reaches its day, then succeeds', async () => {
    const intent = await payBySepa(sandbox.stripe, 'IT56 B999 9999 9990 0000 0000 001')
    expect(intent.status).toBe('processing')
    const waiting = chargeOf(await read(intent.id))
    expect(waiting).toMatchObject({ status: 'pending', paid: false, balance_transaction: null })
    expect(waiting.id).toMatch(/^py_/)
    expect(waiting.payment_method_details?.sepa_debit).toMatchObject({
      bank_code: '99999',
      branch_code: '99999',
      country: 'IT',
      last4: '0001',
    })
    await advance(3500)
    expect((await read(intent.id)).status).toBe('processing')
    await advance(101)
    const paid = await sandbox.stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge.balance_transaction'],
    })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 8000 })
    expect(chargeOf(paid).balance_transaction).toMatchObject({ amount: 8000, fee: 35, net: 7965 })
  })

  it('cannot be cancelled or confirmed again while pending', async () => {
    const intent = await payBySepa(sandbox.stripe, 'IT56B9999999999000000000001')
    expect((await refusal(sandbox.stripe.paymentIntents.cancel(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    )
    expect((await refusal(sandbox.stripe.paymentIntents.confirm(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    )
  })

  it('stores the mandate: who accepted, from where, with which method', async () => {
    const intent = await payBySepa(sandbox.stripe, 'IT56B9999999999000000000001')
    const mandate = await sandbox.stripe.mandates.retrieve(
      chargeOf(await read(intent.id)).payment_method_details?.sepa_debit?.mandate ?? '',
    )
    expect(mandate).toMatchObject({
      status: 'active',
      type: 'single_use',
      single_use: { amount: 8000, currency: 'eur' },
      customer_acceptance: { type: 'online', online: { ip_address: '203.0.113.7', user_agent: 'test' } },
      payment_method_details: {
        type: 'sepa_debit',
        sepa_debit: { reference: expect.stringMatching(/^[A-Z0-9]{16}$/) },
      },
    })
    const page = await fetch(mandate.payment_method_details.sepa_debit?.url ?? '')
    expect(await page.text()).toContain('Anna Bianchi')
  })

  it('needs a mandate, a name and an e-mail address', async () => {
    const { stripe } = sandbox
    expect(
      await refusal(payBySepa(stripe, 'IT56B9999999999000000000001', { mandate_data: undefined })),
    ).toMatchObject({ statusCode: 400, param: 'mandate_data' })
    const nameless = {
      type: 'sepa_debit' as const,
      sepa_debit: { iban: 'IT56B9999999999000000000001' },
      billing_details: { email: 'a@example.test' },
    }
    expect(await refusal(payBySepa(stripe, '', { payment_method_data: nameless }))).toMatchObject({
      param: 'billing_details[name]',
    })
  })

  it.each(['IT56B9999999999000000000002', 'IT56', 'XX00', ''])('refuses the IBAN %j', async (iban) => {
    expect(await refusal(payBySepa(sandbox.stripe, iban))).toMatchObject({
      statusCode: 400,
      param: 'sepa_debit[iban]',
    })
  })
})

describe('the behaviour of each test account', () => {
  const outcomes = {
    succeeds: { soon: 'succeeded', failure_code: null, code: undefined },
    succeeds_later: { soon: 'processing', failure_code: null, code: undefined },
    disputed: { soon: 'succeeded', failure_code: null, code: undefined },
    fails: {
      soon: 'requires_payment_method',
      failure_code: 'incorrect_account_holder_name',
      code: 'payment_intent_payment_attempt_failed',
    },
    fails_later: {
      soon: 'processing',
      failure_code: 'incorrect_account_holder_name',
      code: 'payment_intent_payment_attempt_failed',
    },
    insufficient_funds: {
      soon: 'requires_payment_method',
      failure_code: 'insufficient_funds',
      code: 'insufficient_funds',
    },
    exceeds_source_limit: {
      soon: 'requires_payment_method',
      failure_code: 'charge_exceeds_source_limit',
      code: 'payment_intent_payment_attempt_failed',
    },
    exceeds_weekly_limit: {
      soon: 'requires_payment_method',
      failure_code: 'charge_exceeds_weekly_limit',
      code: 'payment_intent_payment_attempt_failed',
    },
  } as const

  it('ends in the documented state', async () => {
    const intents = await Promise.all(
      testIbans.map(async ({ iban, behaviour }) => ({
        iban,
        behaviour,
        id: (await payBySepa(sandbox.stripe, iban)).id,
      })),
    )
    await advance(3601)
    for (const { iban, behaviour, id } of intents)
      expect([iban, (await read(id)).status]).toEqual([iban, outcomes[behaviour].soon])
    await advance(3 * 86_400)
    for (const { iban, behaviour, id } of intents) {
      const intent = await read(id)
      const { failure_code, code } = outcomes[behaviour]
      expect([iban, intent.status]).toEqual([iban, failure_code ? 'requires_payment_method' : 'succeeded'])
      expect([iban, chargeOf(intent).failure_code, intent.last_payment_error?.code]).toEqual([
        iban,
        failure_code,
        code,
      ])
    }
  })

  it('is success for any other valid account', async () => {
    const intent = await payBySepa(sandbox.stripe, 'IT60X0542811101000000123456')
    await advance(3601)
    expect((await read(intent.id)).status).toBe('succeeded')
  })

  it('a disputed debit is lost at once, because bank debits cannot be contested', async () => {
    const intent = await payBySepa(sandbox.stripe, 'IT10D9999999999000000000003')
    await advance(3700)
    const dispute = (await sandbox.stripe.disputes.list({ payment_intent: intent.id })).data[0]
    expect(dispute).toMatchObject({ amount: 8000, status: 'lost', reason: 'debit_not_authorized' })
    const types = (
      await sandbox.stripe.events.list({
        types: ['charge.dispute.created', 'charge.dispute.closed'],
        limit: 100,
      })
    ).data
      .filter((event) => (event.data.object as Stripe.Dispute).id === dispute?.id)
      .map((event) => event.type)
    expect(types).toEqual(['charge.dispute.closed', 'charge.dispute.created'])
    const mandate = await sandbox.stripe.mandates.retrieve(
      chargeOf(await read(intent.id)).payment_method_details?.sepa_debit?.mandate ?? '',
    )
    expect(mandate.status).toBe('inactive')
  })

  it('a bank can dispute much later, by a control call', async () => {
    const intent = await payBySepa(sandbox.stripe, 'IT56B9999999999000000000001')
    await advance(55 * 86_400)
    const charge = chargeOf(await read(intent.id)).id
    expect(await sandbox.control('disputes', { charge })).toMatchObject({
      object: 'dispute',
      charge,
      status: 'lost',
    })
    expect(await sandbox.control('disputes', { charge })).toMatchObject({
      error: { message: expect.stringContaining('already disputed') },
    })
  })
})

describe('a saved account', () => {
  it('is debited off session with its existing mandate, until it is detached', async () => {
    const { stripe } = sandbox
    const customer = await stripe.customers.create({ email: 'anna@example.test' })
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ['sepa_debit'],
      confirm: true,
      payment_method_data: {
        type: 'sepa_debit',
        sepa_debit: { iban: 'IT56B9999999999000000000001' },
        billing_details: { name: 'Anna', email: 'anna@example.test' },
      },
      mandate_data: {
        customer_acceptance: { type: 'online', online: { ip_address: '203.0.113.7', user_agent: 'test' } },
      },
    })
    expect(setup).toMatchObject({ status: 'succeeded', mandate: expect.stringMatching(/^mandate_/) })
    const method = setup.payment_method as string
    const debit = () =>
      payBySepa(stripe, '', {
        payment_method_data: undefined,
        mandate_data: undefined,
        payment_method: method,
        customer: customer.id,
        off_session: true,
      })
    expect((await debit()).status).toBe('processing')
    await stripe.paymentMethods.detach(method)
    expect((await stripe.mandates.retrieve(setup.mandate as string)).status).toBe('inactive')
    expect((await refusal(debit())).statusCode).toBe(400)
  })
})

describe('the delay by real time', () => {
  it('ends without a control call', async () => {
    const quick = await runSandbox({ sepa_seconds: 1 })
    try {
      const intent = await payBySepa(quick.stripe, 'IT33C9999999999000000000002')
      await eventually(
        async () =>
          (await quick.stripe.paymentIntents.retrieve(intent.id)).status === 'requires_payment_method',
      )
    } finally {
      await quick.end()
    }
  })
})
