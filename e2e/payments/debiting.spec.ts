import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { advanceProviderClock, chargedFor, office, payByCard } from '../actions.ts'
import { linkMailedTo, ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

const phone = { viewport: { width: 390, height: 844 } }

test('a debit fails: the person pays from the mailed link and the planned retry is cancelled', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(600_000)
  const sql = ownDatabase()
  try {
    const { call, newBill } = await office(page, request)
    const bill = await newBill(31_290)
    const { subject_id } = await call<{ subject_id: number }>('GET', `/v1/bills/${bill.bill_id}`)
    const email = `davide.${subject_id}@example.it`

    // The administrator asks for the account; the person enters it from the mail.
    await page.goto(`/#/anagrafica/${subject_id}?tab=metodi`)
    await page.getByRole('button', { name: 'Manda il link' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Manda il link' }).last().click()
    await expect(page.getByText('Link in uscita', { exact: false })).toBeVisible()
    const toSave = await linkMailedTo(sql, email, 'source-link', 'metodo')
    const resident = await (await browser.newContext(phone)).newPage()
    await resident.goto(toSave as string)
    await resident.getByLabel('IBAN del tuo conto').fill('IT38 G999 9999 9990 0000 0000 006')
    await resident.getByLabel('Intestatario del conto').fill('Davide Serra')
    await expectAccessible(resident, 'link per salvare un metodo')
    await resident.setViewportSize(phone.viewport)
    await resident.getByLabel('Accetto il mandato di addebito SEPA').check()
    await resident.getByRole('button', { name: 'Salva il conto' }).click()
    await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Conto bancario •••• 0006')).toBeVisible()

    // The debit is planned and announced; on its day the account is empty.
    const owner = await call<{ sources: { source_id: number }[] }>(
      'POST',
      `/v1/stripe/retrieve_sources/${subject_id}`,
    )
    const source_id = owner.sources[0]?.source_id
    const { debit_id } = await call<{ debit_id: number }>('POST', '/v1/debits', {
      bill_id: bill.bill_id,
      source_id,
    })
    const debits = async () =>
      (
        await call<{ items: { debit_id: number; state: string }[] }>(
          'GET',
          `/v1/debits?bill_id=${bill.bill_id}`,
        )
      ).items
    const stateOf = async (id: number) => (await debits()).find((debit) => debit.debit_id === id)?.state
    await expect.poll(() => stateOf(debit_id), { timeout: 120_000 }).toBe('notified')
    await sql`update debits set collect_on = today() where debit_id = ${debit_id}`
    await expect.poll(() => stateOf(debit_id), { timeout: 120_000 }).toBe('started')
    await advanceProviderClock(4 * 86_400)
    await expect.poll(() => stateOf(debit_id), { timeout: 120_000 }).toBe('failed')
    const retry = (await debits()).find((debit) => debit.debit_id !== debit_id)
    expect(retry?.state).toMatch(/planned|notified/)

    // The person pays from the mail, once.
    const toPay = await linkMailedTo(sql, email, 'debit-failed', 'mybill')
    await resident.goto(toPay as string)
    await payByCard(resident, '4242424242424242')
    await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
    expect(await stateOf(retry?.debit_id as number)).toBe('cancelled')
    expect(await chargedFor(bill.bill_id)).toEqual({ times: 1, cents: 31_290 })
    await resident.goto(toPay as string)
    await resident.reload()
    await expect(resident.getByRole('link', { name: 'Pagamento e ricevuta' })).toBeVisible()
    await expect(resident.getByRole('button', { name: /^Paga/ })).toHaveCount(0)
  } finally {
    await sql.end()
  }
})
