import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleAtThisWidth } from '../accessible.ts'
import { office, payByCard } from '../actions.ts'
import { wholeBrowser } from '../browsers.ts'
import { test } from '../test.ts'

test.use({ launchOptions: wholeBrowser })

test('the viewer shows bill and receipt with their names; a link that cannot be opened says whom to ask', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(600_000)
  const bill = await (await office(page, request)).newBill(12_345)
  const token = bill.path.split('/').at(-1)
  const resident = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  await resident.goto(bill.url)
  await resident.getByRole('link', { name: /Bolletta in PDF/ }).click()
  await expect(resident.getByRole('heading', { name: `Bolletta ${bill.number}` })).toBeVisible()
  const download = resident.waitForEvent('download')
  await resident.getByRole('button', { name: 'Scarica' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Bolletta .*\.pdf$/)
  await expect(resident.getByRole('button', { name: 'Stampa' })).toBeVisible()
  await expectAccessibleAtThisWidth(resident, 'visore')
  // On a phone the bill is a text in readable letters, not an A4 sheet.
  await resident.setViewportSize({ width: 390, height: 844 })
  await expect(resident.getByRole('article').getByRole('cell', { name: 'Spese generali' })).toBeVisible()
  await expect(resident.locator('iframe')).toHaveCount(0)
  await expectAccessibleAtThisWidth(resident, 'visore, testo')
  await resident.setViewportSize({ width: 1280, height: 900 })
  await expect(resident.locator('iframe')).toBeVisible()
  await resident.getByRole('link', { name: 'Chiudi' }).click()
  await expect(resident).toHaveURL(new RegExp(`#/mybill/${token}`))

  const charged = resident.waitForResponse((reply) => reply.url().includes('/v1/stripe/charge/'))
  await payByCard(resident, '4242424242424242')
  const { payment_id } = (await (await charged).json()) as { payment_id: number }
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
  await resident.goto(`/#/viewer/${token}/${payment_id}`)
  await expect(resident.getByRole('heading', { name: `Ricevuta PG-${payment_id}` })).toBeVisible()
  // On a phone the receipt is a link to the file.
  await resident.setViewportSize({ width: 390, height: 844 })
  await expect(resident.getByRole('link', { name: 'Apri il documento' })).toBeVisible()
  await expectAccessibleAtThisWidth(resident, 'visore, ricevuta')
  await resident.goto(`/#/viewer/${token}/${payment_id + 1_000_000}`)
  await expect(resident.getByText('Non riesco a mostrare il documento')).toBeVisible()
  await expectAccessible(resident, 'visore, documento che manca')
})

test('/sign/{token} and /webhook/{token} say that there is nothing yet', async ({ page }) => {
  for (const [path, heading] of [
    ['sign/abc123', 'Qui non si firma ancora'],
    ['webhook/abc123', 'Qui non c’è ancora niente'],
  ] as const) {
    await page.goto(`/#/${path}`)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectAccessible(page, path)
  }
})
