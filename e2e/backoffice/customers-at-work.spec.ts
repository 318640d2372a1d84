import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { elevenMinutesLater, openDashboard } from '../actions.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

const band = (page: Page) => page.getByText(/^(Dati di|Agisci come)/).first()

/** Chooses the demo's office of `amministratore`. */
async function chooseOffice(page: Page) {
  await page.getByRole('button', { name: /^(Scegli un cliente|Cambia)$/ }).click()
  await page.getByRole('combobox', { name: 'Cerca un cliente' }).fill('Studio Bartolini Amministrazioni')
  const rows = page.getByRole('grid', { name: 'Clienti' }).getByRole('row')
  // The header, and the one that is found: until then the list still moves.
  await expect(rows).toHaveCount(2)
  await rows.filter({ hasText: 'Studio Bartolini Amministrazioni' }).click()
  await expect(band(page)).toContainText('Dati di Studio Bartolini Amministrazioni')
}

/** Their last proof is too old for a delicate act. */
async function unattended(user_name: string) {
  const sql = ownDatabase()
  try {
    await elevenMinutesLater(sql, user_name)
  } finally {
    await sql.end()
  }
}

/** Types the code that the demo shows. */
async function proveAgain(page: Page) {
  const asking = page.getByRole('dialog', { name: 'Conferma che sei tu' })
  await asking.getByRole('button', { name: 'Usa questo codice' }).click()
  await asking.getByRole('button', { name: 'Conferma' }).click()
  await expect(asking).toBeHidden()
}

test('the back office looks at an office, impersonates it with a reason to change something, and the office reads both names', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  await openDashboard(page, 'backoffice')
  await chooseOffice(page)

  // To change something it must say why.
  const name = `Condominio Aiuto ${Date.now() % 1_000_000}`
  await page.goto('/#/condomini/nuovo')
  await page.getByLabel('Nome', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Aggiungi il condominio' }).click()
  const dialog = page.getByRole('dialog', { name: /^Agisci come Studio Bartolini Amministrazioni/ })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'agisci come')
  await dialog.getByRole('button', { name: 'Agisci come' }).click()
  await expect(dialog.getByText('Scegli il motivo.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Motivo' }).click()
  await page.getByRole('option', { name: 'Lo studio lo ha chiesto per telefono' }).click()
  await dialog.getByLabel('Dettagli').fill('Ha chiamato la signora Neri')
  await unattended('backoffice')
  await dialog.getByRole('button', { name: 'Agisci come' }).click()
  // A screen that was left alone must not start it.
  await proveAgain(page)
  // The call that was refused is repeated.
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(band(page)).toContainText('Ha chiamato la signora Neri')
  await expect(page.getByText('ancora 30 minuti')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'agisci come, su un telefono')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Termina' }).click()
  await expect(band(page)).toContainText('Dati di Studio Bartolini Amministrazioni')

  // Leaving the customer ends it as well: who comes back only looks.
  await page.getByRole('button', { name: 'Agisci come' }).click()
  await dialog.getByRole('combobox', { name: 'Motivo' }).click()
  await page.getByRole('option', { name: 'Lo studio lo ha chiesto per telefono' }).click()
  await dialog.getByRole('button', { name: 'Agisci come' }).click()
  await expect(band(page)).toContainText('Agisci come Studio Bartolini')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Cerca' }).getByRole('combobox').fill('lascia cliente')
  await page.keyboard.press('Enter')
  await expect(band(page)).toContainText('tutti i clienti')
  await chooseOffice(page)

  const office = await (await browser.newContext()).newPage()
  await openDashboard(office)
  await office.goto('/#/storia?by=back_office')
  await expect(office.getByText('Saldo ha smesso di operare per lo studio').first()).toBeVisible()
  await expect(office.getByText(/\(backoffice\) per Studio Bartolini Amministrazioni/).first()).toBeVisible()
  await office.getByText(name).first().click()
  await expect(office.getByText(/Motivo: Lo studio lo ha chiesto per telefono: Ha chiamato/)).toBeVisible()
  await office.context().close()
})

