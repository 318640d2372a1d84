import { expect, type Page, type Route } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { signInThroughApi } from '../actions.ts'
import {
  built,
  fails,
  maintenance,
  newer,
  outdated,
  overlaysReady,
  prompt,
  says,
  signInPage,
  start,
  versions,
} from '../notices.ts'
import { test } from '../test.ts'
import { waitUntilIdle } from '../wait-until-idle.ts'

test('the version is checked 5 seconds after loading, then every 1,800,000 ms', async ({ page }) => {
  const asked = await versions(page, says(built))
  await signInPage(page)
  await page.clock.pauseAt(new Date(start.getTime() + 4900))
  expect(asked.times).toBe(0)
  await page.clock.runFor(200)
  await expect.poll(() => asked.times).toBe(1)
  await waitUntilIdle(page)
  await page.clock.runFor(1_799_000)
  expect(asked.times).toBe(1)
  await page.clock.runFor(1000)
  await expect.poll(() => asked.times).toBe(2)
  await expect(prompt(page)).toBeHidden()
})

test('the update prompt appears when the versions differ; when postponed it returns after 30 minutes', async ({
  page,
}) => {
  await versions(page, says(newer))
  await signInPage(page)
  await page.clock.fastForward(5000)
  await expect(prompt(page)).toBeVisible()
  await expect(page.getByText(`Usi la ${built}, è pronta la ${newer}.`)).toBeVisible()
  // Reaches the button by keyboard only, with as many Tab steps as it takes.
  const later = page.getByRole('button', { name: 'Più tardi' })
  for (let steps = 0; steps < 20 && (await focused(page)) !== 'Più tardi'; steps += 1)
    await page.keyboard.press('Tab')
  await expect(later).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(prompt(page)).toBeHidden()
  await page.clock.fastForward(1_700_000)
  await expect(prompt(page)).toBeHidden()
  await page.clock.fastForward(100_000)
  await expect(prompt(page)).toBeVisible()
})

