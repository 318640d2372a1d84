import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { openDashboard } from '../actions.ts'
import { test } from '../test.ts'

test('the back office finds a mail, sees what became of it, suppresses its address and lifts it', async ({
  page,
}) => {
  test.setTimeout(600_000)
  await openDashboard(page, 'backoffice')
  await page.goto('/#/admin-management/email?template=receipt')
  const mail = page.getByRole('row').filter({ hasText: 'Ricevuta' })
  await expect(mail.first()).toBeVisible()
  await expectAccessible(page, 'le e-mail')
  await mail.first().click()
  const panel = page.getByRole('complementary', { name: /^Dettaglio/ })
  await expect(panel.getByText('Messa in coda')).toBeVisible()
  await panel.getByRole('button', { name: 'Leggi il testo' }).click()
  await expect(page.locator('iframe')).toHaveAttribute(
    'sandbox',
    'allow-popups allow-popups-to-escape-sandbox',
  )
  await expectAccessible(page, 'il testo di una e-mail')
  await page.keyboard.press('Escape')

  const sent: number[] = []
  page.on('response', async (reply) => {
    if (/\/v1\/emails\/\d+\/resend$/.test(reply.url())) sent.push((await reply.json()).email_id)
  })
  for (const times of [1, 2]) {
    await panel.getByRole('button', { name: 'Manda di nuovo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Manda di nuovo' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect.poll(() => sent).toHaveLength(times)
  }
  expect(new Set(sent).size, 'each sending is a mail of its own').toBe(2)

  await page.getByRole('link', { name: 'Indirizzi soppressi' }).click()
  await page.getByRole('button', { name: 'Sopprimi' }).click()
  await page.getByLabel('Indirizzo e-mail').fill('soppressa@example.it')
  await page.getByLabel('Motivo').fill('Lo ha chiesto al telefono')
  await page.getByRole('button', { name: 'Sopprimi l’indirizzo' }).click()
  await page.getByRole('row').filter({ hasText: 'soppressa@example.it' }).click()
  await page.getByRole('button', { name: 'Riammetti', exact: true }).click()
  await page.getByLabel('Motivo').fill('Casella riparata')
  await page.getByRole('button', { name: 'Riammetti l’indirizzo' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Riammesso' })).toBeVisible()
  await expectAccessible(page, 'gli indirizzi soppressi')

  await page.getByRole('link', { name: 'Rapporti ricevuti' }).click()
  await expect(page.getByText('Nessun rapporto')).toBeVisible()
})
