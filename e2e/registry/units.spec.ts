import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

test('an administrator keeps the registry: adds a unit and its owner, enters millesimi and sees what is missing to a thousand', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request)
  const name = `Condominio del registro ${Date.now()}`
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', { name })
  const surname = `Registri${Date.now()}`
  await call('PUT', '/v1/subjects', { nominative: `${surname} Lucia` })

  await page.goto(`/#/condomini/${account_id}?tab=unita`)
  await page.getByRole('button', { name: 'Aggiungi un’unità' }).click()
  await page.getByLabel('Scala').fill('A')
  await page.getByLabel('Interno').fill('3')
  await page.getByRole('button', { name: 'Aggiungi', exact: true }).click()
  // Works by keyboard only: the row's menu opens, and the arrows choose.
  await page.getByRole('button', { name: 'Azioni per Int. 3, scala A' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Apri' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Aggiungi una persona', exact: true }).press('Enter')
  await page.getByRole('combobox', { name: 'Persona o società' }).fill(surname)
  await page.getByRole('option', { name: `${surname} Lucia` }).click()
  await page.getByLabel('su', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Aggiungi', exact: true }).click()
  await expect(page.getByText('proprietà, 1/2')).toBeVisible()
  await expect(page.getByText('nessun recapito')).toBeVisible()
  await expect(page.getByText('Nessuna unità ha i millesimi di proprietà.')).toBeVisible()
  await expect(page.getByText('Le quote non arrivano all’intero.')).toBeVisible()
  await expectAccessible(page, 'unità')

  await page
    .getByRole('navigation', { name: 'Parti del condominio' })
    .getByRole('link', { name: 'Tabelle' })
    .click()
  await page.getByRole('button', { name: 'Aggiungi una tabella' }).click()
  await page.getByLabel('Nome').fill('Tabella A')
  await page.getByRole('button', { name: 'Aggiungi', exact: true }).click()
  const weight = page.getByLabel('Tabella A, Int. 3, scala A')
  await weight.fill('987,5')
  await weight.press('Enter')
  await expect(page.getByText('mancano 12,5 a 1.000')).toBeVisible()
  await page.goto(`/#/condomini/${account_id}?tab=unita&contact=without`)
  const row = page.getByRole('row', { name: /Int. 3, scala A.*987,5.*0,00/ })
  await expect(row).toContainText('nessun recapito')
  await page.getByRole('link', { name: 'Senza millesimi' }).click()
  await expect(page.getByText('Nessuna unità con questi filtri')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Apri Int. 3, scala A' }).click()
  await expect(page.getByRole('dialog', { name: 'Int. 3, scala A' })).toContainText('Niente da incassare.')
  await expectAccessible(page, 'scheda di un’unità')
  await page.goto(`/#/condomini/${account_id}?tab=tabelle`)
  await weight.fill('31.25')
  await expect(page.getByText('Scrivilo come 31,25')).toBeVisible()
  await expectAccessible(page, 'tabelle')

  // A bill of the unit: by keyboard, and with two people the payer is asked for.
  const { units } = await call<{ units: { unit_id: number; name: string }[] }>(
    'GET',
    `/v1/accounts/register/${account_id}`,
  )
  const [unit] = units as [{ unit_id: number; name: string }]
  const tenant = await call<{ subject_id: number }>('PUT', '/v1/subjects', { nominative: `${surname} Ugo` })
  await call('PUT', '/v1/units/holders', {
    ...{ unit_id: unit.unit_id, subject_id: tenant.subject_id, right_kind: 'tenant' },
  })
  await page.goto(`/#/bollette/nuova?account_id=${account_id}`)
  const field = page.getByRole('combobox', { name: 'Unità' })
  await field.click()
  await expect(page.getByRole('option', { name: unit.name })).toContainText(`${surname} Ugo (locazione)`)
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).toHaveValue(unit.name)
  await expect(page.getByRole('combobox', { name: 'Intestatario' })).toHaveValue('')
  await expectAccessible(page, 'nuova bolletta, a chi è intestata')
  await page.getByRole('radio', { name: `${surname} Ugo · Locazione` }).check()
  await expect(page.getByRole('combobox', { name: 'Intestatario' })).toHaveValue(`${surname} Ugo`)
  await page.getByLabel('Causale').fill('Spese straordinarie')
  await page.getByRole('button', { name: 'Emetti la bolletta' }).click()
  // What is missing is said, and what was typed is still there.
  await expect(page.getByText('Scrivi la voce.')).toBeVisible()
  await expect(field).toHaveValue(unit.name)
  await expect(page.getByRole('radio', { name: `${surname} Ugo · Locazione` })).toBeChecked()
})
