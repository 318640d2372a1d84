import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office, signInThroughApi } from '../actions.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

test('a condominium goes to the next administrator in a ZIP, who finds the same totals', async ({
  page,
  request,
  browser,
}) => {
  const { call, newBill } = await office(page, request)
  const bill = await newBill(20_000)
  const { account_id, account_name } = await call<{ account_id: number; account_name: string }>(
    'GET',
    `/v1/bills/${bill.bill_id}`,
  )
  await page.goto(`/#/condomini/${account_id}`)
  await page.getByRole('link', { name: 'Passaggio di consegne' }).click()
  await page.getByRole('button', { name: 'Prepara il passaggio di consegne' }).click()
  const asking = page.getByRole('dialog', { name: 'Prepara il passaggio di consegne' })
  await expectAccessible(page, 'prepara il passaggio di consegne')
  await asking.getByRole('button', { name: 'Prepara', exact: true }).click()
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Scarica lo ZIP/ }).click(),
  ])

  const sql = ownDatabase()
  const user_name = `subentra${Date.now() % 1_000_000}`
  try {
    await sql`
      with made as (
        insert into users (user_name, nominative, email, customer_id)
        select ${user_name}, 'Paola Subentra', ${`${user_name}@example.it`}, customer_id
        from customers where business_name = 'Gestioni Condominiali Reno S.r.l.' returning user_id)
      insert into credentials (user_id, password_hash)
      select made.user_id, c.password_hash from made, credentials c join users u using (user_id)
      where u.user_name = 'amministratore'`
  } finally {
    await sql.end()
  }
  const next = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  await signInThroughApi(next, user_name)
  await next.goto('/#/condomini/passaggio')
  await next.getByLabel('ZIP del passaggio di consegne').setInputFiles(await zip.path())
  const figure = (name: string) => next.getByRole('term').filter({ hasText: name }).locator('..')
  await expect(figure('Bollette')).toContainText('200,00')
  await expect(figure('Residuo')).toContainText('200,00')
  await expectAccessible(next, 'che cosa porta uno ZIP')
  await next.getByRole('button', { name: 'Prendi in consegna il condominio' }).click()
  await next.getByRole('link', { name: 'Apri il condominio' }).click()
  await expect(next.getByRole('heading', { name: account_name })).toBeVisible()
  await expect(next.getByText('200,00', { exact: false }).first()).toBeVisible()
  await next.close()
})
