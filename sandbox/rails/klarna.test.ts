import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decide, type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterAll(() => sandbox.end())

const pay = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  sandbox.stripe.paymentIntents.create({
    amount: 20_000,
    currency: 'eur',
    allowed_payment_method_types: ['klarna'],
    confirm: true,
    return_url: 'https://example.test/#/checkout-result/abc',
    description: 'Rata 1 <b>',
    payment_method_data: {
      type: 'klarna',
      billing_details: { email: 'anna@example.test', address: { country: 'IT' } },
    },
    ...more,
  })

describe('Klarna', () => {
  it('asks the payer on its page, and pays once approved', async () => {
    const asked = await pay()
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
    const page = await fetch(asked.next_action?.redirect_to_url?.url ?? '')
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('<html lang="it">')
    expect(html).toContain('200,00')
    expect(html).toContain('Simulazione')
    expect(html).toContain('Rata 1 &lt;b&gt;')
    expect(html.match(/<button/g)).toHaveLength(2)
    expect(html).not.toContain('<script')

    const back = await decide(asked, 'approve')
    expect(back.href).toBe(
      `https://example.test/?payment_intent=${asked.id}&payment_intent_client_secret=${asked.client_secret}&redirect_status=succeeded#/checkout-result/abc`,
    )
    const paid = await sandbox.stripe.paymentIntents.retrieve(asked.id, {
      expand: ['latest_charge.balance_transaction'],
    })
    const charge = paid.latest_charge as Stripe.Charge
    expect(paid.status).toBe('succeeded')
    expect(charge.payment_method_details?.type).toBe('klarna')
    expect(charge.balance_transaction).toMatchObject({ fee: 998 + 35 })
  })

  it('waits for another method when refused', async () => {
    const asked = await pay()
    expect((await decide(asked, 'refuse')).searchParams.get('redirect_status')).toBe('failed')
    expect(await sandbox.stripe.paymentIntents.retrieve(asked.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_method_provider_decline' },
    })
  })

  it('pays nothing by its page after a cancellation', async () => {
    const asked = await pay()
    await sandbox.stripe.paymentIntents.cancel(asked.id)
    expect((await decide(asked, 'approve')).searchParams.get('redirect_status')).toBe('failed')
    expect(await sandbox.stripe.paymentIntents.retrieve(asked.id)).toMatchObject({
      status: 'canceled',
      latest_charge: null,
    })
  })

  it('needs a return address, country and e-mail address', async () => {
    expect(await refusal(pay({ return_url: undefined }))).toMatchObject({ param: 'return_url' })
    expect(
      await refusal(
        pay({ payment_method_data: { type: 'klarna', billing_details: { email: 'a@example.test' } } }),
      ),
    ).toMatchObject({
      param: 'payment_method_data[billing_details][address][country]',
    })
  })

  it('is not offered in other currencies', async () => {
    expect(await refusal(pay({ currency: 'usd' }))).toMatchObject({
      code: 'payment_intent_incompatible_payment_method',
    })
  })
})
