import { expect, type Page } from '@playwright/test'
import { makeFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { expectAccessible } from '../accessible.ts'
import { elevenMinutesLater, expectDashboard, office, signIn } from '../actions.ts'
import { linkMailedTo, ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

const chosen = 'tre gatti e un cane'

test('a resident asks for an access from the page of a bill, takes a copy of their data, and leaves', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(600_000)
  const sql = ownDatabase()
  try {
    const { newBill } = await office(page, request)
    const bill = await newBill(12_000)
    // A fiscal code belongs to one person: each run has another.
    const birth_date = new Date((Date.now() % 10_000) * 86_400_000).toISOString().slice(0, 10)
    const fiscal_code = makeFiscalCode({
      ...{ surname: 'Serra', name: 'Davide', birth_date, sex: 'M', belfiore: 'D612' },
    })
    const [person] = await sql`
      select s.subject_id, s.email from subjects s join bills b using (customer_id, subject_id)
      where b.bill_id = ${bill.bill_id}`
    const email = person?.email as string
    await sql`update subjects set fiscal_code = ${fiscal_code} where subject_id = ${person?.subject_id}`

    const phone = { locale: 'it-IT', viewport: { width: 390, height: 844 } }
    const resident = await (await browser.newContext(phone)).newPage()
    await resident.goto(bill.url)
    await resident.getByRole('link', { name: /^Crea il tuo accesso/ }).click()
    await expect(resident.getByRole('heading', { name: 'Registrati' })).toBeVisible()
    await expect(resident.getByLabel('Numero di una bolletta')).toHaveValue(bill.number)
    expect(resident.url()).not.toContain('mybill')
    await resident.getByLabel('Codice fiscale').fill(fiscal_code)
    await resident.getByLabel('E-mail').fill(email)
    await resident.getByLabel('Nome utente').fill('vinci-subito.com')
    await resident.getByRole('button', { name: 'Registrati' }).click()
    await expect(resident.getByText('Non può sembrare l’indirizzo di un sito')).toBeVisible()
    await resident.getByLabel('Nome utente').fill(email)
    await resident.getByRole('button', { name: 'Registrati' }).click()
    await expect(resident.getByRole('heading', { name: 'Guarda la posta' })).toBeVisible()
    await expectAccessible(resident, 'dopo la registrazione')
    await resident.setViewportSize(phone.viewport)

    const invited = () => linkMailedTo(sql, email, 'invitation', 'auth/invito')
    await expect.poll(invited).toMatch(/invito\/[\w-]{43}$/)
    await resident.goto(`${await invited()}`)
    await resident.getByLabel('Password', { exact: true }).fill(chosen)
    await resident.getByRole('button', { name: 'Salva la password' }).click()
    await signIn(resident, email, chosen)
    await expectDashboard(resident)

    await resident.goto('/#/sicurezza')
    await takeCopy(resident)
    await elevenMinutesLater(sql, email)
    await leave(resident, email)
    await expect(resident).toHaveURL(/#\/auth/)
    await signIn(resident, email, chosen)
    await expect(resident.getByText('Username o Password errate.')).toBeVisible()
    const [after] = await sql`select user_id from subjects where subject_id = ${person?.subject_id}`
    expect(after?.user_id).toBeNull()
    await expect
      .poll(
        async () =>
          (await sql`select from emails where to_address = ${email} and template = 'access-closed'`).count,
      )
      .toBe(1)
    // The resident still owes the bill, so its link still opens it.
    await resident.goto(bill.url)
    await expect(resident.getByText('120,00').first()).toBeVisible()
  } finally {
    await sql.end()
  }
})

/** Leaves the page while the copy is being made, and finds it again. */
async function takeCopy(page: Page) {
  const copy = page.getByRole('region', { name: 'Una copia dei tuoi dati' })
  await copy.getByRole('button', { name: 'Prepara la copia' }).click()
  await page.goto('/#/dashboard')
  await page.goto('/#/sicurezza')
  const download = page.waitForEvent('download')
  await copy.getByRole('button', { name: 'Scarica la copia' }).click()
  expect((await download).suggestedFilename()).toMatch(/^I miei dati in Saldo .+\.zip$/)
  await expectAccessible(page, 'i tuoi dati e la sicurezza')
}

/** The dialog says what ends and what stays, wants the user name, and a fresh proof. */
async function leave(page: Page, user_name: string) {
  await page.getByRole('button', { name: 'Chiudi il tuo accesso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Chiudi il tuo accesso' })
  await expect(dialog.getByText(/120,00.* da pagare/)).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Resta' })).toContainText('art. 2220')
  await expectAccessible(page, 'chiudere l’accesso')
  await dialog.getByRole('button', { name: 'Chiudi il tuo accesso' }).click()
  await expect(dialog.getByText(`Scrivi ${user_name}.`)).toBeVisible()
  await dialog.getByLabel('Il tuo nome utente').fill(user_name)
  await dialog.getByRole('button', { name: 'Chiudi il tuo accesso' }).click()
  const proof = page.getByRole('dialog', { name: 'Conferma che sei tu' })
  await proof.getByLabel('Password', { exact: true }).fill(chosen)
  // A second after the session has ended, the page reloads.
  const reloaded = page.waitForEvent('load')
  await proof.getByRole('button', { name: 'Conferma' }).click()
  await reloaded
}