test('an update that loads the old version again shows ‘Versione non aggiornata, pulire la cache del browser’, with the keys of the user’s system', async ({
  page,
}) => {
  await versions(page, says(newer))
  await signInPage(page)
  await page.clock.fastForward(5000)
  await page.getByRole('button', { name: 'Aggiorna ora' }).click()
  await expect(outdated(page)).toBeVisible()
  await expect(outdated(page).getByRole('listitem')).toHaveText(['Ctrl + Shift + R', 'Ctrl + F5'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(outdated(page)).toBeVisible()
  await outdated(page).getByRole('button', { name: 'Continua con questa' }).focus()
  await page.keyboard.press('Enter')
  await expect(outdated(page)).toBeHidden()
  await expect(page.getByLabel('Nome utente')).toBeEditable()
})

test('after a successful update there is no notice', async ({ page }) => {
  const asked = await versions(page, says(newer))
  await signInPage(page)
  await page.clock.fastForward(5000)
  await expect(prompt(page)).toBeVisible()
  asked.answer = says(built)
  await page.getByRole('button', { name: 'Aggiorna ora' }).click()
  await overlaysReady(page)
  await expect.poll(() => asked.times).toBeGreaterThan(1)
  await expect(outdated(page)).toBeHidden()
  await expect(prompt(page)).toBeHidden()
})

test('a version that the server no longer accepts is reported, and the user cannot continue', async ({
  page,
}) => {
  await page.clock.install({ time: start })
  await page.route('**/v1/auth/challenge', (route) =>
    route.fulfill({ status: 426, json: { error: 'app_version_too_old', error_description: 'Vecchia.' } }),
  )
  // The page requests its human check by itself.
  await page.goto('/#/auth/login')
  await expect(outdated(page)).toBeVisible()
  await expect(outdated(page).getByRole('button')).toHaveText(['Pulisci e ricarica'])
})

test('an update never discards an unsaved form: it asks to save first', async ({ page }) => {
  await page.clock.install()
  await versions(page, says(newer))
  await signInThroughApi(page)
  await page.goto('/#/condomini/nuovo')
  const name = page
    .getByLabel('Nome', { exact: true })
    .or(page.getByLabel(/^(Nome|Denominazione)/))
    .first()
  await name.fill('Condominio Mai Perso')
  await page.clock.fastForward(5000)
  await page.getByRole('button', { name: 'Aggiorna ora' }).click()
  await expect(
    page.getByText('Hai qualcosa di non salvato in questa pagina: salvalo, poi aggiorna.'),
  ).toBeVisible()
  await expect(name).toHaveValue('Condominio Mai Perso')
  await page.getByRole('button', { name: 'Aggiungi il condominio' }).click()
  await expect(page.getByRole('heading', { name: /Condominio Mai Perso/ })).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Aggiorna ora' }).click()
  await reloaded
})

for (const [how, failure] of [
  ['503', fails(503)],
  ['404', fails(404)],
  ['no response', (route: Route) => route.abort()],
] as const)
  test(`a failed version check (${how}) shows ‘Dashboard in manutenzione’, which goes away by itself and keeps what was typed`, async ({
    page,
  }) => {
    const asked = await versions(page, failure)
    await signInPage(page)
    await page.getByLabel('Nome utente').fill('scritto prima')
    await page.clock.fastForward(5000)
    await page.clock.runFor(2000)
    await expect(maintenance(page)).toBeVisible()
    // The page below is there, but out of reach.
    await expect(page.getByLabel('Nome utente')).toHaveValue('scritto prima')
    await expect(maintenance(page).getByRole('button', { name: 'Aggiorna' })).toBeFocused()
    for (let presses = 0; presses < 4; presses++) {
      await page.keyboard.press('Tab')
      await expect(page.locator('form :focus')).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(maintenance(page)).toBeVisible()
    // Backoff: in the first minute far fewer requests than seconds.
    const before = asked.times
    for (let second = 0; second < 60; second++) await page.clock.runFor(1000)
    expect(asked.times - before).toBeGreaterThanOrEqual(2)
    expect(asked.times - before).toBeLessThanOrEqual(7)
    asked.answer = says(built)
    await expect(async () => {
      await page.clock.runFor(10_000)
      await expect(maintenance(page)).toBeHidden({ timeout: 500 })
    }).toPass()
    await expect(page.getByLabel('Nome utente')).toHaveValue('scritto prima')
    await expect(page.getByLabel('Nome utente')).toBeFocused()
  })

test('the Aggiorna button of the maintenance notice retries at once', async ({ page }) => {
  const asked = await versions(page, fails(503))
  await signInPage(page)
  await page.clock.fastForward(5000)
  await page.clock.runFor(2000)
  await expect(maintenance(page)).toBeVisible()
  await page.clock.pauseAt(new Date(start.getTime() + 60_000))
  // The automatic checks have been answered, and the clock stands still.
  await waitUntilIdle(page)
  asked.answer = says(built)
  await maintenance(page).getByRole('button', { name: 'Aggiorna' }).focus()
  await page.keyboard.press('Enter')
  await expect(maintenance(page)).toBeHidden()
})

test('a user with flag_under_maintenance sees ‘Dashboard in manutenzione’ as long as it is set', async ({
  page,
}) => {
  let flagged = true
  await page.route('**/v1/users/me', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      response: reply,
      json: { ...(await reply.json()), flag_under_maintenance: flagged },
    })
  })
  await page.clock.install()
  await signInThroughApi(page)
  await page.goto('/#/dashboard')
  await expect(maintenance(page)).toBeVisible()
  await expect(maintenance(page).getByText('Stiamo lavorando sui tuoi dati.')).toBeVisible()
  flagged = false
  await page.clock.fastForward(10_000)
  await expect(maintenance(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
})

test('being offline is not maintenance: a banner says since when, what still works and how old the data is', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await signInThroughApi(page)
  await page.goto('/#/condomini')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await context.setOffline(true)
  const banner = page.getByText(/Sei offline dalle \d\d:\d\d\./)
  await expect(banner).toBeVisible()
  await expect(page.getByText('Puoi leggere quello che è già aperto')).toBeVisible()
  await expect(page.getByText(/I dati sono delle \d\d:\d\d/)).toBeVisible()
  for (let wait = 0; wait < 10; wait++) await page.clock.fastForward(60_000)
  await expect(maintenance(page)).toBeHidden()
  await expect(banner).toBeVisible()
  const refetched = page.waitForResponse((reply) => reply.url().includes('/v1/accounts') && reply.ok())
  await context.setOffline(false)
  await refetched
  await expect(banner).toBeHidden()
})

test('when requests fail while the browser believes it is online, a banner comes first and maintenance only later', async ({
  page,
}) => {
  await page.clock.install()
  await signInThroughApi(page)
  await page.goto('/#/condomini')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.route('**/v1/**', (route) => route.abort())
  await page.goto('/#/bollette')
  await expect(page.getByText(/Saldo non risponde dalle \d\d:\d\d\./)).toBeVisible()
  await expect(maintenance(page)).toBeHidden()
  for (let second = 0; second < 30; second++) await page.clock.runFor(1000)
  await expect(maintenance(page)).toBeVisible()
  await page.unroute('**/v1/**')
  await maintenance(page).getByRole('button', { name: 'Aggiorna' }).click()
  await expect(maintenance(page)).toBeHidden()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('every notice can be used without seeing and without a mouse, in every theme and width', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const asked = await versions(page, says(newer))
  await signInPage(page)
  await page.clock.fastForward(5000)
  await expect(prompt(page)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/Sei offline/)).toBeVisible()
  await expectAccessible(page, 'aggiornamento e connessione')
  await context.setOffline(false)
  await expect(page.getByText(/Sei offline/)).toBeHidden()
  await page.getByRole('button', { name: 'Aggiorna ora' }).click()
  await expect(outdated(page)).toBeVisible()
  await expectAccessible(page, 'versione non aggiornata')
  asked.answer = fails(503)
  await page.clock.fastForward(1_800_000)
  await page.clock.runFor(2000)
  await expect(maintenance(page)).toBeVisible()
  await expectAccessible(page, 'manutenzione')
})

const focused = (page: Page) => page.evaluate('document.activeElement.textContent')
