import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import {
  advanceProviderClock,
  completeProviderAccount,
  office,
  provider,
  signInThroughApi,
} from '../actions.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

const sql = ownDatabase()
test.afterAll(() => sql.end())

/** A condominium with money on a connected account of its own, paid out by hand to its IBAN. */
async function condominiumWithMoney(
  call: Awaited<ReturnType<typeof office>>['call'],
  path: string,
  bill_id: number,
) {
  const [bill] = await sql<{ account_id: number }[]>`select account_id from bills where bill_id = ${bill_id}`
  const account_id = Number(bill?.account_id)
  const iban = 'IT56B9999999999000000000001'
  const { id } = await provider.accounts.create({
    country: 'IT',
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
  })
  await completeProviderAccount(id)
  await provider.accounts.update(id, {
    external_account: { object: 'bank_account', country: 'IT', currency: 'eur', account_number: iban },
  } as never)
  await sql`
    update accounts set iban = ${iban}, account_destination = ${id}, state = 'active' where account_id = ${account_id}`
  const token = path.split('/').at(-1)
  await call('POST', `/v1/stripe/charge/${token}`, {
    payment_method: 'CARD',
    payment_method_id: 'pm_card_bypassPending',
    email: 'davide@example.it',
  })
  // Until then the money of a card is on its way to the balance.
  await advanceProviderClock(9 * 86_400)
  const [account] = await sql<{ name: string }[]>`select name from accounts where account_id = ${account_id}`
  return { account_id, name: account?.name as string }
}

test('one super user asks to move money of a condominium, another approves', async ({
  page,
  request,
  browser,
}) => {
  const { call, newBill } = await office(page, request)
  const bill = await newBill(50_000)
  const { name } = await condominiumWithMoney(call, bill.path, bill.bill_id)

  await signInThroughApi(page, 'backoffice')
  await page.goto('/#/admin-management/moneynet')
  await page.getByRole('button', { name: 'Chiedi uno spostamento' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Condominio').fill(name)
  await page.getByRole('option', { name }).click()
  await expect(dialog.getByText('Spostabili')).toBeVisible()
  await dialog.getByLabel('Importo').fill('200,00')
  await dialog.getByLabel('Motivo').fill('Saldo della ditta del tetto')
  await dialog.getByRole('button', { name: 'Chiedi' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('row', { name }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: 'L’hai chiesto tu' })).toBeVisible()

  const context = await browser.newContext()
  const second = await context.newPage()
  await signInThroughApi(second, 'backoffice2')
  await second.goto('/#/admin-management/moneynet?state=requested')
  await second.getByRole('row', { name }).click()
  await expectAccessible(second, 'a transfer to approve')
  await second.getByRole('button', { name: 'Approva', exact: true }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approva' }).click()
  await expect(second.getByText('In transito').first()).toBeVisible({ timeout: 30_000 })
  await context.close()
})
