import { expect } from '@playwright/test'
import { addDays, today } from '@saldo/domain/dates'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { linkMailedTo, ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

test('a late payer gets a reminder, then an instalment plan: reads the proposal, accepts it with a code, and the plan starts', async ({
  page,
  request,
  browser,
}) => {
  const { call } = await office(page, request)
  const serial = Date.now()
  const name = `Condominio Arretrati ${serial}`
  const email = `marta${serial}@example.it`
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', { name })
  const { subject_id } = await call<{ subject_id: number }>('PUT', '/v1/subjects', {
    nominative: `Neri Marta ${serial}`,
    email,
  })
  const { number } = await call<{ number: string }>('PUT', '/v1/bills', {
    ...{ account_id, subject_id, description: 'Conguaglio', issue_date: addDays(today(), -40) },
    lines: [{ description: 'Spese generali', amount: 90_000 }],
    instalments: [{ due_date: addDays(today(), -9), amount: 90_000 }],
  })

  await page.goto('/#/solleciti')
  await page.getByRole('button', { name: 'Sollecita i morosi' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Sollecita i morosi' })
  await dialog.getByRole('combobox', { name: 'Condominio' }).fill(name)
  await page.getByRole('option', { name }).click()
  await expect(dialog.getByText('1 sollecito per 900,00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Invia 1 sollecito' }).click()
  await expect(page.getByText('1 sollecito in uscita.').first()).toBeVisible()
  await page.goto(`/#/solleciti?q=${number}&account_id=${account_id}`)
  await page
    .getByRole('row', { name: /Primo sollecito/ })
    .getByText('Primo sollecito')
    .click()
  await expect(page.getByRole('complementary', { name: /Dettaglio/ })).toContainText('Gentile Neri Marta')

  await page.goto(`/#/piani/nuovo?account_id=${account_id}&subject_id=${subject_id}`)
  await page.getByRole('button', { name: 'Dividi' }).click()
  await expect(page.getByLabel('Importo')).toHaveCount(4)
  await expectAccessible(page, 'un piano di rientro da proporre')
  await page.getByRole('button', { name: /Proponi il piano di 900,00/ }).click()
  await expect(page.getByText(`Proposta non inviata a ${email} (nessun server di posta).`)).toBeVisible()

  const sql = ownDatabase()
  const debtor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  try {
    const link = await linkMailedTo(sql, email, 'plan-proposal', 'piano')
    await debtor.goto(link as string)
    await expect(debtor.getByRole('heading', { name: /900,00.+in 4 rate/ })).toBeVisible()
    await expectAccessible(debtor, 'la proposta di un piano')
    await debtor.getByRole('button', { name: 'Mandami il codice' }).click()
    await expect(debtor.getByLabel('Codice')).toBeFocused()
    const [mail] =
      await sql`select text from emails where to_address = ${email} and template = 'one-time-code'`
    const code = /codice: (\d{6})/.exec(mail?.text)?.[1] as string
    await debtor.getByLabel('Codice').fill(code === '000000' ? '111111' : '000000')
    await debtor.getByRole('button', { name: 'Accetto il piano' }).click()
    await expect(debtor.getByText(/Il codice non torna/)).toBeVisible()
    await debtor.getByLabel('Codice').fill(code)
    await debtor.getByRole('button', { name: 'Accetto il piano' }).click()
    await expect(debtor.getByRole('heading', { name: 'Il piano è in corso' })).toBeVisible()
    await expectAccessible(debtor, 'un piano accettato')
  } finally {
    await sql.end()
  }

  await page.goto(`/#/piani?account_id=${account_id}`)
  const plan = page.getByRole('row', { name: /Neri Marta/ })
  await expect(plan).toContainText('In corso')
  await plan.getByText('In corso').click()
  await expect(page.getByRole('complementary', { name: /Dettaglio/ })).toContainText(
    'Con il codice inviato a',
  )
})
