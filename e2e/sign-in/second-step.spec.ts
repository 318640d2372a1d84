import { setTimeout as sleep } from 'node:timers/promises'
import { type CDPSession, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from '../accessible.ts'
import {
  elevenMinutesLater,
  expectDashboard,
  newColleague,
  office,
  password,
  payByCard,
  signIn,
  signInThroughApi,
} from '../actions.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

let sql: ReturnType<typeof ownDatabase>
test.beforeAll(() => {
  sql = ownDatabase()
})
test.afterAll(() => sql.end())

/** The app's code, so many periods of 30 seconds from now; never at the change of a period. */
async function shownCode(secret: string, steps = 0): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 5000) await sleep(left + 100)
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })
}

async function enter(page: Page, user_name: string): Promise<void> {
  await page.goto('/#/auth/login')
  await signIn(page, user_name)
}

test('TOTP as optional second step: after the password the app’s code is required, or a recovery code', async ({
  page,
  browser,
}) => {
  const user_name = await newColleague(sql, 'Ada')
  await signInThroughApi(page, user_name)
  await page.goto('/#/sicurezza')
  await page.getByRole('button', { name: 'Aggiungi un’app' }).click()
  const adding = page.getByRole('dialog', { name: 'Aggiungi un’app per i codici' })
  await expect(adding.getByRole('img', { name: 'Codice QR per l’app' })).toBeVisible()
  const shown = await adding.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()
  const secret = `${shown}`.replaceAll(' ', '')
  await expectAccessible(page, 'aggiungere un’app')
  const code = adding.getByLabel('Codice che l’app mostra adesso')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('12345')
  await code.press('Enter')
  await expect(adding.getByText('Non è il codice che l’app mostra adesso.', { exact: false })).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(await shownCode(secret, -1))
  await code.press('Enter')

  const codes = page.getByRole('dialog', { name: 'Metti da parte questi codici di recupero' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [recovery = '', second = ''] = await codes.getByRole('listitem').allTextContents()
  expect(recovery).toMatch(/^(\w{6}-){3}\w{6}$/)
  await expectAccessible(page, 'codici di recupero')
  await codes.getByRole('button', { name: 'Li ho messi da parte' }).click()
  await expect(page.getByText('Ne restano 10.', { exact: false })).toBeVisible()
  await expectAccessible(page, 'accesso e sicurezza')

  const elsewhere = await (await browser.newContext()).newPage()
  await enter(elsewhere, user_name)
  await expect(elsewhere.getByRole('heading', { name: 'Conferma che sei tu' })).toBeVisible()
  const asked = elsewhere.getByLabel('Codice dell’app')
  await expect(asked).toBeFocused()
  await expect(asked).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(elsewhere, 'secondo passo')
  await asked.fill('000000')
  await asked.press('Enter')
  await expect(elsewhere.getByText('Il codice non è giusto', { exact: false })).toBeVisible()
  await expect(asked).toBeFocused()
  await asked.fill(await shownCode(secret))
  await asked.press('Enter')
  await expectDashboard(elsewhere)

  const lost = await (await browser.newContext()).newPage()
  await enter(lost, user_name)
  await lost.getByRole('button', { name: 'Usa un codice di recupero' }).click()
  await lost.getByLabel('Codice di recupero').fill(recovery)
  await lost.getByLabel('Codice di recupero').press('Enter')
  await expectDashboard(lost)
  const [mail] = await sql`
    select subject from emails where to_address = ${`${user_name}@example.it`} order by email_id desc limit 1`
  expect(mail?.subject).toBe('È stato usato un codice di recupero')

  // The password alone opened this session, so it does not suffice for taking the second step off.
  await page.getByRole('button', { name: 'Togli' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Togli' }).click()
  const proving = page.getByRole('dialog', { name: 'Conferma che sei tu' })
  await expect(proving.getByText('La password non basta', { exact: false })).toBeVisible()
  await expect(proving.getByRole('button', { name: 'Usa la password' })).toHaveCount(0)
  await expect(proving.getByLabel('Codice dell’app')).toBeFocused()
  await expectAccessible(page, 'conferma con un secondo passo')
  await proving.getByRole('button', { name: 'Usa un codice di recupero' }).click()
  await proving.getByLabel('Codice di recupero').fill(second)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Aggiungi un’app' })).toBeVisible()
  const again = await (await browser.newContext()).newPage()
  await enter(again, user_name)
  await expectDashboard(again)
})

/** A virtual device with passkeys, whose user verification always succeeds, or never (`unlocks`). */
async function device(page: Page): Promise<{ unlocks: (isUserVerified: boolean) => Promise<unknown> }> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    unlocks: (isUserVerified) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a passkey as optional second step, and as step-up before a sensitive operation', async ({ page }) => {
  const user_name = await newColleague(sql, 'Bea')
  const { unlocks } = await device(page)
  await signInThroughApi(page, user_name)
  await page.goto('/#/sicurezza')
  await page.getByRole('button', { name: 'Aggiungi una passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Aggiungi una passkey' })
  await adding.getByLabel('Nome').press('Enter')
  await expect(adding.getByText('Dai un nome alla passkey.')).toBeVisible()
  await expectAccessible(page, 'aggiungere una passkey')
  await adding.getByLabel('Nome').fill('Portatile')
  await adding.getByLabel('Nome').press('Enter')
  await page.getByRole('button', { name: 'Li ho messi da parte' }).click()
  await expect(page.getByRole('list', { name: 'Le tue passkey' })).toContainText('Portatile')
  await page.getByRole('button', { name: 'Rinomina Portatile' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Portatile dello studio')
  await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByRole('list', { name: 'Le tue passkey' })).toContainText('mai usata')
  await expectAccessible(page, 'passkey')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/#/auth/login')
  await page.reload()
  await signIn(page, user_name)
  const confirm = page.getByRole('button', { name: 'Conferma con la passkey' })
  await expect(confirm).toBeFocused()
  await expectAccessible(page, 'secondo passo con una passkey')
  await unlocks(false)
  await confirm.click()
  await expect(page.getByText('La passkey non ha confermato', { exact: false })).toBeVisible()
  await unlocks(true)
  await confirm.click()
  await expectDashboard(page)

  await elevenMinutesLater(sql, user_name)
  await page.goto('/#/sicurezza')
  await page.getByRole('button', { name: 'Togli Portatile dello studio' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Togli' }).click()
  const asking = page.getByRole('dialog', { name: 'Conferma che sei tu' })
  await expect(asking.getByRole('button', { name: 'Conferma con la passkey' })).toBeFocused()
  await expectAccessible(page, 'conferma con una passkey')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passkey tolta.')).toBeVisible()
  await expect(page.getByText('Portatile dello studio', { exact: true })).toBeHidden()
})

test('a refund and an export of personal data require step-up when more than ten minutes have passed', async ({
  page,
  request,
  browser,
}) => {
  const { call, newBill } = await office(page, request)
  const bill = await newBill(30_000)
  const resident = await (await browser.newContext()).newPage()
  await resident.goto(bill.url)
  await payByCard(resident, '4242 4242 4242 4242')
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
  const { payments } = await call<{ payments: { payment_id: number }[] }>('GET', `/v1/bills/${bill.bill_id}`)
  await page.goto(`/#/transazioni/${payments[0]?.payment_id}`)
  await page.getByRole('button', { name: 'Rimborsa', exact: true }).click()
  const refund = page.getByRole('dialog', { name: 'Rimborsa il pagamento' })
  await refund.getByRole('radio', { name: 'Una parte' }).check()
  await refund.getByLabel('Importo da rimborsare').fill('120')
  await refund.getByLabel('Nota', { exact: false }).fill('Doppione')
  await elevenMinutesLater(sql, 'amministratore')
  const act = refund.getByRole('button', { name: /^Rimborsa 120,00/ })
  await act.click()

  const asking = page.getByRole('dialog', { name: 'Conferma che sei tu' })
  const secret = asking.getByLabel('Password', { exact: true })
  await expect(secret).toBeFocused()
  await expectAccessible(page, 'conferma che sei tu')
  // After cancelling, the input is still there.
  await page.keyboard.press('Escape')
  await expect(asking).toBeHidden()
  await expect(refund.getByText('Non hai confermato che sei tu', { exact: false })).toBeVisible()
  await expect(refund.getByLabel('Importo da rimborsare')).toHaveValue(/^120/)
  await expect(refund.getByLabel('Nota', { exact: false })).toHaveValue('Doppione')

  await act.click()
  await secret.fill('sbagliata')
  await page.keyboard.press('Enter')
  await expect(asking.getByText('Non è la tua password.')).toBeVisible()
  await expect(secret).toBeFocused()
  await secret.fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Rimborsati 120,00', { exact: false }).first()).toBeVisible()

  const exporting = async () => {
    await page.getByRole('button', { name: 'Esporta' }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
  }
  await page.goto('/#/anagrafica')
  const atOnce = page.waitForEvent('download')
  await exporting()
  expect((await atOnce).suggestedFilename()).toMatch(/^anagrafica.*\.csv$/)
  await elevenMinutesLater(sql, 'amministratore')
  await exporting()
  await expect(secret).toBeFocused()
  const afterwards = page.waitForEvent('download')
  await secret.fill(password)
  await page.keyboard.press('Enter')
  expect((await afterwards).suggestedFilename()).toMatch(/^anagrafica.*\.csv$/)
})
