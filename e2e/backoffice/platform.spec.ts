import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office, openDashboard } from '../actions.ts'
import { maintenance } from '../notices.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

/** A page of somebody else, in a browser of their own. */
async function pageOf(browser: Browser, user: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await openDashboard(page, user)
  return page
}
/** Nobody stays out, and everything is on, whatever became of the journey. */
test.afterEach(async () => {
  const sql = ownDatabase()
  await sql`update maintenances set ended_at = now() where ended_at is null`
  await sql`delete from feature_switches`
  await sql`update announcements set ended_at = now() where ended_at is null`
  await sql.end()
})

const openPlatform = async (page: Page, view?: string) => {
  await openDashboard(page, 'backoffice')
  await page.getByRole('link', { name: 'Piattaforma', exact: true }).click()
  if (view) await page.getByRole('navigation', { name: 'Viste' }).getByRole('link', { name: view }).click()
}
const closed = (page: Page) => page.getByRole('alertdialog', { name: 'Saldo è in manutenzione' })

test('a maintenance covers the pages of an office that are open, keeps what was typed, and goes away by itself', async ({
  page,
  browser,
}) => {
  const administrator = await pageOf(browser, 'amministratore')
  await administrator.goto('/#/condomini/nuovo')
  const name = administrator.getByLabel('Nome', { exact: true })
  await name.fill('Condominio Mai Perso')

  await openPlatform(page)
  await expect(page.getByRole('heading', { name: 'Manutenzione', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Apri una manutenzione' }).click()
  const dialog = page.getByRole('dialog', { name: 'Apri una manutenzione' })
  await expectAccessible(page, 'apri una manutenzione', 2400)
  await dialog.getByRole('button', { name: 'Apri la manutenzione' }).click()
  await expect(dialog.getByText('Scrivi perché.')).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Migrazione dei dati')
  await dialog.getByLabel(/^Frase per chi è fuori/).fill('Torniamo alle sei.')
  await dialog.getByLabel('Fine').fill('01/01/2020 10:00')
  await dialog.getByRole('button', { name: 'Apri la manutenzione' }).click()
  await expect(dialog.getByText('Questo momento è già passato.')).toBeVisible()
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Migrazione dei dati')
  await dialog.getByLabel('Fine').fill('23:59')
  await dialog.getByRole('button', { name: 'Apri la manutenzione' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /Migrazione dei dati/ })
  await expect(row).toContainText('In corso')

  await expect(maintenance(administrator)).toBeVisible()
  await expect(maintenance(administrator).getByText(/fino alle 23:59/)).toBeVisible()
  await expect(maintenance(administrator).getByText('Torniamo alle sei.')).toBeVisible()
  await expectAccessible(administrator, 'chi è fuori', 2400)
  // Whoever works in the back office stays inside.
  await expect(maintenance(page)).toBeHidden()

  await row.click()
  const panel = page.getByRole('complementary', { name: /^Dettaglio/ })
  await expectAccessible(page, 'una manutenzione', 2400)
  await panel.getByRole('button', { name: 'Termina ora' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Termina ora' }).click()
  await expect(maintenance(administrator)).toBeHidden()
  await expect(name).toHaveValue('Condominio Mai Perso')
  await administrator.getByRole('button', { name: 'Aggiungi il condominio' }).click()
  await expect(administrator.getByRole('heading', { name: /Condominio Mai Perso/ })).toBeVisible()
})

test('who pays by a link is told until when, and the page comes back with what was typed', async ({
  page,
  request,
}) => {
  const { newBill } = await office(page, request)
  const bill = await newBill(41_250)
  await page.clock.install()
  await page.goto(bill.path)
  await page.getByRole('radio', { name: /^Carta/ }).check()
  await page.getByLabel('Numero della carta').fill('4242 4242 4242 4242')
  const sql = ownDatabase()
  await sql`
    insert into maintenances (audience, reason, message, until, opened_by_name)
    values ('everybody', 'Prova', 'Torniamo presto.', now() + interval '2 hours', 'Prova')`
  await page.clock.fastForward(61_000)
  await expect(closed(page)).toBeVisible()
  await expect(closed(page).getByText('Torniamo presto.')).toBeVisible()
  await expectAccessible(page, 'chi paga, in manutenzione', 2400)
  // The end by the clock, without anybody doing anything.
  await sql`update maintenances set starts_at = now() - interval '1 day', until = now() where ended_at is null`
  await page.clock.fastForward(21_000)
  await expect(closed(page)).toBeHidden()
  await expect(page.getByLabel('Numero della carta')).toHaveValue('4242 4242 4242 4242')

  // A page that is opened meanwhile comes back, too.
  await sql`
    insert into maintenances (audience, reason, until, opened_by_name)
    values ('everybody', 'Prova', now() + interval '2 hours', 'Prova')`
  await page.reload()
  await expect(closed(page)).toBeVisible()
  await sql`update maintenances set ended_at = now() where ended_at is null`
  await closed(page).getByRole('button', { name: 'Aggiorna' }).click()
  await expect(closed(page)).toBeHidden()
  await expect(page.getByRole('radio', { name: /^Carta/ })).toBeVisible()
  await sql.end()
})

test('a way to pay is turned off for a reason: the pay page offers the rest and says why', async ({
  page,
  browser,
  request,
}) => {
  const payer = await (await browser.newContext()).newPage()
  const { newBill } = await office(payer, request)
  const bill = await newBill(10_000)
  await openPlatform(page, 'Funzioni')
  await expectAccessible(page, 'funzioni', 2400)
  await page.getByRole('button', { name: 'Cambia Pagamenti con carta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambia Pagamenti con carta' })
  await dialog.getByRole('combobox', { name: 'Stato' }).click()
  await page.getByRole('option', { name: 'Spento', exact: true }).click()
  await dialog.getByRole('button', { name: 'Salva' }).click()
  await expect(dialog.getByText('Scrivi perché.')).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Il provider ha problemi con le carte')
  await expectAccessible(page, 'cambia una funzione', 2400)
  await dialog.getByRole('button', { name: 'Salva' }).click()
  await expect(dialog).toBeHidden()
  const card = page.getByRole('listitem').filter({ hasText: 'Pagamenti con carta' })
  await expect(card).toContainText('Spento')
  await expect(card).toContainText('Il provider ha problemi con le carte')

  await payer.goto(bill.path)
  await expect(payer.getByText(/^Carta: per ora non si può usare/)).toBeVisible()
  await expect(payer.getByRole('radio', { name: /^Carta/ })).toHaveCount(0)
  await expect(payer.getByRole('radio', { name: /^Addebito sul conto/ })).toBeVisible()
  await expectAccessible(payer, 'pagare senza carta', 2400)
})

test('an announcement stands above the pages of administrators until they close it', async ({
  page,
  browser,
}) => {
  const administrator = await pageOf(browser, 'amministratore')
  await openPlatform(page, 'Avvisi')
  await page.getByRole('button', { name: 'Nuovo avviso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuovo avviso' })
  await dialog.getByLabel('Titolo').fill('Nuovi orari')
  await dialog.getByLabel('Testo').fill('Da lunedì rispondiamo dalle 8.')
  await expectAccessible(page, 'nuovo avviso', 2400)
  await dialog.getByRole('button', { name: 'Salva l’avviso' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Nuovi orari/ })).toContainText('In corso')

  const text = administrator.getByText('Da lunedì rispondiamo dalle 8.')
  await expect(text).toBeVisible()
  await expect(page.getByText('Da lunedì rispondiamo dalle 8.')).toBeHidden()
  await expectAccessible(administrator, 'un avviso in alto', 2400)
  await administrator.getByRole('button', { name: 'Chiudi l’avviso: Nuovi orari' }).click()
  await expect(text).toBeHidden()
  await administrator.reload()
  await expect(administrator.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(text).toBeHidden()
})

test('the minimum version is never above the one that runs, and says who decided it', async ({ page }) => {
  await openPlatform(page, 'Versioni minime')
  await expectAccessible(page, 'versioni minime', 2400)
  await page.getByRole('button', { name: 'Cambia Condòmini' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambia la versione minima: Condòmini' })
  await dialog.getByLabel('Versione').fill('v9.0-1')
  await dialog.getByLabel('Motivo').fill('Un errore nei riparti')
  await dialog.getByRole('button', { name: 'Salva la versione minima' }).click()
  await expect(dialog.getByText(/nessuno potrebbe più entrare/)).toBeVisible()
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Un errore nei riparti')
  await dialog.getByLabel('Versione').fill('v2.0-300')
  await dialog.getByRole('button', { name: 'Salva la versione minima' }).click()
  await expect(dialog).toBeHidden()
  const residents = page.getByRole('listitem').filter({ hasText: 'Condòmini' })
  await expect(residents).toContainText('Accettiamo dalla v2.0-300 in poi')
  await expect(residents).toContainText('Un errore nei riparti')
})
