import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectDashboard, openDashboard, signIn } from '../actions.ts'
import { test } from '../test.ts'

const chosen = 'tre gatti e un cane'

/** The newest mail to this address, read in the product as the back office: opens the link in it. */
async function openMailedLink(page: Page, address: string): Promise<Page> {
  await openDashboard(page, 'backoffice')
  await page.goto(`/#/admin-management/email?q=${encodeURIComponent(address)}`)
  const mail = page.getByRole('row').filter({ hasText: address })
  await expect(async () => {
    await page.reload()
    await expect(mail.first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await mail.first().click()
  await page.getByRole('button', { name: 'Leggi il testo' }).click()
  const popup = page.waitForEvent('popup')
  await page.frameLocator('iframe').getByRole('link').first().click()
  return popup
}

test('an office adds a full colleague, whose invitation is read in the product, and removes them', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const email = `dora${Date.now()}@example.it`
  await openDashboard(page)
  await page.goto('/#/subusers')
  await page.getByRole('button', { name: 'Colleghi con tutti i permessi' }).click()
  await expect(page.getByRole('heading', { name: 'Colleghi' })).toBeVisible()
  await page.getByRole('button', { name: 'Invita un collega' }).click()
  await page.getByRole('button', { name: 'Manda l’invito' }).click()
  await expect(page.getByText('Scrivi nome e cognome.')).toBeVisible()
  await page.getByLabel('Nome e cognome').fill('Dora Neri')
  await page.getByLabel('E-mail').fill(email)
  await expectAccessible(page, 'invito di un collega')
  await page.getByRole('button', { name: 'Manda l’invito' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Dora Neri' })
  await expect(row).toContainText('Invitato')
  await expectAccessible(page, 'colleghi')

  const reading = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  const dora = await openMailedLink(reading, email)
  await dora.getByLabel('Password', { exact: true }).fill(chosen)
  await dora.getByRole('button', { name: 'Salva la password' }).click()
  await expect(dora.getByText('Fatto: ora accedi.')).toBeVisible()
  await signIn(dora, email, chosen)
  await expectDashboard(dora)
  await dora.goto('/#/subusers/colleghi')
  await expect(dora.getByRole('button', { name: 'Invita un collega' })).toBeVisible()
  await expect(dora.getByText('Dora Neri (sei tu)')).toBeVisible()

  await page.reload()
  await expect(row).toContainText('Attivo')
  await page.getByRole('button', { name: 'Rimuovi Dora Neri' }).click()
  await page.getByRole('button', { name: 'Rimuovi l’accesso' }).click()
  await expect(row).toHaveCount(0)
  await dora.reload()
  await expect(dora).toHaveURL(/#\/auth\/login/)
})

test('a resident changes their own name and, once confirmed, their e-mail address', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const email = `nuova${Date.now()}@example.it`
  await openDashboard(page, 'condomino')
  await page.goto('/#/sicurezza')
  const name = page.getByLabel('Nome e cognome')
  const address = page.getByLabel('La tua e-mail')
  const [wasCalled, wasAt] = [await name.inputValue(), await address.inputValue()]
  await name.fill(`${wasCalled} Prova`)
  await address.fill(email)
  await page.getByRole('button', { name: 'Salva i tuoi dati' }).click()
  await expect(page.getByText(`A ${email} arriva`, { exact: false })).toBeVisible()
  await expectAccessible(page, 'dati di un condòmino')

  const reading = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  const confirming = await openMailedLink(reading, email)
  await confirming.getByRole('button').first().click()
  await expect(confirming.getByText(email, { exact: false }).first()).toBeVisible()
  await page.reload()
  await expect(address).toHaveValue(email)
  await expect(page.getByRole('button', { name: /, menu di / })).toBeVisible()
  // As it was, for the other journeys.
  await name.fill(wasCalled)
  await address.fill(wasAt)
  await page.getByRole('button', { name: 'Salva i tuoi dati' }).click()
  const back = await openMailedLink(reading, wasAt)
  await back.getByRole('button').first().click()
  await expect(back.getByText(wasAt, { exact: false }).first()).toBeVisible()
})

test('a mail is shown in a frame without scripts and as text; each reads their own, super users all', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const lost = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  await lost.goto('/#/auth/recovery')
  await lost.getByLabel('Nome utente').fill('condomino')
  await lost.getByRole('button', { name: 'Mandami il link' }).click()
  await expect(lost.getByText('Guarda la posta')).toBeVisible()
  await expect(lost.getByText('Questa è una prova di Saldo', { exact: false })).toBeVisible()

  await openDashboard(page, 'condomino')
  await page.getByRole('button', { name: /, menu di / }).click()
  await page.getByRole('menuitem', { name: 'E-mail di prova' }).click()
  const mails = page.getByRole('list', { name: 'E-mail' }).getByRole('link')
  await expect(async () => {
    await page.reload()
    await expect(mails.filter({ hasText: /password/i }).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expectAccessible(page, 'e-mail di prova')
  await mails
    .filter({ hasText: /password/i })
    .first()
    .click()
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  await expect(frame.contentFrame().getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /#\/auth\/recovery\// })).toBeVisible()
  await expectAccessible(page, 'una e-mail di prova')

  // Another resident, or an office, does not see it.
  const address = page.url()
  const office = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  await openDashboard(office, 'amministratore')
  await office.goto(address)
  await expect(office.getByText('Questa e-mail non c’è')).toBeVisible()
})
