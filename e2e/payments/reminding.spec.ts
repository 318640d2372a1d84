import { expect } from '@playwright/test'
import { addDays, today } from '@saldo/domain/dates'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

test('seven overdue bills, one letter: read, cancelled, sent; a neighbour without e-mail gets one on paper, by hand', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request)
  const serial = Date.now()
  const account = `Condominio Solleciti ${serial}`
  const email = `sara${serial}@example.it`
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', { name: account })
  const person = async (nominative: string, of: object = {}) =>
    (await call<{ subject_id: number }>('PUT', '/v1/subjects', { nominative, ...of })).subject_id
  const overdue = async (subject_id: number, days: number, amount: number) =>
    (
      await call<{ number: string }>('PUT', '/v1/bills', {
        ...{ account_id, subject_id, description: `Rata di ${days} giorni fa` },
        issue_date: addDays(today(), -days - 5),
        lines: [{ description: 'Spese generali', amount }],
        instalments: [{ due_date: addDays(today(), -days), amount }],
      })
    ).number
  const debtor = await person(`Poli Sara ${serial}`, { email })
  const neighbour = await person(`Zeni Ugo ${serial}`)
  const numbers: string[] = []
  for (const days of [8, 20, 40, 65, 100, 200, 300]) numbers.push(await overdue(debtor, days, 10_000))
  await overdue(neighbour, 30, 5_000)

  // The letter is read before it goes: seven bills, a first reminder although one is ten months old.
  await page.goto('/#/solleciti')
  await page.getByRole('button', { name: 'Sollecita i morosi' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Sollecita i morosi' })
  await dialog.getByRole('combobox', { name: 'Condominio' }).fill(account)
  await page.getByRole('option', { name: account }).click()
  await expect(dialog.getByText('1 sollecito per 700,00')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Poli Sara/ })).toContainText('Primo sollecito')
  await expect(dialog.getByRole('row', { name: /Zeni Ugo/ })).toContainText('manca l’indirizzo e-mail')
  await expectAccessible(page, 'scelta di chi sollecitare')
  await dialog.getByRole('button', { name: /Leggi il sollecito a Poli Sara/ }).click()
  const letter = dialog.getByRole('table', { name: 'Bollette del sollecito' })
  for (const number of numbers) await expect(letter).toContainText(number)
  await expect(letter).toContainText('Totale scaduto')
  await expect(dialog.getByText('per 7 bollette scadute')).toBeVisible()
  await expectAccessible(page, 'un sollecito, come si legge')
  // Escape closes the letter, and what was chosen stays.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Torna all’elenco' })).toBeHidden()

  // Cancelled at the server: nothing leaves.
  await dialog.getByRole('button', { name: 'Invia 1 sollecito' }).click()
  const toast = page.getByRole('status').filter({ hasText: '1 sollecito in uscita.' })
  await toast.getByRole('button', { name: 'Annulla' }).first().click()
  await expect(page.getByText('Invio annullato: nessun sollecito è partito.')).toBeVisible()
  const list = `/#/solleciti?account_id=${account_id}`
  await page.goto(list)
  await expect(page.getByRole('row', { name: /Poli Sara/ })).toContainText('Annullato')

  // Again, with the neighbour’s letter on paper; the page is left while the letters wait.
  await page.getByRole('button', { name: 'Sollecita i morosi' }).first().click()
  await dialog.getByRole('combobox', { name: 'Condominio' }).fill(account)
  await page.getByRole('option', { name: account }).click()
  await dialog.getByRole('checkbox', { name: /Sollecita Zeni Ugo/ }).check()
  await dialog.getByRole('button', { name: 'Invia 1 sollecito e prepara 1 lettera' }).click()
  await expect(dialog.getByText('1 lettera da stampare.')).toBeVisible()
  await page.goto('/#/dashboard')
  await page.goto(`${list}&state=not_sent`)
  await page.reload()
  await expect(page.getByText('1 sollecito in uscita, 1 lettera da consegnare.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Poli Sara/ })).toContainText('Non inviato', { timeout: 90_000 })

  const sql = ownDatabase()
  try {
    const mails = await sql`select text from emails where to_address = ${email} and template = 'reminder'`
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text.match(/\/mybill\//g)).toHaveLength(7)
    expect(mails[0]?.text).toContain('700,00')
  } finally {
    await sql.end()
  }

  // The letter on paper counts when its delivery is recorded.
  await page.goto(`${list}&state=to_deliver`)
  await page
    .getByRole('row', { name: /Zeni Ugo/ })
    .getByText('Da consegnare')
    .click()
  const panel = page.getByRole('complementary', { name: /Dettaglio/ })
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Scarica PDF' }).click()
  expect((await download).suggestedFilename()).toBe(`Primo sollecito Zeni Ugo ${serial}.pdf`)
  await panel.getByRole('button', { name: 'Registra la consegna' }).click()
  const delivery = page.getByRole('dialog', { name: 'Registra la consegna' })
  await delivery.getByRole('combobox', { name: 'Come' }).click()
  await page.getByRole('option', { name: 'Consegna a mano' }).click()
  await expectAccessible(page, 'la consegna di una lettera')
  await delivery.getByRole('button', { name: 'Registra' }).click()
  await expect(page.getByText('Consegna registrata: 1 lettera.')).toBeVisible()
  await page.goto(`${list}&state=delivered`)
  await expect(page.getByRole('row', { name: /Zeni Ugo/ })).toContainText('Consegnato')
})
