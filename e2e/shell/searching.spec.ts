import { expect, type Page, type Request } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office, openDashboard } from '../actions.ts'
import { test } from '../test.ts'

const box = (page: Page) => page.getByRole('button', { name: /^Cerca bolletta/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Cerca' })
const field = (page: Page) => dialog(page).getByRole('combobox')
const options = (page: Page) => dialog(page).getByRole('option')

/** Records every search request with its body. */
function searches(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/v1/research/find')) sent.push(request.postData() ?? '')
  })
  return sent
}

/** Stops the clock until the test advances it. */
async function stopClock(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
}

async function signedIn(page: Page, request: Parameters<typeof office>[1], user?: string) {
  const signed = await office(page, request, user)
  await page.goto('/#/dashboard')
  await expect(box(page)).toBeVisible()
  return signed
}

test('the search (debounced) starts only with a text, half a second after the last key, and only if the text changed or a filter forces it', async ({
  page,
  request,
}) => {
  await signedIn(page, request)
  const sent = searches(page)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await stopClock(page)
  await field(page).pressSequentially('   ')
  await page.clock.runFor(2000)
  expect(sent).toHaveLength(0)

  await field(page).fill('')
  await field(page).pressSequentially('rossi')
  await page.clock.runFor(499)
  expect(sent).toHaveLength(0)
  const answered = page.waitForResponse('**/v1/research/find')
  await page.clock.runFor(1)
  await answered
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toContain('rossi')
  await expect(options(page).first()).toBeVisible()

  await field(page).press('x')
  await field(page).press('Backspace')
  await page.clock.runFor(2000)
  expect(sent).toHaveLength(1)

  const forced = page.waitForResponse('**/v1/research/find')
  await dialog(page).getByRole('button', { name: 'Bollette' }).click()
  await page.clock.runFor(500)
  await forced
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toMatch(/name="by_bills"\r\n\r\n0/)
  expect(sent[1]).toMatch(/name="by_subjects"\r\n\r\n1/)
  await expect(dialog(page).getByRole('group', { name: 'Bollette' })).toHaveCount(0)
  await page.clock.runFor(5000)
  expect(sent).toHaveLength(2)

  await field(page).fill('')
  await expect(dialog(page).getByRole('group', { name: 'Soggetti' })).toHaveCount(0)
})

test('while loading no second search starts; the latest text is searched afterwards', async ({
  page,
  request,
}) => {
  await signedIn(page, request)
  const sent = searches(page)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/v1/research/find', async (route) => {
    if (sent.length === 1) await held
    await route.continue()
  })
  await box(page).click()
  await stopClock(page)
  for (const text of ['ma', 'mar', 'mari']) {
    await field(page).fill(text)
    await page.clock.runFor(600)
  }
  await expect.poll(() => sent.length).toBe(1)
  goOn()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[0]).toMatch(/name="text"\r\n\r\nma\r\n/)
  expect(sent[1]).toMatch(/name="text"\r\n\r\nmari\r\n/)
})

test('when the search fails the dialog closes and the reason is shown', async ({ page, request }) => {
  await signedIn(page, request)
  await page.route('**/v1/research/find', (route) =>
    route.fulfill({
      status: 500,
      json: { error: 'server_error', error_description: 'Qualcosa non ha funzionato da parte nostra.' },
    }),
  )
  await box(page).click()
  await field(page).fill('rossi')
  await expect(page.getByRole('alert')).toContainText('La ricerca non è riuscita.')
  await expect(dialog(page)).toHaveCount(0)
})

test('by keyboard alone every kind of record is found and opened in its list', async ({ page, request }) => {
  const { call, newBill } = await signedIn(page, request)
  const bill = await newBill(41_250)
  const { items } = await call<{ items: { payment_id: number }[] }>('GET', '/v1/payments?limit=1')
  const payment = items[0]?.payment_id as number
  const { account_id, subject_id, number } = await call<{
    account_id: number
    subject_id: number
    number: string
  }>('GET', `/v1/bills/${bill.bill_id}`)
  const searchFor = async (text: string, group: string) => {
    await page.keyboard.press('Control+k')
    await field(page).fill(text)
    await expect(dialog(page).getByRole('group', { name: group }).getByRole('option').first()).toBeVisible()
    for (let step = 0; step < 25; step += 1) {
      const at = dialog(page).getByRole('group', { name: group }).locator('[aria-selected="true"]')
      if ((await at.count()) > 0) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
  }
  await searchFor(number, 'Bollette')
  await expect(page).toHaveURL(new RegExp(`#/bollette\\?.*open=${bill.bill_id}`))
  const serial = /\d+$/.exec((await call<{ name: string }>('GET', `/v1/accounts/${account_id}`)).name)?.[0]
  await searchFor(`davide serra ${serial}`, 'Soggetti')
  await expect(page).toHaveURL(new RegExp(`#/anagrafica\\?.*open=${subject_id}`))
  await searchFor(`PROVÀ ${serial}`, 'Condomìni')
  await expect(page).toHaveURL(new RegExp(`#/condomini\\?.*open=${account_id}`))
  await searchFor(`PG-${payment}`, 'Transazioni')
  await expect(page).toHaveURL(new RegExp(`#/transazioni\\?.*open=${payment}`))

  await page.keyboard.press('Control+k')
  await expect(options(page).first()).toContainText(`PG-${payment}`)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})

test('a super user without a customer sees whose each result is, and opening one first selects that customer', async ({
  page,
  request,
}) => {
  const { call } = await signedIn(page, request, 'backoffice')
  const { items } = await call<{ items: { bill_id: number; number: string; customer_id: number }[] }>(
    'GET',
    '/v1/bills?limit=1',
  )
  const bill = items[0] as (typeof items)[number]
  const { business_name } = await call<{ business_name: string }>('GET', `/v1/customers/${bill.customer_id}`)
  await box(page).click()
  await field(page).fill(bill.number)
  const found = dialog(page)
    .getByRole('group', { name: 'Bollette' })
    .getByRole('option')
    .filter({ hasText: business_name })
  await found.first().click()
  await expect(page).toHaveURL(/#\/bollette\?.*open=\d+/)
  await expect(page.getByRole('status').filter({ hasText: 'Dati di' })).toContainText(business_name)
})

test('the dialog is at most half the window wide, on a phone all of it, and can be used without seeing', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000)
  await signedIn(page, request)
  await box(page).click()
  const content = dialog(page)
  const width = async () => ((await content.boundingBox()) as { width: number }).width
  expect(await width()).toBeLessThanOrEqual(640)
  await expectAccessible(page, 'ricerca vuota')
  await field(page).fill('rossi')
  await expect(options(page).first()).toBeVisible()
  await expectAccessible(page, 'ricerca con risultati')
  await field(page).fill('zzqxw')
  await expect(dialog(page).getByText('Nessun risultato per «zzqxw».')).toBeVisible()
  await expectAccessible(page, 'ricerca senza risultati')
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await width()).toBe(390)
})

test('residents have no search', async ({ page }) => {
  await openDashboard(page, 'condomino')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(box(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toHaveCount(0)
})
