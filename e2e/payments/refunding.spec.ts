import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { chargedFor, office, payByCard, provider } from '../actions.ts'
import { test } from '../test.ts'

const phone = { viewport: { width: 390, height: 844 } }

type Paid = { payments: { payment_id: number; state: string }[] }

/** The amount that the provider refunded for a bill, in cents. */
async function givenBackOf(bill_id: number): Promise<number> {
  let cents = 0
  for await (const charge of provider.charges.list({ limit: 100 }))
    if (charge.metadata.bill_id === String(bill_id)) cents += charge.amount_refunded
  return cents
}

test('an administrator refunds part of a card payment, and the bill asks for it again', async ({
  page,
  request,
  browser,
}) => {
  const { call, newBill } = await office(page, request)
  const bill = await newBill(41_250)
  const resident = await (await browser.newContext(phone)).newPage()
  await resident.goto(bill.url)
  await payByCard(resident, '4242 4242 4242 4242')
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()

  const { payments } = await call<Paid>('GET', `/v1/bills/${bill.bill_id}`)
  await page.goto(`/#/transazioni/${payments[0]?.payment_id}`)
  await expect(page.getByRole('heading', { name: 'Che cosa paga' })).toBeVisible()
  await expectAccessible(page, 'transazione')

  // Works by keyboard only.
  await page.getByRole('button', { name: 'Rimborsa', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rimborsa il pagamento' })
  await dialog.getByRole('radio', { name: /^Tutto/ }).focus()
  await page.keyboard.press('ArrowDown')
  const amount = dialog.getByLabel('Importo da rimborsare')
  await amount.fill('412,51')
  await dialog.getByLabel('Nota', { exact: false }).focus()
  await page.keyboard.type('Doppione dell’acconto')
  const act = dialog.getByRole('button', { name: /^Rimborsa 412,51/ })
  await act.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Si possono rimborsare al massimo 412,50', { exact: false })).toBeVisible()
  await expect(amount).toBeFocused()
  await amount.fill('150')
  await dialog.getByRole('button', { name: /^Rimborsa 150,00\s€ a Serra Davide/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Rimborsati 150,00', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('Rimborsato in parte').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Rimborsi' })).toBeVisible()
  await page.getByText('La versione di prima').click()
  await expect(page.getByRole('table', { name: 'Che cosa paga, versione 1' })).toContainText('412,50')
  expect(await givenBackOf(bill.bill_id)).toBe(15_000)

  await resident.goto(bill.url)
  await resident.reload()
  await expect(resident.getByText('150', { exact: false }).first()).toBeVisible()
  await payByCard(resident, '4242 4242 4242 4242')
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
  expect(await chargedFor(bill.bill_id)).toEqual({ times: 2, cents: 56_250 })
})

test('a dispute: the bill waits, the administrator responds and wins', async ({ page, request, browser }) => {
  const { call, newBill } = await office(page, request)
  const bill = await newBill(23_400)
  const resident = await (await browser.newContext(phone)).newPage()
  await resident.goto(bill.url)
  await payByCard(resident, '4000 0000 0000 0259')
  const phase = async () => (await call<{ phase: string }>('GET', `/v1/bills/${bill.bill_id}`)).phase
  await expect.poll(phase, { timeout: 60_000 }).toBe('disputed')

  const { payments } = await call<Paid>('GET', `/v1/bills/${bill.bill_id}`)
  await page.goto(`/#/transazioni/${payments[0]?.payment_id}`)
  await expect(page.getByText('Rispondi entro', { exact: false })).toBeVisible()
  await expectAccessible(page, 'transazione contestata')
  await expectOff(page, 'Rimborsa', 'È contestato presso la banca')
  await page.getByRole('button', { name: 'Rispondi' }).click()
  await page.getByRole('button', { name: 'Invia la risposta alla banca' }).click()
  await expect(page.getByText('Scrivi perché il pagamento è dovuto.')).toBeVisible()
  await page.getByLabel('Perché il pagamento è dovuto').fill('winning_evidence')
  await page.getByRole('button', { name: 'Invia la risposta alla banca' }).click()
  await expect(page.getByText('Contestazione vinta', { exact: false }).first()).toBeVisible()
  await expect.poll(phase).toBe('paid')
})

test('a bank transfer pays the oldest bills, the rest is credit, and the payment can be reallocated', async ({
  page,
  request,
}) => {
  const { call, newBill } = await office(page, request)
  const first = await newBill(10_000)
  const { account_id, account_name, subject_id, subject_nominative } = await call<{
    account_id: number
    account_name: string
    subject_id: number
    subject_nominative: string
  }>('GET', `/v1/bills/${first.bill_id}`)
  const second = await call<{ bill_id: number; number: string }>('PUT', '/v1/bills', {
    ...{ account_id, subject_id, description: 'Rata 4 di 4', issue_date: '2026-09-01' },
    lines: [{ description: 'Spese generali', amount: 6_000 }],
    instalments: [{ due_date: '2027-12-31', amount: 6_000 }],
  })

  await page.goto('/#/transazioni')
  await page.getByRole('button', { name: 'Registra incasso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registra incasso' })
  const byTransfer = async () => {
    await dialog.getByRole('combobox', { name: 'Come' }).click()
    await page.getByRole('option', { name: 'Bonifico', exact: true }).click()
  }
  await byTransfer()
  await choose(page, 'Condominio', account_name)
  await choose(page, 'Chi ha pagato', subject_nominative)
  await dialog.getByLabel('Importo', { exact: true }).fill('125')
  await dialog.getByLabel('Causale del bonifico').fill('Saldo rate')
  await expect(dialog.getByText('prima la rata scaduta da più tempo', { exact: false })).toBeVisible()
  const preview = dialog.getByRole('table', { name: 'Che cosa paga' })
  await expect(preview.getByRole('row', { name: new RegExp(first.number) })).toContainText('100,00')
  await expect(preview.getByRole('row', { name: new RegExp(second.number) })).toContainText('25,00')
  await dialog.getByRole('button', { name: /^Registra 125,00/ }).click()
  const done = page.getByRole('dialog', { name: 'Incasso registrato' })
  await done.getByRole('link', { name: /^PG-/ }).click()

  const panel = page.getByRole('complementary', { name: /Dettaglio PG-/ })
  await panel.getByRole('button', { name: 'Altre azioni' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sposta l’incasso' })).toBeFocused()
  await expectAccessible(page, 'altre azioni')
  await page.getByRole('menuitem', { name: 'Sposta l’incasso' }).click()
  const move = page.getByRole('dialog', { name: 'Sposta l’incasso' })
  await move.getByLabel(new RegExp(`Importo per la rata ${first.number}`)).fill('40')
  await move.getByLabel(new RegExp(`Importo per la rata ${second.number}`)).fill('60')
  await expect(move.getByRole('row', { name: /Resta a credito/ })).toContainText('25,00')
  await move.getByLabel('Perché').fill('Ha scritto che paga prima l’ultima')
  await move.getByLabel(/^Metti altri 25,00/).check()
  await move.getByRole('button', { name: 'Sposta l’incasso' }).click()
  await expect(page.getByText('La versione di prima resta nella transazione', { exact: false })).toBeVisible()
  const settled = async (id: number) => (await call<{ settled: number }>('GET', `/v1/bills/${id}`)).settled
  expect([await settled(first.bill_id), await settled(second.bill_id)]).toEqual([4_000, 6_000])

  // A second identical transfer is reported, and registered only after the user confirms that it is another one.
  await page.goto('/#/transazioni')
  await page.getByRole('button', { name: 'Registra incasso' }).click()
  await byTransfer()
  await choose(page, 'Condominio', account_name)
  await choose(page, 'Chi ha pagato', subject_nominative)
  await dialog.getByLabel('Importo', { exact: true }).fill('125')
  await expect(dialog.getByText('Un incasso uguale è già registrato', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: /^Registra 125,00/ }).click()
  await expect(dialog.getByText('se è un altro incasso, confermalo', { exact: false })).toBeVisible()
  await expectAccessible(page, 'bonifico uguale')
  await dialog.getByLabel('Questo è un altro incasso', { exact: false }).check()
  await dialog.getByLabel(/^Metti 65,00/).check()
  await dialog.getByRole('button', { name: /^Registra 125,00/ }).click()
  await expect(page.getByRole('dialog', { name: 'Incasso registrato' })).toContainText('125,00')
})

async function choose(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
}

async function expectOff(page: Page, name: string, why: string) {
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.focus()
  await expect(page.getByRole('tooltip')).toContainText(why)
}
