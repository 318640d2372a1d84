import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

type Call = Awaited<ReturnType<typeof office>>['call']

/** A condominium of two units: one of an owner, without millesimi, and one of a bare owner and a usufructuary. */
async function makeCondominium(call: Call): Promise<string> {
  const name = `Condominio Preventivi ${Date.now()}`
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', { name })
  const person = async (nominative: string) =>
    (await call<{ subject_id: number }>('PUT', '/v1/subjects', { nominative })).subject_id
  const unit = async (number: string, rights: Record<string, string>) => {
    const { unit_id } = await call<{ unit_id: number }>('PUT', '/v1/units', { account_id, number })
    for (const [right_kind, nominative] of Object.entries(rights))
      await call('PUT', '/v1/units/holders', { unit_id, subject_id: await person(nominative), right_kind })
    return unit_id
  }
  await unit('1', { owner: 'Rossi Lucia' })
  const second = await unit('2', { bare_owner: 'Neri Nuda', usufructuary: 'Verdi Uso' })
  const table = { name: 'Tabella A', kind: 'value' }
  const { weight_table_id } = await call<{ weight_table_id: number }>('PUT', '/v1/units/tables', {
    ...{ account_id, ...table },
  })
  await call('POST', '/v1/units/tables', { weight_table_id, ...table, weights: { [second]: 5_000_000 } })
  return name
}

const row = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

test('an administrator makes a year’s bills from a budget, leaves while they are written, takes them back and copies it', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request)
  const condominium = await makeCondominium(call)

  await page.goto('/#/bollette')
  await page.getByRole('link', { name: 'Da preventivo' }).click()
  // An empty list offers it, too.
  await page.getByRole('link', { name: 'Nuovo preventivo' }).first().click()
  await page.getByRole('combobox', { name: 'Condominio' }).fill(condominium)
  await page.getByRole('option', { name: condominium }).click()
  await page.getByLabel('Esercizio dal', { exact: true }).fill('01/07/2026')
  await expect(page.getByLabel('al', { exact: true })).toHaveValue('30/06/2027')
  await expect(page.getByLabel('Nome')).toHaveValue('Preventivo 2026/27')
  const name = `Preventivo di prova ${Date.now() % 1_000_000}`
  await page.getByLabel('Nome').fill(name)
  await page.getByRole('button', { name: 'Continua con le voci' }).click()

  // Typed as in a spreadsheet; what cannot be saved stays, with the reason.
  await page.getByRole('button', { name: 'Aggiungi voci abituali' }).click()
  for (const usual of ['Compenso amministratore', 'Manutenzione straordinaria'])
    await page.getByRole('checkbox', { name: usual }).check()
  await expectAccessible(page, 'voci abituali')
  await page.getByRole('button', { name: 'Aggiungi 2 voci' }).click()
  const fee = row(page, 'Compenso amministratore').getByLabel('Importo')
  await fee.fill('mille')
  await fee.press('Enter')
  await expect(page.getByText('Questo non è un importo')).toBeVisible()
  await expect(fee).toHaveValue('mille')
  await fee.fill('1.000,01')
  await fee.press('Enter')
  await expect(row(page, 'Manutenzione straordinaria').getByLabel('Importo')).toBeFocused()
  await page.keyboard.type('3000')
  await page.keyboard.press('Enter')
  await row(page, 'nuova voce').getByLabel('Voce', { exact: true }).fill('Citofono')
  await page.keyboard.press('Tab')
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Totale 4.100,01 €')).toBeVisible()
  await expect(row(page, 'nuova voce').getByLabel('Voce', { exact: true })).toBeFocused()
  await expectAccessible(page, 'voci di spesa')

  // Dates that are not saved are no part of the preview, and cannot be issued.
  await page.getByRole('link', { name: 'Continua con le rate' }).click()
  await page.getByLabel('Scadenza', { exact: true }).first().fill('10/01/2027')
  await expect(page.getByLabel('Scadenza', { exact: true }).nth(3)).toHaveValue('10/10/2027')
  await page.getByRole('link', { name: '3. Anteprima' }).click()
  await expect(page.getByText('Ci sono modifiche non salvate')).toBeVisible()
  await page.getByRole('link', { name: 'Torna alle rate' }).click()
  await expect(page.getByLabel('Scadenza', { exact: true })).toHaveCount(4)
  await page.getByRole('button', { name: 'Continua con l’anteprima' }).click()

  // What is missing links to where it is typed, and back.
  await expect(page.getByText('Mancano i millesimi di un’unità nella tabella «Tabella A»')).toBeVisible()
  await expectAccessible(page, 'anteprima con problemi')
  await page.getByRole('link', { name: 'Scrivi i millesimi' }).click()
  const weight = page.getByLabel('Tabella A, Int. 1')
  await weight.fill('500')
  await weight.press('Enter')
  await expect(page.getByRole('row', { name: 'Somma 1.000' })).toBeVisible()
  await page.getByRole('link', { name: 'Torna al preventivo' }).click()

  // The ordinary expenses are the usufructuary's, the extraordinary ones the bare owner's.
  const bills = page.getByRole('table', { name: 'Bollette' })
  await expect(bills.getByRole('row', { name: /Neri Nuda/ })).toContainText('1.500,00 €')
  await expect(bills.getByRole('row', { name: /Verdi Uso/ })).toContainText('550,00 €')
  await expect(bills).toContainText('4 rate: 10/01/2027 375,00 €, 10/04/2027 375,00 €')
  await expectAccessible(page, 'anteprima')
  await page.getByRole('button', { name: 'Emetti 3 bollette per 4.100,01 €' }).click()
  const confirmation = page.getByRole('dialog', { name: `Emetti le bollette di «${name}»` })
  await expect(confirmation).toContainText(
    'In 4 rate: 10/01/2027 1.025,01 €, 10/04/2027 1.025,00 €, 10/07/2027 1.025,00 €, 10/10/2027 1.025,00 €.',
  )
  await confirmation.getByRole('button', { name: /^Emetti/ }).click()
  await page.goto('/#/bollette/preventivi')
  await page.getByText(name).click()

  await expect(page.getByText('Emesso', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Vedi le bollette' })).toBeVisible()
  await page.getByRole('button', { name: 'Annulla l’emissione' }).click()
  const undo = page.getByRole('dialog', { name: 'Annulla l’emissione' })
  await undo.getByRole('textbox').fill('3')
  await undo.getByRole('button', { name: 'Annulla 3 bollette' }).click()
  await expect(page.getByText('Bozza', { exact: true })).toBeVisible()

  await page.goto('/#/bollette/preventivi/nuovo')
  await page.getByRole('combobox', { name: 'Condominio' }).fill(condominium)
  await page.getByRole('option', { name: condominium }).click()
  await expect(page.getByLabel('Nome')).toHaveValue('Preventivo 2027/28')
  await page.getByLabel('Variazione degli importi, in percentuale').fill('10')
  await expectAccessible(page, 'nuovo preventivo')
  await page.getByRole('button', { name: 'Continua con le voci' }).click()
  await expect(row(page, 'Compenso amministratore').getByLabel('Importo')).toHaveValue('1.100,01')
  await expect(row(page, 'Compenso amministratore')).toContainText('Prima 1.000,01 €, +10 %')
})
