import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { today } from '@saldo/domain/dates'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

test('the figures of one condominium, their mail every Monday, and its receipts as a file for the accountant', async ({
  page,
  request,
}) => {
  const { call, newBill } = await office(page, request)
  const bill = await newBill(20_000)
  const { account_id, account_name, subject_id, number } = await call<{
    account_id: number
    account_name: string
    subject_id: number
    number: string
  }>('GET', `/v1/bills/${bill.bill_id}`)
  await call('POST', '/v1/payments', {
    ...{ subject_id, account_id, amount: 12_500, method: 'CASH', received_on: today() },
    allocations: [{ bill_id: bill.bill_id, amount: 12_500 }],
  })

  await page.goto('/#/report')
  await page.getByRole('combobox', { name: 'Condominio' }).first().fill(account_name)
  await page.getByRole('option', { name: account_name }).click()
  await expect(page).toHaveURL(new RegExp(`condomini=${account_id}`))
  await expect(page.getByText('Incassi netti').first()).toBeVisible()
  await expect(page.getByText('125,00', { exact: false }).first()).toBeVisible()
  await expectAccessible(page, 'report di un condominio')
  // The address says all: another tab shows the same figures.
  await page.reload()
  await expect(page.getByText(new RegExp(`^${account_name} · da `))).toBeVisible()

  const mails = page.getByRole('region', { name: 'Per e-mail' })
  await mails.getByRole('combobox', { name: 'Condominio' }).fill(account_name)
  await page.getByRole('option', { name: account_name }).click()
  await mails.getByRole('button', { name: 'Ricevi il report' }).click()
  const mailed = mails.getByRole('listitem').filter({ hasText: `Ogni lunedì alle 7, ${account_name}` })
  await expect(mailed).toBeVisible()
  await mailed.getByRole('button', { name: /^Ferma/ }).click()
  await expect(mailed).toHaveCount(0)

  await page.goto('/#/mav/incassi')
  await expect(page.getByRole('heading', { name: 'Incassi per la contabilità' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Condominio' }).fill(account_name)
  await page.getByRole('option', { name: account_name }).click()
  await page.getByRole('combobox', { name: 'Periodo' }).click()
  await page.getByRole('option', { name: 'Questo mese' }).click()
  await expect(page.getByRole('table', { name: 'Prime righe del file' })).toContainText(number)
  await expectAccessible(page, 'incassi per la contabilità')
  await page.getByRole('button', { name: 'Prepara il file' }).click()
  const made = page.getByRole('region', { name: 'Ultimi file preparati' }).getByRole('listitem').first()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    made.getByRole('button', { name: /^Scarica / }).click(),
  ])
  const text = readFileSync(await file.path(), 'utf8')
  expect(text).toContain(number)
  expect(text).toContain('125,00')
})
