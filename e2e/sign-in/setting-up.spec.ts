import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from '../accessible.ts'
import { signIn, signInThroughApi } from '../actions.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

let sql: ReturnType<typeof ownDatabase>
test.beforeAll(() => {
  sql = ownDatabase()
})
test.afterAll(() => sql.end())

/** A super user with the demo's password and no second step. */
async function newSuperUser(): Promise<string> {
  const user_name = `marco${Date.now() % 1_000_000}`
  await sql`
    with made as (
      insert into users (user_name, nominative, flag_super_user) values (${user_name}, 'Marco Sala', true) returning user_id)
    insert into credentials (user_id, password_hash)
    select made.user_id, c.password_hash from made, credentials c join users u using (user_id)
    where u.user_name = 'amministratore'`
  return user_name
}

test('a super user sets up a second step before anything else, and goes on to the page they wanted', async ({
  page,
}) => {
  const user_name = await newSuperUser()
  await page.goto('/#/clienti')
  await expect(page).toHaveURL(/#\/auth\/login/)
  await signIn(page, user_name)
  await expect(page).toHaveURL(/#\/secondo-passo/)
  await expect(page.getByRole('heading', { name: 'Proteggi il tuo accesso' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Aggiungi una passkey' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(page, 'proteggi il tuo accesso')

  // No other address leads past it.
  await page.goto('/#/bollette')
  await expect(page).toHaveURL(/#\/secondo-passo/)
  await page.goto('/#/secondo-passo?to=%2Fclienti')
  await page.getByRole('button', { name: 'Aggiungi un’app' }).click()
  const adding = page.getByRole('dialog', { name: 'Aggiungi un’app per i codici' })
  const shown = await adding.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()
  const secret = Secret.fromBase32(`${shown}`.replaceAll(' ', ''))
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 5000) await sleep(left + 100)
  await adding.getByLabel('Codice che l’app mostra adesso').fill(TOTP.generate({ secret }))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Metti da parte questi codici di recupero' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page, 'codici di recupero alla prima volta')
  await codes.getByRole('button', { name: 'Li ho messi da parte' }).click()
  await expect(page).toHaveURL(/#\/clienti/)
  await expect(page.getByRole('heading', { name: 'Clienti' })).toBeVisible()
})

test('somebody who becomes a super user while Saldo is open is led there at the next act', async ({
  page,
}) => {
  const user_name = await newSuperUser()
  await sql`update users set flag_super_user = false where user_name = ${user_name}`
  await signInThroughApi(page, user_name)
  await page.goto('/#/sicurezza')
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
  await sql`update users set flag_super_user = true where user_name = ${user_name}`
  await page.goto('/#/dashboard')
  await expect(page).toHaveURL(/#\/secondo-passo/)
})

test('the demo shows its super user the code of the moment, and how a second step works', async ({
  page,
}) => {
  await page.goto('/#/auth/login')
  await page.getByLabel('Nome utente').fill('backoffice')
  await page.getByLabel('Password', { exact: true }).fill('saldo-demo')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page.getByText(/È una prova: il codice di adesso è \d{3} \d{3}\./)).toBeVisible()
  await expectAccessible(page, 'codice della prova')
  await page.getByRole('button', { name: 'Usa questo codice' }).click()
  await expect(page.getByLabel('Codice dell’app')).toHaveValue(/^\d{6}$/)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page).toHaveURL(/#\/dashboard/)
})
