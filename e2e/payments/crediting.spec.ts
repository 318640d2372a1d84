import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

test('an administrator takes back part of a bill by a credit note, makes another again, and cancels a selection with one refused', async ({
  page,
  request,
}) => {
  const { call, newBill } = await office(page, request)
  const bill = await newBill(15_000)
  await page.goto(`/#/bollette/${bill.bill_id}`)
  await page.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Nota di credito' }).click()
  const dialog = page.getByRole('dialog', { name: `Nota di credito per la bolletta ${bill.number}` })
  await dialog.getByRole('radio', { name: 'Una parte' }).check()
  await dialog.getByLabel('Importo della nota').fill('60,00')
  await dialog.getByLabel('Motivo').fill('Una voce non era dovuta')
  await expectAccessible(page, 'nota di credito')
  await dialog.getByRole('button', { name: 'Nota di credito di 60,00 €' }).click()
  const notes = page.getByRole('table', { name: 'Note di credito' })
  await expect(notes).toContainText('Una voce non era dovuta')
  await expect(page.getByRole('table', { name: 'Voci' })).toContainText('90,00 €')

  const wrong = await newBill(10_000)
  await page.goto(`/#/bollette/${wrong.bill_id}`)
  await page.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Annulla e riemetti' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annulla e riemetti' }).click()
  await expect(page).toHaveURL(/#\/bollette\/\d+\/modifica/)

  const whose = await call<{ account_id: number; subject_id: number }>('GET', `/v1/bills/${bill.bill_id}`)
  const again = await call<{ bill_id: number; number: string }>('PUT', '/v1/bills', {
    ...{ account_id: whose.account_id, subject_id: whose.subject_id, description: 'Saldo' },
    ...{ issue_date: '2026-09-01', lines: [{ description: 'Saldo', amount: 7_000 }] },
    instalments: [{ due_date: '2027-09-30', amount: 7_000 }],
  })
  await call('POST', `/v1/bills/cancel/${again.bill_id}`)
  await page.goto(`/#/bollette?account_id=${whose.account_id}`)
  await expect(page.getByRole('row', { name: new RegExp(again.number) })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Seleziona le righe caricate' }).check()
  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  const cancel = page.getByRole('dialog', { name: 'Annulla 2 bollette' })
  await cancel.getByLabel('Per confermare scrivi 2').fill('2')
  await cancel.getByRole('button', { name: 'Annulla 2 bollette' }).click()
  const outcome = page.getByRole('dialog', { name: 'Una bolletta annullata' })
  await expect(outcome.getByRole('row', { name: new RegExp(again.number) })).toContainText('È annullata.')
  await expectAccessible(page, 'esito dell’annullamento')
})
