import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectDashboard, office, openDashboard, signIn } from '../actions.ts'
import { test } from '../test.ts'
import { waitUntilIdle } from '../wait-until-idle.ts'

// A long file that comes last: both workers share it.
test.describe.configure({ mode: 'parallel' })

const minute = 60_000
const begun = new Date('2026-09-21T09:00:00')
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Sessione in scadenza' })
const countdown = (page: Page, seconds: number) =>
  page.getByText(`Nessuna attività rilevata. Verrai disconnesso tra ${seconds} secondi.`)

/** Signs in with a fake clock, which stands still until it is advanced. */
async function signedIn(page: Page, user = 'amministratore') {
  await page.clock.install({ time: begun })
  await openDashboard(page, user)
  await ready(page)
  await page.clock.pauseAt(new Date(begun.getTime() + minute))
  await waitUntilIdle(page)
  await act(page)
}

async function ready(page: Page) {
  await expect(page.getByRole('button', { name: /, menu di / })).toBeVisible()
  await waitUntilIdle(page)
}

let step = 0
/** Simulates activity at this moment. */
async function act(page: Page) {
  step += 1
  await page.mouse.move(300 + (step % 50), 300)
}

/** Advances minute by minute, so that loading gets its real time. */
async function tenMinutes(page: Page) {
  for (let passed = 0; passed < 10; passed += 1) {
    await page.clock.runFor(minute)
    await waitUntilIdle(page)
  }
}

/** Marks the page, to detect a reload. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { same: true }))
/** The clock runs by itself again: the sign-in page asks for its scripts after its first frame. */
const reloaded = async (page: Page) => {
  await expect.poll(() => isSame(page)).toBe(false)
  await page.clock.resume()
}
const isSame = (page: Page) => page.evaluate(() => 'same' in globalThis).catch(() => false)
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const now = (page: Page) => page.evaluate(() => Date.now())

/** Records every end of a session that is sent to the server. */
function logouts(context: BrowserContext): string[] {
  const told: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/v1/auth/logout')) told.push(request.url())
  })
  return told
}

