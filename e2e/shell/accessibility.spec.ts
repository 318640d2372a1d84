import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office, payByCard } from '../actions.ts'
import { test } from '../test.ts'

/** Checks a page once its content is loaded. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

test('every page of the office can be used without seeing and without a mouse', async ({ page, request }) => {
  test.setTimeout(900_000)
  const { call } = await office(page, request)
  const first = async (list: string, key: string) => {
    const { items } = await call<{ items: Record<string, number>[] }>('GET', `/v1/${list}?limit=1`)
    return items[0]?.[key]
  }
  const pages = [
    '/dashboard',
    '/bollette',
    `/bollette/${await first('bills', 'bill_id')}`,
    '/bollette/nuova',
    '/bollette/importa',
    '/transazioni',
    `/transazioni/${await first('payments', 'payment_id')}`,
    '/condomini',
    `/condomini/${await first('accounts', 'account_id')}`,
    '/condomini/nuovo',
    '/anagrafica',
    `/anagrafica/${await first('subjects', 'subject_id')}`,
    '/anagrafica/nuovo',
    '/quadratura',
    '/registro',
    `/registro/${await first('accounts', 'account_id')}`,
    '/prima-nota',
    '/accrediti',
    '/morosita',
    '/morosita/persone',
    '/account-incassi',
    '/metodi',
    '/subusers',
    '/subusers/nuovo',
    '/agenti',
    '/settings',
    '/questa-pagina-non-esiste',
    '/403',
    '/500',
  ]
  for (const path of pages) {
    await page.goto(`/#${path}`)
    await settled(page)
    await expectAccessible(page, path)
  }
})

test('sign-in, the public bill and the payment result are accessible', async ({ page, request, browser }) => {
  test.setTimeout(600_000)
  const bill = await (await office(page, request)).newBill(12_345)
  const resident = await (await browser.newContext()).newPage()
  await resident.goto('/#/auth/login')
  await settled(resident)
  await expectAccessible(resident, 'accesso')
  await resident.goto(bill.url)
  await settled(resident)
  await expectAccessible(resident, 'bolletta')
  await payByCard(resident, '4242424242424242')
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
  await expectAccessible(resident, 'risultato')
})

test('a resident manages payment methods without seeing and without a mouse', async ({ page, request }) => {
  test.setTimeout(600_000)
  await office(page, request, 'condomino')
  await page.goto('/#/metodi')
  await settled(page)
  await page.getByRole('button', { name: 'Aggiungi una carta' }).first().click()
  await page.getByLabel('Numero della carta').fill('4242424242424242')
  await page.getByLabel('Scadenza').fill('12/34')
  await page.getByLabel('Codice (CVC)').fill('123')
  await page.getByLabel('E-mail').fill('lucia@example.it')
  await expectAccessible(page, 'aggiungere una carta')
  await page.getByLabel('Accetto').check()
  await page.getByRole('button', { name: 'Salva la carta' }).click()
  const card = page.getByText('Visa •••• 4242').first()
  await expect(card).toBeVisible()
  await expectAccessible(page, 'metodi di pagamento')
  await page.getByRole('button', { name: 'Azioni per Visa •••• 4242' }).first().click()
  await page.getByRole('menuitem', { name: 'Leggi il consenso' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'consenso')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Azioni per Visa •••• 4242' }).first().click()
  await page.getByRole('menuitem', { name: 'Togli' }).click()
  await page.getByRole('button', { name: 'Togli', exact: true }).click()
  await expect(card).toBeHidden()
})
