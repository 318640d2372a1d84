import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  decide,
  eventually,
  payByCard,
  type RunningSandbox,
  refusal,
  runSandbox,
} from '../running-sandbox.ts'
import { testCards } from './test-cards.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterAll(() => sandbox.end())

describe('cards that succeed', () => {
  const good = testCards.filter((card) => card.behaviour === 'succeeds')

  it.each(good)('$brand $number pays at once', async ({ number, brand }) => {
    const intent = await payByCard(sandbox.stripe, number, { expand: ['latest_charge'] })
    const charge = intent.latest_charge as import('stripe').Stripe.Charge
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 12_345, last_payment_error: null })
    expect(charge).toMatchObject({ status: 'succeeded', paid: true, captured: true, amount_captured: 12_345 })
    expect(charge.payment_method_details?.card).toMatchObject({
      brand,
      last4: number.slice(-4),
      exp_month: 12,
      exp_year: 2040,
    })
    expect(charge.id).toMatch(/^ch_[A-Za-z0-9]{24,}$/)
  })

  it('leave the amount less the fee in the balance: 1.5 % and 25 cents', async () => {
    const intent = await payByCard(sandbox.stripe, 'pm_card_visa', {
      expand: ['latest_charge.balance_transaction'],
    })
    const charge = intent.latest_charge as import('stripe').Stripe.Charge
    expect(charge.balance_transaction).toMatchObject({
      amount: 12_345,
      fee: 210,
      net: 12_135,
      type: 'charge',
    })
  })
})

describe('cards that are declined', () => {
  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4100000000000019', 'card_declined', 'fraudulent'],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
    ['4000000000000341', 'card_declined', 'generic_decline'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000119', 'processing_error', 'processing_error'],
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ])('%s is refused with %s / %s', async (card, code, decline_code) => {
    const error = await refusal(payByCard(sandbox.stripe, card))
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
    const intent = await sandbox.stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', {
      expand: ['latest_charge'],
    })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
    })
    expect(intent.last_payment_error).toMatchObject({
      code,
      decline_code,
      type: 'card_error',
      charge: (intent.latest_charge as { id: string }).id,
    })
    expect(intent.latest_charge).toMatchObject({
      status: 'failed',
      paid: false,
      balance_transaction: null,
      outcome: { reason: decline_code },
    })
  })

  it('a declined intent is then paid with another card', async () => {
    const error = await refusal(payByCard(sandbox.stripe, '4000000000000002'))
    const paid = await sandbox.stripe.paymentIntents.confirm(error.payment_intent?.id ?? '', {
      payment_method: 'pm_card_visa',
    })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    const charges = await sandbox.stripe.charges.list({ payment_intent: paid.id })
    expect(charges.data.map((charge) => charge.status)).toEqual(['succeeded', 'failed'])
  })
})

