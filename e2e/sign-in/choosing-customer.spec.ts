import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectDashboard, openDashboard } from '../actions.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

const many = 50_000
const band = (page: Page) => page.getByText(/^Dati di/)
const search = (page: Page) => page.getByRole('combobox', { name: 'Cerca un cliente' })
const rows = (page: Page) => page.getByRole('grid', { name: 'Clienti' }).getByRole('row')
const openChooser = async (page: Page) => {
  await page.getByRole('button', { name: /^(Scegli un cliente|Cambia)$/ }).click()
  await expect(rows(page).nth(1)).toBeVisible()
}

let waiting = 0
test.beforeAll(async () => {
  const sql = ownDatabase()
  try {
    await sql`
      insert into customers (business_name, state, firstname, lastname, address, house_number, city, zip_code, prov,
        fiscal_code, vat_number, primary_email, primary_mobile_phone, is_store)
      select 'Ufficio ' || lpad(n::text, 6, '0'), '1', 'Marta', 'Prova', 'Via Roma', n::text, 'Firenze', '50123', 'FI',
        'PRV' || lpad(n::text, 13, '0'), lpad(n::text, 11, '9'), 'u' || n || '@example.it', '055 ' || n, n % 2 = 0
      from generate_series(1, ${many}) n
      where not exists (select from customers where business_name = 'Ufficio 000001')`
    await sql`
      insert into customers (business_name, state, city, zip_code, fiscal_code)
      select 'Società Però & Figli', '0', 'Forlì', '47121', 'prófgl80a01d704x'
      where not exists (select from customers where business_name = 'Società Però & Figli')`
    await sql`analyze customers`
    const [found] = await sql`select customer_id from customers where business_name = 'Società Però & Figli'`
    waiting = Number(found?.customer_id)
  } finally {
    await sql.end()
  }
})

