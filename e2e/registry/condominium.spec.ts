import { expect, type Page } from '@playwright/test'
import { makeItalianIban, maskIban } from '@saldo/domain/iban'
import type postgres from 'postgres'
import { expectAccessible } from '../accessible.ts'
import { newColleague, signInThroughApi } from '../actions.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

const serial = () => String(Date.now() % 1_000_000_000).padStart(12, '0')
/** An IBAN of a bank in the register. */
const newIban = (account = serial()) => makeItalianIban({ abi: '01030', cab: '02800', account })
/** A valid tax code of eleven digits. */
function newFiscalCode(): string {
  const digits = `9${String(Date.now()).slice(-9)}`
  const sum = [...digits].reduce((total, digit, index) => {
    const n = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (n > 9 ? n - 9 : n)
  }, 0)
  return digits + ((10 - (sum % 10)) % 10)
}

async function addCondominium(page: Page, name: string, fiscal_code: string, iban: string) {
  await page.goto('/#/condomini/nuovo')
  await page.getByLabel('Nome', { exact: true }).fill(name)
  await page.getByLabel('Codice fiscale').fill(fiscal_code)
  await page.getByRole('button', { name: 'Avanti' }).click()
  await page.getByLabel('IBAN', { exact: true }).fill(iban)
  await expect(page.getByText(/MONTE DEI PASCHI/)).toBeVisible()
}

test('a new condominium: data, bank, active; a duplicate is reported while typing; nothing is lost', async ({
  page,
}) => {
  await signInThroughApi(page)
  const [name, fiscal_code, iban] = [`Condominio Aurora ${serial()}`, newFiscalCode(), newIban()]
  await addCondominium(page, name, fiscal_code, iban)
  await expectAccessible(page, 'nuovo condominio, banca')
  // Back and forth, and through another page: the input is still there.
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue(name)
  await page.reload()
  await expect(page.getByText('Ho ripreso quello che avevi scritto e non salvato.')).toBeVisible()
  await page.getByRole('button', { name: 'Avanti' }).click()
  await expect(page.getByLabel('IBAN', { exact: true })).toHaveValue(iban.replace(/(.{4})(?=.)/g, '$1 '))
  await page.getByRole('button', { name: 'Aggiungi il condominio' }).click()
  await expect(page.getByRole('heading', { name: `${name} è fra i tuoi condomìni` })).toBeVisible()
  await page.getByRole('button', { name: 'Attiva il condominio' }).click()
  await expect(page.getByText('È attivo. Adesso aggiungi le unità')).toBeVisible()
  await expectAccessible(page, 'nuovo condominio, fatto')

  await page.getByRole('link', { name: 'Apri il condominio' }).click()
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()
  await page.goto('/#/condomini/nuovo')
  await page.getByLabel('Codice fiscale').fill(fiscal_code)
  await expect(page.getByText(`«${name}» ha già questo codice fiscale.`)).toBeVisible()
})

test('a condominium’s IBAN changes only when a colleague of the requester enters the code that the office received', async ({
  page: asking,
  browser,
}) => {
  const colleague = await withOwnDatabase((sql) => newColleague(sql, 'ivo'))
  let page = asking
  await signInThroughApi(page)
  const [first, second] = [newIban(), newIban(String((Date.now() % 1_000_000_000) + 1).padStart(12, '0'))]
  await addCondominium(page, `Condominio Banca ${serial()}`, newFiscalCode(), first)
  await page.getByRole('button', { name: 'Aggiungi il condominio' }).click()
  await page.getByRole('link', { name: 'Apri il condominio' }).click()
  await page.getByRole('link', { name: 'Banca', exact: true }).click()
  await expect(page).toHaveURL(/tab=banca/)
  await expect(page.getByText(maskIban(first))).toBeVisible()

  await page.getByRole('button', { name: 'Cambia IBAN' }).click()
  await page.getByLabel('Nuovo IBAN').fill(first)
  await page.getByRole('button', { name: 'Chiedi il cambio' }).click()
  await expect(page.getByText('È già l’IBAN di questo condominio.')).toBeVisible()
  await page.getByLabel('Nuovo IBAN').fill(second)
  await expectAccessible(page, 'cambio di IBAN')
  await page.getByRole('button', { name: 'Chiedi il cambio' }).click()
  await expect(page.getByRole('heading', { name: 'Cambio in attesa di conferma' })).toBeVisible()
  await expectAccessible(page, 'cambio di IBAN in attesa')

  const otp = await codeMailed()
  await page.getByLabel('Codice di sei cifre').fill(otp)
  await page.getByRole('button', { name: 'Conferma l’IBAN' }).click()
  await expect(page.getByText(/L’hai chiesto tu: la conferma deve darla un’altra persona/)).toBeVisible()

  const address = page.url()
  page = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  await signInThroughApi(page, colleague)
  await page.goto(address)
  const code = page.getByLabel('Codice di sei cifre')
  await code.fill(otp === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Conferma l’IBAN' }).click()
  await expect(page.getByText(/Il codice non torna: ricontrollalo/)).toBeVisible()
  await code.fill(otp)
  await page.getByRole('button', { name: 'Conferma l’IBAN' }).click()
  await expect(page.getByText('L’IBAN è cambiato: da adesso gli incassi vanno lì.')).toBeVisible()
  await expect(page.getByText('Confermato', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Mostra l’IBAN' }).click()
  await expect(page.getByText(second.replace(/(.{4})(?=.)/g, '$1 '))).toBeVisible()
})

/** The latest code that was mailed. */
const codeMailed = () =>
  withOwnDatabase(async (sql) => {
    const [mail] = await sql`
      select text from emails where template = 'iban-code' order by email_id desc limit 1`
    return /codice: (\d{6})/.exec(mail?.text)?.[1] ?? ''
  })

async function withOwnDatabase<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = ownDatabase()
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
