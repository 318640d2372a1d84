import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decide, type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterAll(() => sandbox.end())

describe('the attempts of a setup intent', () => {
  it('report each try and the result of the payer’s approval', async () => {
    const { stripe } = sandbox
    const customer = (await stripe.customers.create({})).id
    const setup = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card'] })
    expect(setup.latest_attempt).toBeNull()
    const confirm = (payment_method: string) =>
      stripe.setupIntents.confirm(setup.id, { payment_method, return_url: 'https://example.test/' })
    await refusal(confirm('pm_card_chargeDeclined'))
    const waiting = await confirm('pm_card_authenticationRequired')
    const attempts = async () => (await stripe.setupAttempts.list({ setup_intent: setup.id })).data
    expect((await attempts()).map((one) => one.status)).toEqual(['requires_action', 'failed'])
    expect((await attempts())[1]?.setup_error).toMatchObject({ code: 'card_declined' })
    await decide(waiting, 'approve')
    const [latest, first] = await attempts()
    expect([latest?.status, first?.status]).toEqual(['succeeded', 'failed'])
    expect(latest?.payment_method_details.card?.three_d_secure?.result).toBe('authenticated')
    expect((await stripe.setupIntents.retrieve(setup.id)).latest_attempt).toBe(latest?.id)
  })
})
