import { expect } from '@playwright/test'
import { addMonths, today } from '@saldo/domain/dates'
import { monthOf } from '@saldo/domain/payments/commissions'
import { expectAccessible } from '../accessible.ts'
import { openDashboard } from '../actions.ts'
import { test } from '../test.ts'

test('the back office creates an agent, assigns a customer, sees the commissions and closes the month; the office sees its agent', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const serial = Date.now() % 1_000_000
  await openDashboard(page, 'backoffice')
  await page.getByRole('link', { name: 'Agenti' }).click()
  await expect(page.getByRole('heading', { name: 'Agenti' })).toBeVisible()
  await expectAccessible(page, 'agenti')

  await page.getByRole('link', { name: 'Nuovo' }).click()
  await page.getByRole('button', { name: 'Aggiungi l’agente' }).click()
  await expect(page.getByText('Scrivi il codice fiscale o la partita IVA.')).toBeVisible()
  await expectAccessible(page, 'nuovo agente, con quello che manca')
  await page.getByLabel('Ragione sociale').fill(`Agenzia Prova ${serial}`)
  await page.getByLabel('Partita IVA').fill(vatNumber(serial))
  await page.getByLabel('E-mail').fill(`agenzia${serial}@example.it`)
  await page.getByLabel('Percentuale delle commissioni trattenute').fill('12,5')
  await page.getByRole('button', { name: 'Aggiungi l’agente' }).click()
  await expect(page.getByRole('heading', { name: `Agenzia Prova ${serial}` })).toBeVisible()

  await page.getByRole('button', { name: 'Assegna un cliente' }).click()
  await page.getByRole('combobox', { name: 'Cliente' }).fill('Studio Neri')
  await page.getByRole('option', { name: /Studio Neri/ }).click()
  await page.getByRole('button', { name: 'Assegna', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Clienti' }).getByText('Studio Neri')).toBeVisible()
  await expectAccessible(page, 'clienti dell’agente')
  // End the assignment, so that a retry can assign the customer again.
  await page.getByRole('button', { name: 'Cambia le date di Studio Neri' }).click()
  await page.getByRole('button', { name: 'Togli questo cliente' }).click()
  await expect(page.getByText('Nessun cliente')).toBeVisible()

  await page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Agenti' }).click()
  await page.getByRole('row', { name: /Elisa Fontana/ }).click()
  await page.getByRole('link', { name: 'Provvigioni' }).click()
  const months = page.getByRole('list', { name: 'Mesi' })
  await expect(months.getByRole('listitem').first()).toContainText('In corso')
  await expectAccessible(page, 'provvigioni')
  await months.getByRole('listitem').nth(1).getByRole('link').click()
  await expect(page.getByRole('table', { name: 'Clienti del mese' })).toContainText(
    'Gestioni Condominiali Reno S.r.l.',
  )
  const close = page.getByRole('button', { name: 'Chiudi il mese' })
  if (await close.isVisible()) {
    await close.click()
    await page.getByRole('button', { name: /^Chiudi a / }).click()
  }
  await expect(page.getByRole('button', { name: 'Segna pagata' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`mese=%?2?2?${monthOf(addMonths(today(), -1))}`))
  await expectAccessible(page, 'mese chiuso')

  const office = await (await browser.newContext()).newPage()
  await openDashboard(office, 'amministratore')
  await office.getByRole('link', { name: 'Agenti' }).click()
  await expect(office.getByRole('heading', { name: 'Il tuo agente' })).toBeVisible()
  await expect(office.getByText('Lenzi & Partners S.r.l.')).toBeVisible()
  await expect(office.getByText('rovvigion')).toHaveCount(0)
})

/** A tax code of eleven digits with a valid check digit. */
function vatNumber(serial: number): string {
  const ten = `8${String(serial).padStart(6, '0')}048`
  const sum = [...ten].reduce((total, digit, place) => {
    const doubled = Number(digit) * 2
    return total + (place % 2 === 0 ? Number(digit) : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${ten}${(10 - (sum % 10)) % 10}`
}
