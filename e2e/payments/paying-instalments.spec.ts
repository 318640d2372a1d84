import { expect, type Page } from '@playwright/test'
import { addDays, today } from '@saldo/domain/dates'
import { makeItalianIban } from '@saldo/domain/iban'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

const phone = { viewport: { width: 390, height: 844 } }

test('a four-instalment bill paid by transfer for what is due now', async ({ page, request, browser }) => {
  const { call } = await office(page, request)
  const bill = await billInFour(call)
  const resident = await (await browser.newContext(phone)).newPage()
  await resident.goto(bill.url)
  await expect(resident.getByText('Da pagare ora')).toBeVisible()
  await expect(resident.getByText('112,50 €').first()).toBeVisible()
  await expect(resident.getByText('in tutto 412,50 €')).toBeVisible()
  await expect(resident.getByRole('radio', { name: /^La prossima rata.*112,50/ })).toBeChecked()
  await resident.getByRole('radio', { name: /^Bonifico/ }).check()
  await expectTransferOf(resident, '112,50 €')
  await expectAccessible(resident, 'bonifico della prima rata')
  const reference = await resident.locator('dd', { hasText: /^RF/ }).innerText()

  await resident.getByRole('radio', { name: /^Tutto/ }).check()
  await expectTransferOf(resident, '412,50 €')
  await resident.getByRole('radio', { name: /^Un altro importo/ }).check()
  await expect(resident.getByText('Scrivi prima quanto paghi adesso.')).toBeVisible()
  await resident.getByLabel('Quanto paghi adesso, in euro').pressSequentially('60')
  await expectTransferOf(resident, '60,00 €')
  await resident.getByLabel('Quanto paghi adesso, in euro').press('End')
  await resident.getByLabel('Quanto paghi adesso, in euro').pressSequentially('0')
  await expect(resident.getByText('Scrivi prima quanto paghi adesso.')).toBeVisible()
  await resident.getByRole('radio', { name: /^Tutto/ }).check()
  await expectTransferOf(resident, '412,50 €')
  await expect(resident.getByRole('img', { name: /60,00/ })).toHaveCount(0)

  await page.goto('/#/transazioni')
  await page.getByRole('button', { name: 'Registra incasso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registra incasso' })
  await choose(page, 'Condominio', bill.account_name)
  await choose(page, 'Chi ha pagato', bill.subject_nominative)
  await dialog.getByRole('combobox', { name: 'Come' }).click()
  await page.getByRole('option', { name: 'Bonifico', exact: true }).click()
  await dialog.getByLabel('Importo', { exact: true }).fill('112,50')
  await dialog.getByLabel('Causale del bonifico').fill(reference)
  await expect(dialog.getByRole('row', { name: new RegExp(bill.number) })).toContainText('112,50')
  await dialog.getByRole('button', { name: /^Registra 112,50/ }).click()
  await expect(page.getByRole('dialog', { name: 'Incasso registrato' })).toBeVisible()

  await expectSums(call, bill, { residue: 30_000, overdue: 0, due_now: 10_000 })
  await page.goto(`/#/bollette/${bill.bill_id}`)
  await expect(page.getByText('Parziale').first()).toBeVisible()
  await expect(page.getByText('100,00 € · in tutto 300,00 €')).toBeVisible()
  await page.goto(`/#/anagrafica/${bill.subject_id}`)
  await expect(page.getByText('300,00 €').first()).toBeVisible()
  await resident.reload()
  await expect(resident.getByText('in tutto 300,00 €')).toBeVisible()
  await expect(resident.getByText('già pagato 112,50 €', { exact: false }).first()).toBeVisible()
})

type Call = Awaited<ReturnType<typeof office>>['call']

/** A bill of 112.50 due in ten days and three times 100.00, to a new person of a new condominium with an IBAN. */
async function billInFour(call: Call) {
  const serial = String(Date.now())
  const account_name = `Condominio Rateale ${serial}`
  const subject_nominative = `Serra Davide ${serial}`
  const iban = makeItalianIban({ abi: '05428', cab: '11101', account: serial.slice(-12).padStart(12, '0') })
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', {
    name: account_name,
    iban,
    minimum_payment: 5_000,
  })
  const { subject_id } = await call<{ subject_id: number }>('PUT', '/v1/subjects', {
    nominative: subject_nominative,
  })
  const bill = await call<{ bill_id: number; number: string }>('PUT', '/v1/bills', {
    ...{ account_id, subject_id, description: 'Gestione ordinaria', issue_date: today() },
    lines: [{ description: 'Spese generali', amount: 41_250 }],
    instalments: [10, 100, 190, 280].map((days, index) => ({
      due_date: addDays(today(), days),
      amount: index === 0 ? 11_250 : 10_000,
    })),
  })
  const { url } = await call<{ url: string }>('GET', `/v1/bills/link/${bill.bill_id}`)
  return { account_id, account_name, subject_id, subject_nominative, ...bill, url }
}

/** The data of the transfer and its QR code name this amount. */
async function expectTransferOf(page: Page, amount: string) {
  await expect(
    page.getByRole('img', { name: `Codice QR con i dati del bonifico di ${amount}` }),
  ).toBeVisible()
  await expect(page.locator('dd', { hasText: amount })).toBeVisible()
}

/** The bill, the person and the condominium show the same sums. */
async function expectSums(
  call: Call,
  { bill_id, subject_id, account_id }: { bill_id: number; subject_id: number; account_id: number },
  { residue, overdue, due_now }: { residue: number; overdue: number; due_now: number },
) {
  await expect.poll(() => call('GET', `/v1/bills/${bill_id}`)).toMatchObject({ residue, overdue, due_now })
  expect(await call('GET', `/v1/subjects/${subject_id}`)).toMatchObject({ residue, overdue })
  expect(await call('GET', `/v1/accounts/${account_id}`)).toMatchObject({ residue, overdue })
  expect(await call('GET', `/v1/bills/summary?account_id=${account_id}&money=residue`)).toMatchObject({
    ...{ count: 1, residue, overdue },
  })
}

async function choose(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
}
