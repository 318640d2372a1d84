import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  completeAccount,
  payByCard,
  payBySepa,
  type RunningSandbox,
  refusal,
  runSandbox,
} from '../../running-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await runSandbox({ sepa_seconds: 600 })
})
afterAll(() => sandbox.end())

const complete = completeAccount

describe('the own account', () => {
  it('is complete from the start', async () => {
    expect(await sandbox.stripe.accounts.retrieveCurrent()).toMatchObject({
      object: 'account',
      country: 'IT',
      charges_enabled: true,
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
    })
  })
})

describe('a connected account', () => {
  it('lists its missing data until it is complete', async () => {
    const { stripe } = sandbox
    const account = await stripe.accounts.create({
      type: 'custom',
      country: 'IT',
      capabilities: { transfers: { requested: true } },
    })
    expect(account).toMatchObject({
      charges_enabled: false,
      details_submitted: false,
      capabilities: { transfers: 'inactive' },
    })
    expect(account.requirements?.currently_due).toEqual(
      expect.arrayContaining(['business_type', 'external_account', 'company.name', 'tos_acceptance.date']),
    )
    const { type: _type, country: _country, ...rest } = complete
    const updated = await stripe.accounts.update(account.id, rest as Stripe.AccountUpdateParams)
    expect(updated).toMatchObject({
      charges_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active', card_payments: 'active' },
      requirements: { currently_due: [] },
      company: { name: 'Condominio Via Roma 1', tax_id_provided: true },
    })
    expect(updated.company).not.toHaveProperty('tax_id')
    expect(updated.external_accounts?.data[0]).toMatchObject({ last4: '3456', country: 'IT' })
    const [event] = (await stripe.events.list({ type: 'account.updated' })).data
    expect(event).toMatchObject({ account: account.id })
  })

  it('of a person stores names and contacts; of the tax code only whether it was given', async () => {
    const { stripe } = sandbox
    const address = { line1: 'Via Roma 1', city: 'Milano', postal_code: '20100', state: 'MI', country: 'IT' }
    const account = await stripe.accounts.create({
      ...completeAccount,
      business_type: 'individual',
      company: undefined,
      individual: {
        first_name: 'Anna',
        last_name: 'Bianchi',
        id_number: 'BNCNNA80A41F205X',
        phone: '+390550000000',
        address,
        dob: { day: 1, month: 1, year: 1980 },
      },
    })
    expect(account).toMatchObject({
      details_submitted: true,
      individual: { first_name: 'Anna', id_number_provided: true, address, dob: { year: 1980 } },
    })
    expect(JSON.stringify(account)).not.toContain('BNCNNA80A41F205X')
    const individual = { nome: 'x' } as Stripe.AccountUpdateParams.Individual
    expect((await refusal(stripe.accounts.update(account.id, { individual }))).param).toBe('individual[nome]')
    const company = { address: { line1: 'Via Verdi 2' }, name: 'Studio', vat_id: 'IT00000000000' }
    const moved = await stripe.accounts.update(account.id, { company })
    expect(moved.company).toMatchObject({
      address: { line1: 'Via Verdi 2' },
      name: 'Studio',
      vat_id_provided: true,
      tax_id_provided: false,
    })
  })

  it('can be completed by a control call, listed and deleted', async () => {
    const { stripe } = sandbox
    const account = await stripe.accounts.create({
      type: 'express',
      capabilities: { transfers: { requested: true } },
    })
    await sandbox.control('accounts/complete', { account: account.id })
    expect((await stripe.accounts.retrieve(account.id)).capabilities).toEqual({ transfers: 'active' })
    expect((await stripe.accounts.list()).data.map((one) => one.id)).toContain(account.id)
    expect(await stripe.accounts.del(account.id)).toMatchObject({ deleted: true })
    expect((await refusal(stripe.accounts.retrieve(account.id))).statusCode).toBe(404)
  })

  it('has its own book under Stripe-Account', async () => {
    const { stripe } = sandbox
    const account = await stripe.accounts.create(complete)
    const options = { stripeAccount: account.id }
    const customer = await stripe.customers.create({ name: 'Theirs' }, options)
    expect((await refusal(stripe.customers.retrieve(customer.id))).statusCode).toBe(404)
    expect(await stripe.customers.retrieve(customer.id, {}, options)).toMatchObject({ name: 'Theirs' })
    expect((await refusal(sandbox.client('sk_test_saldo2').customers.list({}, options))).statusCode).toBe(403)
  })
})

describe('a destination payment', () => {
  it('goes to the account less our fee, and every cent is in a book', async () => {
    const { stripe } = sandbox
    const account = await stripe.accounts.create(complete)
    const options = { stripeAccount: account.id }
    const before = (await stripe.balance.retrieve()).pending[0]?.amount ?? 0
    const intent = await payByCard(stripe, 'pm_card_visa', {
      transfer_data: { destination: account.id },
      application_fee_amount: 345,
      on_behalf_of: account.id,
      expand: ['latest_charge'],
    })
    const charge = intent.latest_charge as Stripe.Charge
    expect(charge).toMatchObject({
      application_fee_amount: 345,
      transfer_data: { destination: account.id },
      transfer: expect.stringMatching(/^tr_/),
      application_fee: expect.stringMatching(/^fee_/),
    })
    expect(await stripe.transfers.retrieve(charge.transfer as string)).toMatchObject({
      amount: 12_345,
      destination: account.id,
      source_transaction: charge.id,
    })
    expect((await stripe.balance.retrieve({}, options)).pending[0]?.amount).toBe(12_000)
    // The platform's part: its fee, less the provider's fee (210).
    expect((await stripe.balance.retrieve()).pending[0]?.amount).toBe(before + 345 - 210)

    await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 5000,
      reverse_transfer: true,
      refund_application_fee: true,
    })
    await stripe.refunds.create({
      payment_intent: intent.id,
      reverse_transfer: true,
      refund_application_fee: true,
    })
    expect(await stripe.transfers.retrieve(charge.transfer as string)).toMatchObject({
      amount_reversed: 12_345,
      reversed: true,
    })
    expect((await stripe.balance.retrieve()).pending[0]?.amount).toBe(before - 210)
  })

  it('of a debit is transferred only when the debit has succeeded', async () => {
    const { stripe } = sandbox
    const account = await stripe.accounts.create(complete)
    await payBySepa(stripe, 'IT56B9999999999000000000001', {
      transfer_data: { destination: account.id },
      application_fee_amount: 100,
    })
    const balance = async () =>
      (await stripe.balance.retrieve({}, { stripeAccount: account.id })).pending[0]?.amount
    expect(await balance()).toBe(0)
    await sandbox.control('clock/advance', { seconds: 601 })
    expect(await balance()).toBe(7900)
  })

  it('is refused for an account that cannot receive, and for a fee above the amount', async () => {
    const { stripe } = sandbox
    const incomplete = await stripe.accounts.create({
      type: 'custom',
      capabilities: { transfers: { requested: true } },
    })
    expect(
      await refusal(payByCard(stripe, 'pm_card_visa', { transfer_data: { destination: incomplete.id } })),
    ).toMatchObject({ code: 'insufficient_capabilities_for_transfer', param: 'transfer_data[destination]' })
    const account = await stripe.accounts.create(complete)
    expect(
      await refusal(
        payByCard(stripe, 'pm_card_visa', {
          transfer_data: { destination: account.id },
          application_fee_amount: 12_346,
        }),
      ),
    ).toMatchObject({ param: 'application_fee_amount' })
  })
})
