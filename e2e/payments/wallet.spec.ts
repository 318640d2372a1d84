import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { chargedFor, office } from '../actions.ts'
import { test } from '../test.ts'

/* A stand-in for the provider's library: its wallet button, which answers as the real one does. */
const library = `globalThis.Stripe = Object.assign(() => ({
  registerAppInfo() {},
  _registerWrapper() {},
  elements: () => ({
    submit: async () => ({}),
    update: (to) => (globalThis.walletAmount = to.amount),
    getElement: () => null,
    create: (kind) => {
      const handlers = {}
      return {
        on: (name, act) => (handlers[name] = act),
        destroy() {},
        mount: (place) => {
          const button = document.createElement('button')
          button.type = 'button'
          button.textContent = kind === 'expressCheckout' ? 'Apple Pay' : kind
          const confirmed = { paymentFailed: () => (globalThis.walletFailed = true) }
          button.onclick = () => handlers.click({ resolve: () => handlers.confirm(confirmed), reject() {} })
          place.append(button)
          handlers.ready?.({ availablePaymentMethods: { applePay: true } })
        },
      }
    },
  }),
  createPaymentMethod: async () => ({ paymentMethod: { id: globalThis.walletCard } }),
}), { version: 3 })`

test('with Apple Pay the button stands before all ways and pays in one tap; what the bank refuses is said, and nothing is lost', async ({
  page,
  request,
  browser,
}) => {
  const bill = await (await office(page, request)).newBill(27_058)
  // The provider's library needs real keys, which no test has: the policy of the sandbox does not let it in.
  const phone = { viewport: { width: 390, height: 844 }, locale: 'it-IT', bypassCSP: true }
  const context = await browser.newContext(phone)
  const payer = await context.newPage()
  await payer.addInitScript('globalThis.ApplePaySession = { canMakePayments: () => true }')
  const asked: string[] = []
  await payer.route('https://js.stripe.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: library })
  })
  await payer.route(/\/v1\/mybill\/[\w-]+$/, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { pay: object }
    await route.fulfill({ json: { ...body, pay: { ...body.pay, api_base: null } } })
  })
  await payer.goto(bill.url.replace('/mybill/', '/#/mybill/').replace('/#/#/', '/#/'))
  const wallet = payer.getByRole('button', { name: 'Apple Pay' })
  const ways = payer.getByRole('group', { name: 'Come vuoi pagare' })
  await expect(wallet).toBeVisible()
  expect((await wallet.boundingBox())!.y).toBeLessThan((await ways.boundingBox())!.y)
  await expectAccessible(payer, 'bolletta con Apple Pay')

  await payer.evaluate("globalThis.walletCard = 'pm_card_chargeDeclinedInsufficientFunds'")
  await wallet.click()
  await expect(payer.getByText(/Sul conto non c’è abbastanza denaro/).first()).toBeVisible()
  expect(await payer.evaluate('globalThis.walletFailed')).toBe(true)

  await payer.evaluate("globalThis.walletCard = 'pm_card_visa'")
  await wallet.click()
  await expect(payer.getByText('Fatto. Non devi altro.')).toBeVisible()
  expect(await chargedFor(bill.bill_id)).toEqual({ times: 1, cents: 27_058 })

  // A device without the wallet loads nothing of the provider.
  asked.length = 0
  const other = await (await office(page, request)).newBill(10_000)
  const plain = await (await browser.newContext(phone)).newPage()
  await plain.route('https://js.stripe.com/**', (route) => void asked.push(route.request().url()))
  await plain.goto(other.url)
  await expect(plain.getByRole('radio', { name: /^Carta/ })).toBeVisible()
  expect(asked).toEqual([])
})
