import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

test('two records of one person are merged, a call is noted down, and the certificate is verified from paper', async ({
  page,
  request,
  browser,
}) => {
  const { call, newBill } = await office(page, request)
  const { bill_id } = await newBill(41_250)
  const { subject_id, subject_nominative, account_name, subject_email } = await call<{
    subject_id: number
    subject_nominative: string
    account_name: string
    subject_email: string
  }>('GET', `/v1/bills/${bill_id}`)
  const other = await call<{ subject_id: number }>('PUT', '/v1/subjects', {
    nominative: subject_nominative.toUpperCase(),
    email: subject_email,
    phone: '055 000 1234',
  })

  await page.goto('/#/anagrafica/doppioni')
  const pair = page.getByRole('listitem').filter({ hasText: subject_nominative })
  await expect(pair).toContainText('stesso nome e stessa e-mail')
  await pair.getByRole('link', { name: /Confronta/ }).click()
  await expect(page.getByRole('radio', { name: subject_nominative, exact: true })).toBeChecked()
  await expectAccessible(page, 'unire due schede')
  await page.getByRole('button', { name: 'Unisci le schede' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Per confermare/).fill(String(other.subject_id))
  await dialog.getByRole('button', { name: 'Unisci le schede' }).click()
  await expect(page).toHaveURL(new RegExp(`#/anagrafica/${subject_id}$`))
  await expect(page.getByRole('link', { name: '055 000 1234' })).toBeVisible()

  await page.goto(`/#/anagrafica/${other.subject_id}`)
  await expect(page).toHaveURL(new RegExp(`#/anagrafica/${subject_id}$`))
  const open = page.getByRole('region', { name: `Bollette aperte, ${account_name}` })
  await expect(open.getByRole('listitem')).toContainText('412,50')

  await page.getByRole('link', { name: 'Note e telefonate' }).click()
  await page.getByRole('button', { name: 'Telefonata', exact: true }).click()
  const writing = page.getByRole('dialog')
  await writing.getByLabel('Che cosa vi siete detti').fill('Perché 412,50?')
  await writing.getByRole('textbox', { name: /^Richiamare il/ }).fill('01/01/2026')
  await expectAccessible(page, 'annotare una telefonata')
  await writing.getByRole('button', { name: 'Salva la telefonata' }).click()
  await expect(page.getByRole('list', { name: 'Note e telefonate' })).toContainText('Perché 412,50?')
  await page.goto('/#/anagrafica?call_back=due')
  await expect(page.getByText(subject_nominative).first()).toBeVisible()
  await page.goto(`/#/anagrafica/${subject_id}`)
  const toCall = page.getByRole('list', { name: 'Da richiamare' })
  await expect(toCall).toContainText('Era da richiamare il 01/01/2026')
  await toCall.getByRole('button', { name: 'Chiamata fatta' }).click()
  await expect(toCall).toHaveCount(0)
  await page.getByRole('link', { name: 'Estratto conto' }).click()
  await expect(page.getByRole('row', { name: /Rata 3 di 4/ })).toContainText('412,50')
  const elsewhere = `Condominio Altrove ${subject_id}`
  await call('PUT', '/v1/accounts', { name: elsewhere })
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: 'Condominio' }).fill(name)
    await page.getByRole('option', { name }).click()
  }
  await choose(elsewhere)
  await expect(page.getByText('Nessun movimento in questo periodo.')).toBeVisible()
  await expectAccessible(page, 'un estratto conto di un solo condominio')
  await choose(account_name)
  await expect(page.getByRole('row', { name: /Rata 3 di 4/ })).toContainText('412,50')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Condominio' })).toHaveValue(account_name)

  await page.getByRole('link', { name: 'Attestazioni' }).click()
  await page.getByRole('button', { name: 'Nuova attestazione' }).click()
  await choose(account_name)
  await page.getByRole('button', { name: 'Emetti l’attestazione' }).click()
  const row = page.getByRole('list', { name: 'Attestazioni' }).getByRole('listitem')
  await expect(row).toContainText('In regola')
  const code = /([0-9A-Z]{4}-){6}[0-9A-Z]{4}/.exec(await row.innerText())?.[0] as string

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto('/#/verifica/')
  await stranger.getByLabel('Codice').fill(code.toLowerCase().replaceAll('-', ''))
  await stranger.getByRole('button', { name: 'Verifica' }).click()
  await expect(stranger.getByRole('heading', { name: 'Questa attestazione è autentica' })).toBeVisible()
  await expect(stranger.getByText(account_name)).toBeVisible()
  await expect(stranger.getByText(subject_nominative)).toHaveCount(0)
  await expectAccessible(stranger, 'la verifica di un’attestazione')
})