describe('3-D Secure', () => {
  it.each(['4000002500003155', '4000002760003184', '4000000000003220', 'pm_card_threeDSecure2Required'])(
    '%s requires approval, and pays once approved',
    async (card) => {
      const asked = await payByCard(sandbox.stripe, card, {
        return_url: 'https://example.test/a?b=1#/result/x',
      })
      expect(asked).toMatchObject({
        status: 'requires_action',
        next_action: { type: 'redirect_to_url' },
        latest_charge: null,
      })
      const back = await decide(asked, 'approve')
      const paid = await sandbox.stripe.paymentIntents.retrieve(asked.id, { expand: ['latest_charge'] })
      expect(paid).toMatchObject({ status: 'succeeded', next_action: null })
      expect(paid.latest_charge).toMatchObject({
        payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
      })
      expect(back.origin + back.pathname).toBe('https://example.test/a')
      expect(back.hash).toBe('#/result/x')
      expect(Object.fromEntries(back.searchParams)).toEqual({
        b: '1',
        payment_intent: asked.id,
        payment_intent_client_secret: asked.client_secret,
        redirect_status: 'succeeded',
      })
    },
  )

  it('refused: the intent waits for another method and nothing was charged', async () => {
    const asked = await payByCard(sandbox.stripe, '4000002760003184')
    const back = await decide(asked, 'refuse')
    expect(back.searchParams.get('redirect_status')).toBe('failed')
    const refused = await sandbox.stripe.paymentIntents.retrieve(asked.id)
    expect(refused).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
      latest_charge: null,
    })
  })

  it.each([
    ['4000008400001629', 'generic_decline'],
    ['4000008260003178', 'insufficient_funds'],
  ])('%s is declined after approval with %s', async (card, decline_code) => {
    const asked = await payByCard(sandbox.stripe, card)
    const back = await decide(asked, 'approve')
    expect(back.searchParams.get('redirect_status')).toBe('failed')
    const declined = await sandbox.stripe.paymentIntents.retrieve(asked.id)
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code },
    })
  })

  it('a page decides once: the second click changes nothing', async () => {
    const asked = await payByCard(sandbox.stripe, '4000002760003184')
    await decide(asked, 'refuse')
    const back = await decide(asked, 'approve')
    expect(back.searchParams.get('redirect_status')).toBe('failed')
    expect((await sandbox.stripe.paymentIntents.retrieve(asked.id)).status).toBe('requires_payment_method')
  })

  it('the page of an abandoned attempt does not decide the next one', async () => {
    const { stripe } = sandbox
    const first = await payByCard(stripe, '4000002760003184')
    await decide(first, 'refuse')
    const second = await stripe.paymentIntents.confirm(first.id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://example.test/',
    })
    await decide(first, 'approve')
    expect((await stripe.paymentIntents.retrieve(first.id)).status).toBe('requires_action')
    await decide(second, 'approve')
    expect((await stripe.paymentIntents.retrieve(first.id)).status).toBe('succeeded')
  })

  it('off session, a card that needs authentication is refused with authentication_required', async () => {
    const error = await refusal(payByCard(sandbox.stripe, '4000002760003184', { off_session: true }))
    expect(error).toMatchObject({
      code: 'authentication_required',
      decline_code: 'authentication_required',
      statusCode: 402,
    })
  })

  it('refuses instead of redirecting if redirects are excluded', async () => {
    const error = await refusal(
      payByCard(sandbox.stripe, '4000002760003184', { error_on_requires_action: true }),
    )
    expect(error).toMatchObject({
      code: 'authentication_required',
      decline_code: 'authentication_not_handled',
    })
  })

  it('after a setup, 3155 pays off session and 3184 still does not', async () => {
    const { stripe } = sandbox
    const customer = await stripe.customers.create({ name: 'Anna' })
    for (const [card, pays] of [
      ['pm_card_authenticationRequiredOnSetup', true],
      ['pm_card_authenticationRequired', false],
    ] as const) {
      const setup = await stripe.setupIntents.create({
        customer: customer.id,
        payment_method: card,
        confirm: true,
        return_url: 'https://example.test/',
        allowed_payment_method_types: ['card'],
      })
      expect(setup.status).toBe('requires_action')
      const back = await decide(setup, 'approve')
      expect(back.searchParams.get('setup_intent')).toBe(setup.id)
      const done = await stripe.setupIntents.retrieve(setup.id)
      expect(done.status).toBe('succeeded')
      const charge = payByCard(stripe, done.payment_method as string, {
        customer: customer.id,
        off_session: true,
      })
      if (pays) expect((await charge).status).toBe('succeeded')
      else expect((await refusal(charge)).code).toBe('authentication_required')
    }
  })
})

describe('a disputed card', () => {
  it('pays, and then the money is taken back', async () => {
    const { stripe } = sandbox
    const intent = await payByCard(stripe, '4000000000000259')
    expect(intent.status).toBe('succeeded')
    await eventually(
      async () => (await stripe.disputes.list({ payment_intent: intent.id })).data.length === 1,
    )
    const dispute = (await stripe.disputes.list({ payment_intent: intent.id })).data[0]!
    expect(dispute).toMatchObject({ amount: 12_345, reason: 'fraudulent', status: 'needs_response' })
    expect(await stripe.charges.retrieve(intent.latest_charge as string)).toMatchObject({ disputed: true })
    expect((await refusal(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe('charge_disputed')
    const won = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
    })
    expect(won.status).toBe('won')
    expect(await stripe.charges.retrieve(intent.latest_charge as string)).toMatchObject({ disputed: false })
    expect((await refusal(stripe.disputes.close(dispute.id))).statusCode).toBe(400)
  })
})

describe('manual capture', () => {
  it('authorises, then captures a part', async () => {
    const { stripe } = sandbox
    const held = await payByCard(stripe, 'pm_card_visa', { capture_method: 'manual' })
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 12_345, amount_received: 0 })
    const taken = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 10_000 })
    expect(taken).toMatchObject({ status: 'succeeded', amount_received: 10_000, amount_capturable: 0 })
    expect((await refusal(stripe.paymentIntents.capture(held.id))).code).toBe(
      'payment_intent_unexpected_state',
    )
  })
})
