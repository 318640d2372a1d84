import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { mailMark } from '../../server/mail/mail-reference.ts'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { instance } from '../instances.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

test('an administrator registers cash for the wrong person, and reverses it to the right one', async ({
  page,
  request,
}) => {
  const { call, newBill } = await office(page, request)
  const wrong = await newBill(15_000)
  const whose = await call<{ account_id: number; subject_id: number; subject_nominative: string }>(
    'GET',
    `/v1/bills/${wrong.bill_id}`,
  )
  const right = await newBill(15_000)
  const other = await call<typeof whose & { account_name: string }>('GET', `/v1/bills/${right.bill_id}`)

  await page.goto(`/#/bollette/${wrong.bill_id}`)
  await page.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Registra incasso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registra incasso' })
  await expect(dialog.getByLabel('Importo', { exact: true })).toHaveValue('150,00')
  await dialog.getByLabel('Importo', { exact: true }).fill('200,00')
  await expect(dialog.getByRole('table', { name: 'Che cosa paga' })).toContainText('50,00 €')
  await expectAccessible(page, 'registra incasso')
  await expect(
    dialog.getByText(`Della bolletta ${wrong.number} si possono registrare solo 150,00 €: 50,00 € restano.`),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Registra 200,00 €' }).click()
  await expect(dialog.getByText('Metti a credito 50,00 €, oppure correggi l’importo.')).toBeVisible()
  await dialog.getByLabel('Importo', { exact: true }).fill('120,00')
  await dialog.getByRole('button', { name: 'Registra 120,00 €' }).click()
  const done = page.getByRole('dialog', { name: 'Incasso registrato' })
  await expect(done).toContainText(`120,00 € di ${whose.subject_nominative} registrati`)
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    done.getByRole('button', { name: 'Ricevuta' }).click(),
  ])
  expect(receipt.suggestedFilename()).toMatch(/^Ricevuta PG-\d+\.pdf$/)
  await expectAccessible(page, 'incasso registrato')
  await done.getByRole('link', { name: /^PG-/ }).click()
  await expect(page).toHaveURL(/#\/transazioni/)

  const payment = page.getByRole('complementary', { name: /^Dettaglio PG-/ })
  await payment.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Storna la registrazione' }).click()
  const reverse = page.getByRole('dialog', { name: /^Storna la registrazione PG-/ })
  await reverse.getByRole('radio', { name: 'Ha pagato un’altra persona' }).check()
  await reverse.getByRole('combobox', { name: 'Condominio' }).fill(other.account_name)
  await page.getByRole('option', { name: other.account_name }).click()
  await expect(reverse.getByText(`Fra le persone di ${other.account_name}`)).toBeVisible()
  await reverse.getByRole('combobox', { name: 'Chi ha pagato davvero' }).fill(other.subject_nominative)
  await page.getByRole('option', { name: other.subject_nominative }).click()
  await expect(reverse.getByRole('table', { name: 'Che cosa paga' })).toContainText(right.number)
  await expectAccessible(page, 'storna la registrazione')
  await reverse.getByRole('button', { name: 'Storna e registra 120,00 €' }).click()
  await expect(page.getByText(/Registrato al posto di PG-\d+, stornato/)).toBeVisible()
  await expectAccessible(page, 'incasso al posto di quello stornato')

  // The answer is lost after the server registered 100,00 €: another sum from the same form is not registered on top.
  const third = await newBill(15_000)
  await page.goto(`/#/bollette/${third.bill_id}`)
  await page.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Registra incasso' }).click()
  await dialog.getByLabel('Importo', { exact: true }).fill('100,00')
  await page.route(
    '**/v1/payments',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Registra 100,00 €' }).click()
  await expect(dialog.getByText(/può darsi che la richiesta sia già registrata/)).toBeVisible()
  // Closing the dialog does not forget the request.
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await page.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Registra incasso' }).click()
  await dialog.getByLabel('Importo', { exact: true }).fill('40,00')
  await dialog.getByRole('button', { name: 'Registra 40,00 €' }).click()
  await expect(dialog.getByText(/è già stato registrato un altro incasso: PG-\d+, 100,00/)).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Apri PG-/ })).toBeVisible()
  const bill = await call<{ settled: number }>('GET', `/v1/bills/${third.bill_id}`)
  expect(bill.settled).toBe(10_000)

  await page.goto(`/#/bollette/${wrong.bill_id}`)
  await expect(page.getByText('Stornato l’incasso di 120,00 €')).toBeVisible()
  await page.goto(`/#/transazioni?subject_id=${whose.subject_id}`)
  await expect(page.getByRole('row', { name: /Stornato/ })).toBeVisible()
  await expectAccessible(page, 'transazioni con uno storno')
  expect(await call('GET', `/v1/bills/${wrong.bill_id}`)).toMatchObject({ settled: 0, residue: 15_000 })
  expect(await call('GET', `/v1/bills/${right.bill_id}`)).toMatchObject({ settled: 12_000, residue: 3_000 })
})

