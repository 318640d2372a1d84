import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payByCard, type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterAll(() => sandbox.end())

const year = new Date().getUTCFullYear()
const makeCard = (card: Partial<Stripe.PaymentMethodCreateParams.Card>) =>
  sandbox.stripe.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 12, exp_year: year + 1, cvc: '123', ...card },
  })

describe('a card', () => {
  it('stores brand, last four digits and expiry; the number is nowhere on disk', async () => {
    const method = await makeCard({ number: '4000 0027 6000 3184' })
    expect(method.card).toMatchObject({
      brand: 'visa',
      last4: '3184',
      exp_month: 12,
      exp_year: year + 1,
      country: 'DE',
    })
    expect(await readFile(join(sandbox.home, 'book.journal'), 'utf8')).not.toContain('4000002760003184')
  })

  it('has the same fingerprint each time in one account, and another one in the other', async () => {
    const [one, two] = [await makeCard({}), await makeCard({})]
    expect(one.card?.fingerprint).toBe(two.card?.fingerprint)
    const other = await sandbox.client('sk_test_saldo2').paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: year + 1 },
    })
    expect(other.card?.fingerprint).not.toBe(one.card?.fingerprint)
  })

  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ number: '42' }, 'incorrect_number'],
    [{ exp_month: 13 }, 'invalid_expiry_month'],
    [{ exp_year: year - 1 }, 'invalid_expiry_year'],
    [{ exp_year: year + 60 }, 'invalid_expiry_year'],
    [{ cvc: '12' }, 'invalid_cvc'],
    [{ cvc: '1234' }, 'invalid_cvc'],
    [{ number: '4111111111111111' }, 'card_declined'],
  ])('%j is refused with %s', async (card, code) => {
    expect(await refusal(makeCard(card))).toMatchObject({ statusCode: 402, code, type: 'StripeCardError' })
  })

  it('is valid in its last month, and not afterwards', async () => {
    const now = new Date()
    expect((await makeCard({ exp_month: now.getUTCMonth() + 1, exp_year: now.getUTCFullYear() })).id).toMatch(
      /^pm_/,
    )
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
    expect(
      (await refusal(makeCard({ exp_month: before.getUTCMonth() + 1, exp_year: before.getUTCFullYear() })))
        .code,
    ).toMatch(/^invalid_expiry/)
  })

  it('of American Express has a code of four digits', async () => {
    expect((await makeCard({ number: '378282246310005', cvc: '1234' })).card?.brand).toBe('amex')
  })

  it('used once without a customer cannot be used again', async () => {
    const method = await makeCard({})
    await payByCard(sandbox.stripe, method.id)
    expect((await refusal(payByCard(sandbox.stripe, method.id))).message).toContain('may not be used again')
  })
})

describe('a payment method saved for a customer', () => {
  it('is attached, listed, changed and detached', async () => {
    const { stripe } = sandbox
    const customer = await stripe.customers.create({ name: 'Anna' })
    const method = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: customer.id })
    expect(method).toMatchObject({ customer: customer.id, card: { brand: 'mastercard' } })
    expect(
      (await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data.map((one) => one.id),
    ).toEqual([method.id])
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1)
    expect((await stripe.paymentMethods.list({ customer: customer.id, type: 'sepa_debit' })).data).toEqual([])
    expect((await stripe.paymentMethods.list()).data).toEqual([])
    const changed = await stripe.paymentMethods.update(method.id, {
      card: { exp_month: 3, exp_year: year + 4 },
      billing_details: { name: 'Anna B.' },
    })
    expect(changed).toMatchObject({
      card: { exp_month: 3, exp_year: year + 4 },
      billing_details: { name: 'Anna B.' },
    })
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
    expect((await refusal(stripe.paymentMethods.detach(method.id))).statusCode).toBe(400)
    expect(
      (await refusal(stripe.paymentMethods.attach(method.id, { customer: customer.id }))).statusCode,
    ).toBe(400)
  })

  it('can pay repeatedly, but never for another customer', async () => {
    const { stripe } = sandbox
    const [anna, bruno] = [await stripe.customers.create({}), await stripe.customers.create({})]
    const saved = await payByCard(stripe, 'pm_card_visa', {
      customer: anna.id,
      setup_future_usage: 'off_session',
    })
    const method = saved.payment_method as string
    expect((await payByCard(stripe, method, { customer: anna.id, off_session: true })).status).toBe(
      'succeeded',
    )
    expect((await refusal(payByCard(stripe, method, { customer: bruno.id }))).message).toContain(
      'different Customer',
    )
    expect((await refusal(payByCard(stripe, method))).message).toContain('belongs to the Customer')
  })

  it('is refused if the card declines; 0341 is saved, and declines when charged', async () => {
    const { stripe } = sandbox
    const customer = await stripe.customers.create({})
    expect(
      await refusal(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id })),
    ).toMatchObject({ statusCode: 402, code: 'card_declined' })
    const setup = stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_chargeDeclinedInsufficientFunds',
      confirm: true,
      return_url: 'https://example.test',
    })
    expect(await refusal(setup)).toMatchObject({
      statusCode: 402,
      decline_code: 'insufficient_funds',
      setup_intent: { status: 'requires_payment_method' },
    })
    const kept = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
    expect((await refusal(payByCard(stripe, kept.id, { customer: customer.id }))).code).toBe('card_declined')
  })

  it('of a deleted customer can only be read', async () => {
    const { stripe } = sandbox
    const customer = await stripe.customers.create({ email: 'gone@example.test' })
    await stripe.customers.del(customer.id)
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
    expect((await stripe.customers.list({ email: 'gone@example.test' })).data).toEqual([])
    expect((await refusal(stripe.customers.update(customer.id, { name: 'x' }))).statusCode).toBe(404)
    expect(
      await refusal(stripe.paymentIntents.create({ amount: 500, currency: 'eur', customer: customer.id })),
    ).toMatchObject({ statusCode: 400, param: 'customer' })
  })
})

describe('a setup intent', () => {
  it('waits, is changed, is confirmed once, and cannot be cancelled afterwards', async () => {
    const { stripe } = sandbox
    const customer = await stripe.customers.create({})
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ['card'],
    })
    expect(setup).toMatchObject({ status: 'requires_payment_method', payment_method_types: ['card'] })
    await stripe.setupIntents.update(setup.id, { metadata: { a: 'b' } })
    const done = await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' })
    expect(done).toMatchObject({ status: 'succeeded', metadata: { a: 'b' } })
    expect((await stripe.customers.listPaymentMethods(customer.id)).data.map((one) => one.id)).toEqual([
      done.payment_method,
    ])
    expect((await refusal(stripe.setupIntents.cancel(setup.id))).code).toBe('setup_intent_unexpected_state')
    const other = await stripe.setupIntents.create({})
    expect((await stripe.setupIntents.cancel(other.id)).status).toBe('canceled')
  })
})
