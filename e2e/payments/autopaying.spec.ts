import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { linkMailedTo, ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

const phone = { viewport: { width: 390, height: 844 } }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('autopay set and revoked: whoever pays by a link signs it, and ends it from the notice of the next debit', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(600_000)
  const sql = ownDatabase()
  try {
    const { call, newBill } = await office(page, request)
    const first = await newBill(20_000)
    const { subject_id, account_id } = await call<{ subject_id: number; account_id: number }>(
      'GET',
      `/v1/bills/${first.bill_id}`,
    )
    const email = `davide.${subject_id}@example.it`

    // Paid by card, and so are the next ones, up to a cap.
    const payer = await (await browser.newContext(phone)).newPage()
    await payer.goto(first.url)
    await payer.getByRole('radio', { name: /^Carta/ }).check()
    await payer.getByLabel('Numero della carta').fill('4242424242424242')
    await payer.getByLabel('Scadenza').fill('12/34')
    await payer.getByLabel('Codice (CVC)').fill('123')
    await payer.getByLabel('Paga così anche le prossime').check()
    await expect(payer.getByLabel('Salva questo metodo per le prossime rate')).toBeChecked()
    await expect(payer.getByText('Chiedo che ogni rata di', { exact: false })).toBeVisible()
    await payer.getByLabel('E-mail').fill(email)
    const cap = payer.getByLabel('Al massimo, per addebito (facoltativo)')
    await cap.fill('zero')
    await payer.getByRole('button', { name: /^Paga 200/ }).click()
    await expect(cap).toBeFocused()
    await expect(cap).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(payer, 'pagare anche le prossime')
    await payer.setViewportSize(phone.viewport)
    await cap.fill('300,00')
    await payer.getByRole('button', { name: /^Paga 200/ }).click()
    await expect(payer.getByText('Fatto. Non devi altro.')).toBeVisible()

    // The mail that confirms it opens its page.
    const mailed = () => linkMailedTo(sql, email, 'autopay-begun', 'addebito-automatico')
    await expect.poll(mailed, { timeout: 120_000 }).not.toBeNull()
    await payer.goto((await mailed()) as string)
    await expect(payer.getByRole('heading', { name: /si pagano da sole$/ })).toBeVisible()
    await expect(payer.getByText('300,00 € per addebito')).toBeVisible()

    // A bill that the office issues is covered: the office reads it, the payer gets the notice.
    const next = await call<{ bill_id: number; number: string }>('PUT', '/v1/bills', {
      ...{ account_id, subject_id, description: 'Rata 4 di 4', issue_date: inDays(0) },
      lines: [{ description: 'Spese generali', amount: 25_000 }],
      instalments: [{ due_date: inDays(12), amount: 25_000 }],
    })
    const notice = () => linkMailedTo(sql, email, 'debit-notice', 'addebito-automatico')
    await expect.poll(notice, { timeout: 180_000 }).not.toBeNull()
    await page.goto(`/#/bollette/${next.bill_id}`)
    const covered = page.getByRole('region', { name: 'Addebito automatico' })
    await expect(covered).toContainText(/250,00\s€ il .* da Visa •••• 4242/)

    // The bill's own page tells the payer the day of the debit, and that they need not pay.
    const { url } = await call<{ url: string }>('GET', `/v1/bills/link/${next.bill_id}`)
    await payer.goto(url)
    await expect(payer.getByText(/^Si addebita .* da Visa •••• 4242\. Non devi fare nulla\.$/)).toBeVisible()

    await payer.goto((await notice()) as string)
    const debits = payer.getByRole('table', { name: 'Prossimi addebiti' })
    await expect(debits).toContainText(next.number)
    await expectAccessible(payer, 'addebito automatico attivo')
    await payer.setViewportSize(phone.viewport)

    // One tap pauses, one resumes, one revokes; a revocation can be taken back.
    await payer.getByRole('button', { name: 'Metti in pausa' }).click()
    await expect(payer.getByRole('heading', { name: 'In pausa: per ora paghi tu' })).toBeVisible()
    await expectAccessible(payer, 'addebito automatico in pausa')
    await payer.setViewportSize(phone.viewport)
    await payer.getByRole('button', { name: 'Riprendi' }).click()
    await expect(payer.getByRole('heading', { name: /si pagano da sole$/ })).toBeVisible()
    await payer.getByRole('button', { name: 'Revoca' }).click()
    await expect(payer.getByRole('heading', { name: 'Revocato: da ora paghi tu' })).toBeVisible()
    await expectAccessible(payer, 'addebito automatico revocato')
    await payer.setViewportSize(phone.viewport)
    await payer.getByRole('button', { name: 'Torna indietro: riattivalo' }).click()
    await expect(payer.getByRole('heading', { name: /si pagano da sole$/ })).toBeVisible()
    await payer.getByRole('button', { name: 'Revoca' }).click()
    await payer.reload()
    await expect(payer.getByRole('heading', { name: 'Revocato: da ora paghi tu' })).toBeVisible()

    // The revocation cancelled all debits, and the bill is covered no more.
    const left = await call<{ items: { state: string }[] }>('GET', `/v1/debits?bill_id=${next.bill_id}`)
    expect(left.items.filter(({ state }) => state !== 'cancelled')).toEqual([])
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Cronologia' })).toBeVisible()
    await expect(covered).toBeHidden()

    // The person’s history says who began the autopay, who took its revocation back, and who revoked it in the end.
    await page.goto(`/#/anagrafica/${subject_id}?tab=storia`)
    const told = page
      .getByRole('region', { name: 'Storia' })
      .getByRole('listitem')
      .filter({ hasText: 'Addebito automatico' })
    await expect(told.first()).toContainText('revocato')
    await expect(told.first()).toContainText('Chi ha il link')
    const begun = told.filter({ hasText: 'Addebito automatico attivato' })
    await expect(begun).toHaveCount(2)
    await expect(begun.last()).toContainText('Chi ha il link')
  } finally {
    await sql.end()
  }
})