test('a super user chooses among all customers: searches, scrolls, moves with the arrows, a click loads, Escape closes', async ({
  page,
}) => {
  await openDashboard(page, 'backoffice')
  await expect(band(page)).toHaveText('Dati di tutti i clienti')
  await openChooser(page)
  await expect(page.getByRole('dialog').getByRole('columnheader')).toHaveText([
    'Id',
    'Ragione sociale',
    'Tipo',
    'Indirizzo',
    'Città',
    'CAP',
    'Prov.',
    'Nome',
    'Codice fiscale',
    'Partita IVA',
    'E-mail',
    'Telefono',
  ])
  // Only the visible ones of fifty thousand are in the document.
  expect(await rows(page).count()).toBeLessThan(60)

  // Ignoring accents and case, by any word of any column; the tax code in upper case.
  await search(page).fill('PERO forli 47121')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText('Amministratore')
  await expect(rows(page).nth(1)).toContainText('PRÓFGL80A01D704X')
  await search(page).fill('prv0000000044444')
  await expect(rows(page).nth(1)).toContainText('Ufficio 044444')
  await expect(rows(page).nth(1)).toContainText('Professionista')
  await search(page).fill('99999944443')
  await expect(rows(page).nth(1)).toContainText('Ufficio 044443')
  await search(page).fill('nessuno si chiama così')
  await expect(page.getByText('Nessun dato disponibile', { exact: true })).toBeVisible()

  // Arrows move the current row, beyond the first page too.
  await search(page).fill('ufficio')
  await expect(rows(page).nth(1)).toContainText('Ufficio 000001')
  const highlighted = page.locator('[role="row"][aria-selected="true"]')
  await search(page).press('ArrowDown')
  await expect(highlighted).toContainText('Ufficio 000002')
  await search(page).press('ArrowUp')
  await expect(highlighted).toContainText('Ufficio 000001')
  // The rows beyond the first page arrive while the key is pressed.
  await expect(async () => {
    await search(page).press('PageDown')
    expect(Number((await highlighted.textContent())?.match(/Ufficio (\d+)/)?.[1])).toBeGreaterThan(50)
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(search(page)).toBeHidden()
  await expect(band(page)).toHaveText('Dati di tutti i clienti')

  // A click loads the customer, and all later requests are about it.
  await openChooser(page)
  await search(page).fill('ufficio 000777')
  await expect(rows(page).nth(1)).toContainText('Ufficio 000777')
  const accounts = page.waitForRequest(/\/v1\/accounts\/customer\/\d+/)
  await rows(page).nth(1).click()
  expect((await accounts).headers()['x-customer-id']).toMatch(/^\d+$/)
  await expect(band(page)).toContainText('Dati di Ufficio 000777')
  await expect(search(page)).toBeHidden()
})

test('the band always says whose data is shown, and a key leaves the customer, but not while typing', async ({
  page,
}) => {
  await openDashboard(page, 'backoffice')
  await openChooser(page)
  await search(page).fill('ufficio 000778')
  await search(page).press('Enter')
  await expect(band(page)).toContainText('Dati di Ufficio 000778')
  await page.reload()
  await expect(band(page)).toContainText('Dati di Ufficio 000778')
  await page.goto('/#/condomini/nuovo')
  await page.getByLabel('Nome', { exact: true }).fill('Condominio a metà')
  await page.keyboard.press('Alt+u')
  await expect(band(page)).toContainText('Dati di Ufficio 000778')
  // The shortcut on the page asks first, because something is unsaved.
  await page.locator('h1').click()
  await page.keyboard.press('Alt+u')
  await page.getByRole('button', { name: 'Resta qui' }).click()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Condominio a metà')
  await page.locator('h1').click()
  await page.keyboard.press('Alt+u')
  await page.getByRole('button', { name: 'Cambia senza salvare' }).click()
  await expect(band(page)).toHaveText('Dati di tutti i clienti')
  await expectDashboard(page)
})

test('when the customer’s state is not OK the message stays on the band', async ({ page }) => {
  await openDashboard(page, 'backoffice')
  await openChooser(page)
  await search(page).fill(String(waiting))
  await rows(page).filter({ hasText: 'Società Però' }).click()
  await expect(band(page)).toContainText('Dati di Società Però & Figli')
  await expect(band(page)).toContainText('In attesa di attivazione')
})

test('when the customer cannot be loaded, it is deselected and the session expires', async ({ page }) => {
  await openDashboard(page, 'backoffice')
  await openChooser(page)
  await page.route(/\/v1\/customers\/\d+$/, (route) =>
    route.fulfill({ status: 404, json: { error: 'not_found', error_description: 'Non c’è.' } }),
  )
  await rows(page).nth(1).click()
  await expect(page).toHaveURL(/#\/auth\/login/)
  await expect(page.getByText('Sessione scaduta.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('saldo.customer'))).toBeNull()
})

test('a list of customers that cannot be loaded says so and offers a retry', async ({ page }) => {
  await openDashboard(page, 'backoffice')
  await page.route(/\/v1\/customers\?/, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Scegli un cliente' }).click()
  await expect(page.getByText('Non riesco a mostrare i clienti')).toBeVisible()
  await page.unroute(/\/v1\/customers\?/)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(rows(page).nth(1)).toBeVisible()
})

test('the customer chooser can be used without seeing and without a mouse, also on a phone', async ({
  page,
}) => {
  await openDashboard(page, 'backoffice')
  await openChooser(page)
  await expectAccessible(page, 'scelta del cliente')
  await page.setViewportSize({ width: 390, height: 844 })
  await search(page).fill('ufficio 000779')
  await expect(rows(page).first()).toContainText('Ufficio 000779')
  for (const text of [
    'Ufficio 000779',
    'Amministratore',
    'Firenze',
    '50123',
    'PRV0000000000779',
    'u779@example.it',
  ])
    await expect(rows(page).first()).toContainText(text)
  await rows(page).first().click()
  await expect(band(page)).toContainText('Dati di Ufficio 000779')
})
