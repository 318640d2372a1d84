import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectDashboard, openDashboard, signIn } from '../actions.ts'
import { linkMailedTo, ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

const chosen = 'tre gatti e un cane'
const payer = { name: 'Paolo Conti', email: 'paolo.conti@example.it' }

test('a resident lets a relative pay: invitation, acceptance, the bill by its own page, and the end at once', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const sql = ownDatabase()
  try {
    await openDashboard(page, 'condomino')
    await invite(page)
    const invited = () => linkMailedTo(sql, payer.email, 'delegation-invitation', 'auth/delega')
    await expect.poll(invited).toMatch(/delega\/[\w-]{43}$/)

    const paolo = await (await browser.newContext({ locale: 'it-IT' })).newPage()
    await paolo.goto(`${await invited()}`)
    await expectAccessible(paolo, 'delega da accettare')
    await paolo.getByRole('button', { name: 'Conferma' }).click()
    await expect(paolo.getByRole('heading', { name: 'Ora paghi anche per un’altra persona' })).toBeVisible()
    await choosePassword(paolo, () => linkMailedTo(sql, payer.email, 'invitation', 'auth/invito'))

    const theirs = paolo.getByRole('list', { name: 'Bollette delle persone per cui paghi' })
    await expect(theirs.getByText(/^di /).first()).toBeVisible()
    // The top names what the owner owes, apart from what the delegate owes, and adds it to no sum.
    await expect(paolo.getByRole('region', { name: 'Da pagare ora' })).toContainText(/^Per .+ [\d.]+,\d\d\s€/)
    await expectAccessible(paolo, 'persone per cui paghi')
    await theirs
      .getByRole('link', { name: /^Paga la bolletta di/ })
      .first()
      .click()
    await expect(paolo.getByText('Il condominio chiede a')).toBeVisible()
    await expect(paolo.getByText('Bolletta in PDF')).toHaveCount(0)
    await expectAccessible(paolo, 'bolletta di chi ha delegato')
    const bill = paolo.url()

    await page.reload()
    const payers = page.getByRole('list', { name: 'Chi paga per te' })
    await expect(payers.getByText(/Vede e paga le bollette dal/)).toBeVisible()
    await expectAccessible(page, 'chi paga per te')
    await payers.getByRole('button', { name: 'Revoca' }).click()
    await page.getByRole('button', { name: 'Revoca la delega' }).click()
    await expect(payers.getByText(/^Chiusa il/)).toBeVisible()
    await paolo.goto('about:blank')
    await paolo.goto(bill)
    await expect(paolo.getByText('Il condominio chiede a')).toHaveCount(0)
    await expect(paolo.getByText(/link/i).first()).toBeVisible()
  } finally {
    await sql.end()
  }
})

async function invite(page: Page) {
  await page.getByRole('button', { name: 'Invita chi paga per te' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome e cognome').fill(payer.name)
  await dialog.getByLabel('La sua e-mail').fill(payer.email)
  await expectAccessible(page, 'invitare chi paga')
  await dialog.getByRole('button', { name: 'Invita' }).click()
  await expect(page.getByText('Deve ancora accettare.')).toBeVisible()
}

async function choosePassword(page: Page, mailed: () => Promise<string | null>) {
  await expect.poll(mailed).toMatch(/invito\/[\w-]{43}$/)
  await page.goto(`${await mailed()}`)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await signIn(page, payer.email, chosen)
  await expectDashboard(page)
}
