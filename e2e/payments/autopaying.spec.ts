import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { newResident, office, signInThroughApi } from '../actions.ts'
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
    await expectAccessible(payer, 'bolletta che si paga da sola')

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
    await expect(payer.getByRole('heading', { name: 'Revocato: da ora paghi tu' })).toBeVisible()
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

test('a resident who has signed in begins an autopay, pauses it, takes it up again and revokes it, each with one press', async ({
  page,
  request,
  browser,
}) => {
  const sql = ownDatabase()
  try {
    const { call, newBill } = await office(page, request)
    const { number, subject_id, email } = await newBill(20_000)
    const resident = await (await browser.newContext({ ...phone, locale: 'it-IT' })).newPage()
    await signInThroughApi(resident, await newResident(sql, subject_id))
    await resident.goto('/#/metodi')
    await resident.getByRole('button', { name: 'Aggiungi una carta' }).click()
    const card = resident.getByRole('dialog', { name: 'Aggiungi una carta' })
    await card.getByLabel('Numero della carta').fill('4242424242424242')
    await card.getByLabel('Scadenza').fill('12/34')
    await card.getByLabel('Codice (CVC)').fill('123')
    await card.getByLabel('E-mail').fill(email)
    await card.getByRole('checkbox', { name: 'Accetto' }).check()
    await card.getByRole('button', { name: 'Salva la carta' }).click()
    await expect(card).toBeHidden()

    const begin = resident.getByRole('button', { name: /^Attiva l’addebito automatico per / })
    await begin.click()
    const asked = resident.getByRole('dialog', { name: 'Attiva l’addebito automatico' })
    await asked.getByLabel('Limite per addebito').fill('300,00')
    await expectAccessible(resident, 'attivare un addebito automatico')
    await resident.setViewportSize(phone.viewport)
    await asked.getByRole('button', { name: 'Attiva', exact: true }).click()

    const autopay = resident.getByRole('region', { name: /^Addebito automatico per / })
    const state = (word: string) => autopay.getByText(word, { exact: true })
    await expect(state('Attivo')).toBeVisible()
    await expect(autopay).toContainText('da Visa •••• 4242, fino a 300,00 € per addebito.')
    const debits = autopay.getByRole('list', { name: /^Prossimi addebiti per / })
    await expect(debits).toContainText(`Bolletta ${number}`)
    await expectAccessible(resident, 'addebito automatico di chi ha l’accesso', 3000)
    await resident.setViewportSize(phone.viewport)

    await autopay.getByRole('button', { name: /^Metti in pausa l’addebito automatico per / }).click()
    await expect(state('In pausa')).toBeVisible()
    await expect(autopay).toContainText('Finché è in pausa, paghi tu.')
    await expect(debits).toBeHidden()
    await expectAccessible(resident, 'addebito automatico in pausa', 3000)
    await resident.setViewportSize(phone.viewport)

    await autopay.getByRole('button', { name: /^Riprendi / }).click()
    await expect(state('Attivo')).toBeVisible()
    await expect(debits).toContainText(`Bolletta ${number}`)

    await autopay.getByRole('button', { name: /^Revoca / }).click()
    await expect(resident.getByText('Revocato: da ora paghi tu.')).toBeVisible()
    await expect(autopay).toBeHidden()
    await resident.reload()
    await expect(begin).toBeVisible()
    await expect(autopay).toBeHidden()
    const left = await call<{ autopays: object[] }>('GET', `/v1/autopays?subject_id=${subject_id}`)
    expect(left.autopays).toEqual([])
  } finally {
    await sql.end()
  }
})