/** An office that awaits activation, with all its data and one user; returns its name and the user's. */
async function newOffice() {
  const serial = Date.now() % 1_000_000
  const [name, user_name] = [`Studio Attesa ${serial}`, `attesa${serial}`]
  const sql = ownDatabase()
  try {
    await sql`
      with office as (
        insert into customers (business_name, state, address, city, zip_code, prov, vat_number, primary_email)
        values (${name}, '0', 'Via Ricasoli', 'Firenze', '50122', 'FI', ${vatNumber(serial)}, ${`${user_name}@example.it`})
        returning customer_id
      ), made as (
        insert into users (user_name, nominative, email, customer_id)
        select ${user_name}, 'Marta Attesa', ${`${user_name}@example.it`}, customer_id from office returning user_id)
      insert into credentials (user_id, password_hash)
      select made.user_id, c.password_hash from made, credentials c join users u using (user_id)
      where u.user_name = 'amministratore'`
  } finally {
    await sql.end()
  }
  return { name, user_name }
}

/** Ten digits and their check digit (Luhn). */
function vatNumber(n: number): string {
  const digits = `08${String(n).padStart(8, '0')}`
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + ((10 - (sum % 10)) % 10)
}

test('an office that awaits activation sees live who looks at it and what is missing; the back office asks, and activates it with a reason', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const { name, user_name } = await newOffice()
  const office = await (await browser.newContext()).newPage()
  await openDashboard(office, user_name)
  const missing = office.getByRole('list', { name: 'Manca' })
  await expect(missing).toContainText('Documento d’identità')
  await expect(office.getByText(/ti rispondiamo entro due giorni lavorativi/)).toBeVisible()
  await expectAccessible(office, 'in attesa di attivazione')

  await openDashboard(page, 'backoffice')
  await page.goto('/#/clienti')
  await page.getByRole('link', { name: /da attivare$/i }).click()
  await expect(page.getByRole('heading', { name: 'Clienti da attivare' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Documento d’identità (manca)')
  await expectAccessible(page, 'clienti da attivare')
  await row.click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Me ne occupo io' }).click()
  await expect(page.getByText('Te ne occupi tu.')).toBeVisible()
  await expect(office.getByText(/^Se ne occupa .+ di Saldo/)).toBeVisible()

  await page.getByRole('button', { name: 'Chiedi quello che manca' }).click()
  await expect(page.getByLabel('Che cosa serve', { exact: true })).toHaveValue(/- Documento d’identità/)
  await expectAccessible(page, 'chiedi quello che manca')
  await page.getByRole('button', { name: 'Chiedi', exact: true }).click()
  await expect(page.getByText(`Chiesto a ${name}.`)).toBeVisible()
  await expect(office.getByText(/^Saldo ti ha chiesto:/)).toContainText('Documento d’identità')

  await page.getByRole('button', { name: 'Attiva', exact: true }).click()
  await page.getByRole('button', { name: 'Attiva e avvisa' }).click()
  await expect(page.getByText('Scrivi perché lo attivi lo stesso.')).toBeVisible()
  await page.getByLabel('Perché lo attivi lo stesso').fill('Documenti visti di persona')
  await page.getByRole('button', { name: 'Attiva e avvisa' }).click()
  await expect(page.getByText(`${name} è attivo.`)).toBeVisible()
  await office.reload()
  await expect(
    office.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Bollette' }),
  ).toBeVisible()
  await office.context().close()
})

test('a link activates no office whose data lack, and says why', async ({ page }) => {
  const { name } = await newOffice()
  const sql = ownDatabase()
  const [office] = await sql`
    update customers set vat_number = null where business_name = ${name} returning customer_id`
  await sql.end()
  await openDashboard(page, 'backoffice')
  await page.goto(`/#/clienti/${office?.customer_id}?azione=attiva`)
  await expect(page.getByRole('alert').getByText('Prima completa i dati dello studio.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Completa i dati' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})