test('after 15 minutes of inactivity a countdown of 30 seconds appears, which Resta connesso cancels', async ({
  page,
}) => {
  await signedIn(page)
  await page.clock.runFor(15 * minute - 2000)
  await expect(dialog(page)).toBeHidden()
  await page.clock.runFor(2000)
  await expect(dialog(page)).toBeVisible()
  await expect(countdown(page, 30)).toBeVisible()
  const stay = page.getByRole('button', { name: 'Resta connesso' })
  await expect(stay).toBeFocused()
  // Activity does not stop the countdown; only the button does.
  await act(page)
  await page.clock.runFor(10_000)
  await expect(countdown(page, 20)).toBeVisible()
  await expect(page.getByText('Ancora 20 secondi.')).toBeAttached()
  await page.clock.runFor(1000)
  await expect(page.getByText(/^Ancora/)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await page.clock.runFor(15 * minute - 2000)
  await expect(dialog(page)).toBeHidden()
  await page.clock.runFor(2000)
  await expect(dialog(page)).toBeVisible()
})

test('every mouse move, key, click, scroll or touch restarts the inactivity time', async ({ page }) => {
  await signedIn(page)
  const actions: Record<string, () => Promise<unknown>> = {
    mouse: () => act(page),
    key: () => page.keyboard.press('Shift'),
    click: () => page.locator('body').dispatchEvent('click'),
    scroll: () => page.locator('[data-scroller]').dispatchEvent('scroll'),
    touch: () => page.locator('body').dispatchEvent('touchstart'),
  }
  for (const [name, action] of Object.entries(actions)) {
    // Twice this is longer than the 15 minutes: an ignored event would show at the next one.
    await page.clock.runFor(8 * minute)
    await expect(dialog(page), `before: ${name}`).toBeHidden()
    await action()
  }
  await page.clock.runFor(15 * minute - 2000)
  await expect(dialog(page)).toBeHidden()
  await page.clock.runFor(2000)
  await expect(dialog(page)).toBeVisible()
})

test('at zero the session ends: logout, Sessione scaduta., /auth, and the page reloads after 1 second', async ({
  page,
  context,
}) => {
  await signedIn(page)
  const told = logouts(context)
  await page.clock.runFor(15 * minute + 29_000)
  await expect(page.getByText('Verrai disconnesso tra 1 secondo.')).toBeVisible()
  await mark(page)
  await page.clock.runFor(1000)
  await expect(page).toHaveURL(/#\/auth\/login/)
  await expect(page.getByText('Sessione scaduta.')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  expect(await stored(page, 'saldo.refresh')).toBeNull()
  expect(told).toHaveLength(1)
  await page.clock.runFor(900)
  expect(await isSame(page)).toBe(true)
  await page.clock.runFor(100)
  await reloaded(page)
  await expect(page.getByText('Sessione scaduta.')).toBeVisible()
})

test('a laptop that slept finds the session ended, and moving the mouse does not revive it', async ({
  page,
}) => {
  await signedIn(page)
  await page.clock.runFor(2000)
  // Sleep: the clock has advanced, but no timer has run when the mouse moves.
  await page.clock.setFixedTime(new Date((await now(page)) + 20 * minute))
  await act(page)
  await expect(page).toHaveURL(/#\/auth\/login/)
  await expect(page.getByText('Sessione scaduta.')).toBeVisible()
})

test('the countdown opens offline too', async ({ page, context }) => {
  await signedIn(page)
  await page.clock.runFor(6000)
  await waitUntilIdle(page) // The countdown's dialog is a chunk that is loaded after the page.
  await context.setOffline(true)
  await page.clock.runFor(15 * minute)
  await expect(dialog(page)).toBeVisible()
  await page.clock.runFor(31_000)
  await expect(page).toHaveURL(/#\/auth\/login/)
  expect(await stored(page, 'saldo.refresh')).toBeNull()
  // The browser is offline, so the app postpones the reload.
  await mark(page)
  await page.clock.runFor(2000)
  expect(await isSame(page)).toBe(true)
  await context.setOffline(false)
  await expect.poll(() => isSame(page)).toBe(false)
})

test('every request, /oauth/token included, moves the expiry 2 hours ahead', async ({ page }) => {
  await signedIn(page)
  const ahead = async () => Number(await stored(page, 'saldo.lapses')) - (await now(page))
  await tenMinutes(page)
  expect(await ahead()).toBeLessThanOrEqual(110 * minute)
  await page.goto('/#/bollette')
  await expect(page.getByRole('grid')).toBeVisible()
  expect(await ahead()).toBe(120 * minute)
  await act(page)
  await tenMinutes(page)
  // The token refresh is the only request under way, so only it has moved the end.
  await page.route('**/oauth/token', () => undefined)
  await page.reload()
  await expect.poll(ahead).toBe(120 * minute)
})

test('every 60 seconds the expiry is checked: the tokens are removed, Sessione scaduta., /auth', async ({
  page,
}) => {
  await signedIn(page)
  await mark(page)
  await page.evaluate(() => localStorage.setItem('saldo.lapses', String(Date.now() - 1)))
  for (let second = 0; second < 60 && (await stored(page, 'saldo.refresh')) !== null; second += 1)
    await page.clock.runFor(1000)
  await expect(page).toHaveURL(/#\/auth\/login/)
  await expect(page.getByText('Sessione scaduta.')).toBeVisible()
  expect(await stored(page, 'saldo.refresh')).toBeNull()
  await page.clock.runFor(2000)
  expect(await isSame(page)).toBe(true)
})

test('in payment-link mode an expired session reloads the page', async ({ page, request, context }) => {
  const bill = await (await office(page, request)).newBill(5_000)
  await page.clock.install()
  await page.goto('/#/dashboard')
  await ready(page)
  const paying = await context.newPage()
  await paying.goto(bill.path)
  await expect(paying.getByRole('radio', { name: /^Carta/ })).toBeVisible()
  await mark(paying)
  await waitUntilIdle(paying)
  await paying.evaluate(() => localStorage.setItem('saldo.lapses', String(Date.now() - 1)))
  await paying.clock.runFor(60_000)
  await expect.poll(() => isSame(paying)).toBe(false)
  await expect(paying).toHaveURL(/#\/mybill\//)
  expect(await stored(paying, 'saldo.refresh')).toBeNull()
  await expect(page).toHaveURL(/#\/auth\/login/)
})

test('logout: Logout eseguito., /auth in all tabs, and a reload after 1 second', async ({
  page,
  context,
}) => {
  await signedIn(page)
  const other = await context.newPage()
  await other.goto('/#/condomini')
  await ready(other)
  const told = logouts(context)
  await mark(page)
  await page.getByRole('button', { name: /, menu di / }).click()
  await page.clock.runFor(500)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/#\/auth\/login/)
    await expect(tab.getByText('Logout eseguito.')).toBeVisible()
  }
  expect(told).toHaveLength(1)
  for (const key of ['refresh', 'session', 'lapses', 'acted', 'customer'])
    expect(await stored(page, `saldo.${key}`), key).toBeNull()
  expect(await isSame(page)).toBe(true)
  await page.clock.runFor(1000)
  await reloaded(page)
  await expect(page.getByText('Logout eseguito.')).toBeVisible()
})

test('tabs count one session: activity and Resta connesso in one count for all, and logout happens once', async ({
  page,
  context,
}) => {
  await signedIn(page)
  const other = await context.newPage()
  await other.goto('/#/condomini')
  await ready(other)
  await page.clock.runFor(8 * minute)
  await act(other)
  await page.clock.runFor(14 * minute)
  for (const tab of [page, other]) await expect(dialog(tab)).toBeHidden()
  await page.clock.runFor(minute)
  for (const tab of [page, other]) await expect(countdown(tab, 30)).toBeVisible()
  await other.getByRole('button', { name: 'Resta connesso' }).click()
  for (const tab of [page, other]) await expect(dialog(tab)).toBeHidden()

  // A tab opened during the countdown shows the same seconds.
  await page.clock.runFor(15 * minute + 10_000)
  const third = await context.newPage()
  await third.goto('/#/anagrafica')
  await expect(countdown(third, 20)).toBeVisible()
  const told = logouts(context)
  await page.clock.runFor(19_000)
  await page.clock.resume()
  // All at once, because each toast lasts five seconds.
  await Promise.all(
    [page, other, third].map(async (tab) => {
      await expect(tab).toHaveURL(/#\/auth\/login/)
      await expect(tab.getByText('Sessione scaduta.')).toBeVisible()
    }),
  )
  expect(told).toHaveLength(1)
})

test('signing in as another user in one tab leaves no earlier data in the other tab', async ({
  page,
  context,
}) => {
  await page.goto('/#/auth/login')
  await signIn(page, 'amministratore')
  await ready(page)
  const other = await context.newPage()
  await other.goto('/#/condomini/nuovo')
  await other.getByLabel('Nome', { exact: true }).fill('Condominio di un altro')
  for (const tab of [page, other]) await mark(tab)
  await page.getByRole('button', { name: /, menu di / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/#\/auth\/login/)
  // A second later both tabs reload.
  for (const tab of [page, other]) await expect.poll(() => isSame(tab)).toBe(false)
  await expect(page.getByLabel('Nome utente')).toBeVisible()
  await signIn(page, 'backoffice')
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'SU, menu di' })).toBeVisible()
    await expect(tab.getByText('tutti i clienti', { exact: true })).toBeVisible()
  }
  await other.goto('/#/condomini/nuovo')
  await expect(other.getByLabel('Nome', { exact: true })).toHaveValue('')
})

test('unsaved input is restored in its place after signing in again', async ({ page }) => {
  await signedIn(page)
  await page.goto('/#/condomini/nuovo')
  await page.getByLabel('Nome', { exact: true }).fill('Condominio Mai Salvato')
  await page.clock.runFor(15 * minute + 31_000)
  await expect(page).toHaveURL(/#\/auth\/login/)
  await page.clock.runFor(1000)
  await page.clock.resume()
  await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible()
  await signIn(page, 'amministratore')
  await expect(page).toHaveURL(/#\/condomini\/nuovo/)
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Condominio Mai Salvato')
  await expect(page.getByText('Ho ripreso quello che avevi scritto e non salvato.')).toBeVisible()
})

test('an authentication that the server refuses leads to /auth, and login leads to /dashboard', async ({
  page,
}) => {
  await page.goto('/#/auth/login')
  await signIn(page, 'amministratore')
  await expectDashboard(page)
  await ready(page)
  await page.route('**/v1/bills?*', (route) =>
    route.fulfill({ status: 401, json: { error: 'unauthenticated', error_description: 'Accedi.' } }),
  )
  await page.goto('/#/bollette')
  await expect(page).toHaveURL(/#\/auth\/login/)
  expect(await stored(page, 'saldo.refresh')).toBeNull()
})

test('the countdown can be used without seeing and without a mouse', async ({ page }) => {
  await signedIn(page)
  await page.clock.runFor(6000)
  const later = new Date((await now(page)) + 15 * minute)
  await page.clock.resume()
  await page.clock.setFixedTime(later)
  await page.evaluate('dispatchEvent(new Event("focus"))')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page, 'sessione in scadenza')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})