test('an administrator registers what came for several bills at once, and for the person of one', async ({
  page,
  request,
}) => {
  const { call, newBill } = await office(page, request)
  const first = await newBill(10_000)
  const whose = await call<{ account_id: number; subject_id: number; subject_nominative: string }>(
    'GET',
    `/v1/bills/${first.bill_id}`,
  )
  const second = await call<{ bill_id: number; number: string }>('PUT', '/v1/bills', {
    ...{ account_id: whose.account_id, subject_id: whose.subject_id, description: 'Saldo' },
    ...{ issue_date: '2026-09-01', issue: true, lines: [{ description: 'Saldo', amount: 10_000 }] },
    instalments: [{ due_date: '2026-09-30', amount: 10_000 }],
  })
  await page.goto(`/#/bollette?account_id=${whose.account_id}`)
  await expect(page.getByRole('row', { name: new RegExp(second.number) })).toBeVisible()
  await expectPrinted(page)
  await page.getByRole('checkbox', { name: 'Seleziona le righe caricate' }).check()
  await page.getByRole('button', { name: 'Registra incasso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registra un incasso per bolletta' })
  await dialog.getByLabel(`Incasso per la bolletta ${second.number}`).fill('40,00')
  await expectAccessible(page, 'un incasso per bolletta')
  await dialog.getByRole('button', { name: 'Registra 2 incassi, 140,00 €' }).click()
  await expect(page.getByText('Registrati 2 incassi.')).toBeVisible()

  await page.goto(`/#/anagrafica/${whose.subject_id}?tab=bollette`)
  const latest = page.getByRole('list', { name: 'Ultime bollette' })
  await expect(latest).toContainText('40 % incassato')
  await expectAccessible(page, 'ultime bollette')
  await page.getByRole('button', { name: 'Registra incasso' }).click()
  const person = page.getByRole('dialog', { name: 'Registra incasso' })
  await person.getByLabel('Importo', { exact: true }).fill('60,00')
  await person.getByRole('button', { name: 'Cambia che cosa paga' }).click()
  await expectAccessible(page, 'registra incasso di una persona')
  await person.getByRole('button', { name: 'Registra 60,00 €' }).click()
  await expect(page.getByRole('dialog', { name: 'Incasso registrato' })).toBeVisible()
  expect(await call('GET', `/v1/bills/${second.bill_id}`)).toMatchObject({ phase: 'paid' })
})

test('an administrator sends a bill, reads that it was opened by its link, and downloads notices to print', async ({
  page,
  request,
  browser,
}) => {
  const { call, newBill } = await office(page, request)
  const bill = await newBill(12_345)
  const { account_id } = await call<{ account_id: number }>('GET', `/v1/bills/${bill.bill_id}`)
  const neighbour = await call<{ subject_id: number }>('PUT', '/v1/subjects', { nominative: 'Bini Rosa' })
  await call('PUT', '/v1/bills', {
    ...{ account_id, subject_id: neighbour.subject_id, description: 'Rata 3 di 4', issue_date: '2026-09-01' },
    lines: [{ description: 'Spese generali', amount: 5_000 }],
    instalments: [{ due_date: '2027-09-30', amount: 5_000 }],
  })
  await call('POST', '/v1/bills/send', { ids: [bill.bill_id] })
  await page.goto(`/#/bollette/${bill.bill_id}`)
  await expect(page.getByText(/^Link (?:non )?inviato/)).toBeVisible()
  const opened = page.getByText('Bolletta da pagare aperta dal link')
  await expect(opened).toHaveCount(0)

  const reader = await (await browser.newContext()).newPage()
  await reader.goto(`${bill.path}#m=${await markOfMail(bill.bill_id)}`)
  await expect(reader.getByText('123,45').first()).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(opened).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expectAccessible(page, 'bolletta aperta dal link')

  await page.getByRole('button', { name: 'Altre azioni' }).click()
  const [one] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Scarica l’avviso da stampare' }).click(),
  ])
  expect(one.suggestedFilename()).toMatch(/^Avviso .+\.pdf$/)
  expect(
    readFileSync(await one.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await page.goto(`/#/bollette?account_id=${account_id}`)
  await page.getByRole('checkbox', { name: 'Seleziona le righe caricate' }).check()
  const [several] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Stampa avvisi' }).click(),
  ])
  expect(several.suggestedFilename()).toBe('2 avvisi di pagamento.pdf')
  expect(
    readFileSync(await several.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

/** The mark in the links of a bill's mail, by which the server knows that they were followed; once the mail has left. */
async function markOfMail(bill_id: number): Promise<string> {
  const { saldo_secret } = JSON.parse(readFileSync(join(instance.home, 'secrets.json'), 'utf8'))
  const sql = ownDatabase()
  try {
    const left = () =>
      sql`select email_id from emails where bill_id = ${bill_id} and coalesce(sent_at, kept_at) is not null`
    await expect.poll(async () => (await left()).length).toBe(1)
    return mailMark(saldo_secret, (await left())[0]?.email_id)
  } finally {
    await sql.end()
  }
}

/** On paper the list is a table with its filters in words and its totals, and nothing to press. */
async function expectPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  const printed = page.getByRole('table', { name: /^Bollette/ })
  await expect(printed.getByRole('caption')).toContainText(/Condominio: (?!\d+ )\S/)
  await expect(printed.getByRole('rowheader', { name: 'Totale di 2 bollette' })).toBeVisible()
  await expect(printed.getByRole('row').last()).toContainText('200,00 €')
  await expect(page.getByText(/^Saldo · stampato il \d\d\/\d\d\/\d{4}$/)).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await page.emulateMedia({ media: null, colorScheme: null })
}
