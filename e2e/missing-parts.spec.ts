import { expect, type Route } from '@playwright/test'
import { built, newer, says, versions } from './notices.ts'
import { enter, signedInThroughApi } from './saldo.ts'
import { test } from './test.ts'

test('una parte che non arriva in 120 secondi conta come persa, e si richiede con un pulsante; il resto funziona', async ({
  page,
}) => {
  await page.clock.install()
  await enter(page)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  const held: Route[] = []
  await page.route(/assets\/AccountsPage-.*\.js/, (route) => void held.push(route))
  await page.evaluate("location.hash = '#/condomini'")
  await expect.poll(() => held.length).toBe(1)
  await page.clock.fastForward(119_000)
  const lost = page.getByText('Una parte di Saldo non si è caricata.')
  await expect(lost).toBeHidden()
  await page.clock.fastForward(1500)
  await expect(lost).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  for (const route of held) await route.abort()
  await page.unroute(/assets\/AccountsPage-.*\.js/)
  await page.getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(lost).toBeHidden()
})

test('una parte che dopo una messa in linea non c’è più porta all’aggiornamento, non a una pagina vuota', async ({
  page,
}) => {
  await page.clock.install()
  const asked = await versions(page, says(built))
  await enter(page)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.route(/assets\/SubjectsPage-.*\.js/, (route) =>
    route.fulfill({ status: 404, json: { error: 'not_found' } }),
  )
  asked.answer = says(newer)
  await page.evaluate("location.hash = '#/anagrafica'")
  for (let second = 0; second < 5; second++) await page.clock.runFor(1000)
  await expect(page.getByText('È cambiata con la versione nuova: aggiorna per aprirla.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Aggiorna ora' })).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('anche chi apre direttamente una pagina la cui parte manca ha una frase e un pulsante che serve', async ({
  page,
}) => {
  await signedInThroughApi(page)
  await page.route(/assets\/AccountsPage-.*\.js/, (route) => route.abort())
  await page.goto('/#/condomini')
  await page.reload()
  await expect(page.getByText('Una parte di Saldo non si è caricata.')).toBeVisible()
  await page.unroute(/assets\/AccountsPage-.*\.js/)
  await page.getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('se nemmeno l’inizio arriva c’è una frase e un pulsante, non una pagina vuota', async ({ page }) => {
  await page.route(/assets\/auth-.*\.js/, (route) => route.abort())
  await page.goto('/#/auth/login')
  await expect(page.getByText('Saldo non si è caricato.')).toBeVisible()
  await page.unroute(/assets\/auth-.*\.js/)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByLabel('Nome utente')).toBeVisible()
})
