import { type Browser, expect, type Page, type Route } from '@playwright/test'
import { expectAccessibleAtThisWidth } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

/*
 * What a payer sees on a phone when an answer is not what it should be, or a file does not come: a sentence, whom to call where
 * this is known, and a button that works.
 */

const onPhone = async (browser: Browser) =>
  (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'it-IT' })).newPage()

const call = (page: Page) => page.getByRole('link', { name: /^Chiama / })
const again = (page: Page) => page.getByRole('button', { name: 'Riprova' })
const ways = (page: Page) => page.getByRole('radio', { name: /^Carta/ })

const broken: [string, (route: Route) => Promise<void>][] = [
  ['an answer that is not a bill', (route) => route.fulfill({ json: {} })],
  [
    'the page of a proxy',
    (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' }),
  ],
]

for (const [what, answer] of broken)
  test(`${what}: a sentence, whom to call if the bill was there before, and a way on`, async ({
    page,
    request,
    browser,
  }) => {
    const bill = await (await office(page, request)).newBill(18_000)
    const payer = await onPhone(browser)
    await payer.route('**/v1/mybill/*', answer)
    await payer.goto(`/#${bill.path}`)
    await expect(
      payer.getByRole('heading', { level: 1, name: 'Non riesco a mostrare la pagina' }),
    ).toBeVisible()
    await expect(payer.getByRole('alert')).toContainText('Riprova fra poco.')
    // This tab has shown no bill, so the page knows no telephone number.
    await expect(call(payer)).toHaveCount(0)
    await expectAccessibleAtThisWidth(payer, what)

    await payer.unroute('**/v1/mybill/*')
    await again(payer).click()
    await expect(ways(payer)).toBeVisible()
    await expect(call(payer)).toBeVisible()

    // A reload forgets the page and not whom to call.
    await payer.route('**/v1/mybill/*', answer)
    await payer.reload()
    await expect(again(payer)).toBeVisible()
    await expect(call(payer)).toBeVisible()
    await expectAccessibleAtThisWidth(payer, `${what}, known bill`)

    // Another bill may be another administrator's.
    await payer.goto('/#/mybill/another-bill')
    await expect(again(payer)).toBeVisible()
    await payer.reload()
    await expect(again(payer)).toBeVisible()
    await expect(call(payer)).toHaveCount(0)

    await payer.unroute('**/v1/mybill/*')
    await payer.goto(`/#${bill.path}`)
    await expect(ways(payer)).toBeVisible()
  })

test('a script that does not come: the same, at the address that the server draws and at the one that the app has', async ({
  page,
  request,
  browser,
}) => {
  const bill = await (await office(page, request)).newBill(18_000)
  const payer = await onPhone(browser)
  const title = payer.getByText('Saldo non si è caricato.')

  // The server's drawing stays, with the sum and whom to call.
  await payer.route('**/p/assets/*.js', (route) => route.abort())
  await payer.goto(bill.url)
  await expect(title).toBeVisible()
  await expect(payer.getByText('180', { exact: false }).first()).toBeVisible()
  await expect(call(payer)).toBeVisible()
  await expectAccessibleAtThisWidth(payer, 'drawn by the server, without a script')

  // What has the app's address is not drawn: without a script nobody knows whom to call, unless the bill was there before.
  await payer.reload()
  await expect(title).toBeVisible()
  await expect(call(payer)).toHaveCount(0)
  await expectAccessibleAtThisWidth(payer, 'without a script')
  await payer.unroute('**/p/assets/*.js')
  await again(payer).click()
  await expect(ways(payer)).toBeVisible()

  await payer.route('**/p/assets/*.js', (route) => route.abort())
  await payer.reload()
  await expect(title).toBeVisible()
  await expect(call(payer)).toBeVisible()
  const wide = await payer.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(wide).toBeLessThanOrEqual(0)
  await expectAccessibleAtThisWidth(payer, 'without a script, known bill')
  await payer.unroute('**/p/assets/*.js')
  await again(payer).click()
  await expect(ways(payer)).toBeVisible()
})

test('a part of the pages that does not come: the same, and the page comes when it is asked for again', async ({
  page,
  request,
  browser,
}) => {
  const bill = await (await office(page, request)).newBill(18_000)
  const payer = await onPhone(browser)
  await payer.goto(bill.url)
  await expect(ways(payer)).toBeVisible()
  await payer.route('**/p/assets/CheckPage*.js', (route) => route.abort())
  await payer.evaluate(`location.hash = '#/verifica/'`)
  await expect(
    payer.getByRole('heading', { level: 1, name: 'Non riesco a mostrare la pagina' }),
  ).toBeFocused()
  await expect(call(payer)).toBeVisible()
  await expectAccessibleAtThisWidth(payer, 'a missing part')
  await payer.unroute('**/p/assets/CheckPage*.js')
  await again(payer).click()
  await expect(payer.getByRole('heading', { level: 1, name: 'Verifica un’attestazione' })).toBeVisible()
})
