import { createHash, randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectDashboard, office, openDashboard, password, signIn } from '../actions.ts'
import { linkMailedTo, ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

const name = 'negozio'
const chosen = 'tre gatti e un cane'

test('POST /v1/users/recovery/password: a user who forgot the password chooses another one from the mail and signs in', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const sql = ownDatabase()
  try {
    const [user] = await sql`select email from users where user_name = ${name}`
    await page.goto('/#/auth/login')
    await page.getByRole('link', { name: 'Password dimenticata?' }).click()
    await expect(page.getByRole('heading', { name: 'Password dimenticata' })).toBeVisible()
    await expectAccessible(page, 'password dimenticata')
    await page.getByLabel('Nome utente').fill(name)
    await page.getByRole('button', { name: 'Mandami il link' }).click()
    await expect(page.getByRole('heading', { name: 'Guarda la posta' })).toBeVisible()
    await expectAccessible(page, 'link in arrivo')
    const mailed = () => linkMailedTo(sql, user?.email, 'password-recovery', 'auth/recovery')
    await expect.poll(mailed).toMatch(/recovery\/[\w-]{43}$/)

    const elsewhere = await (await browser.newContext()).newPage()
    const link = `${await mailed()}`
    await elsewhere.goto(link)
    await expect(elsewhere.getByRole('heading', { name: 'Nuova password' })).toBeVisible()
    await expectAccessible(elsewhere, 'scegliere la password')
    // The token leaves the address, and a reload still finds it.
    await expect(elsewhere).toHaveURL(/#\/auth\/recovery\/link$/)
    await elsewhere.reload()
    await expect(elsewhere.getByRole('heading', { name: 'Nuova password' })).toBeVisible()
    await elsewhere.getByLabel('Nuova password').fill('corta')
    await elsewhere.getByRole('button', { name: 'Cambia password' }).click()
    await expect(elsewhere.getByText('Usa almeno 10 caratteri.')).toBeVisible()
    await elsewhere.getByLabel('Nuova password').fill(chosen)
    await elsewhere.getByRole('button', { name: 'Cambia password' }).click()
    await expect(elsewhere.getByText('Password cambiata: ora accedi.')).toBeVisible()
    await signIn(elsewhere, name, chosen)
    await expectDashboard(elsewhere)
    await elsewhere.goto('/#/sicurezza')
    await changePassword(elsewhere, chosen, password)

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Questo link non vale' })).toBeVisible()
    await expectAccessible(page, 'link usato')
    await page.getByRole('link', { name: 'Chiedi un altro link' }).click()
    await expect(page.getByRole('heading', { name: 'Password dimenticata' })).toBeVisible()
  } finally {
    await sql.end()
  }
})

test('POST /v1/users/change/password: the user who changes it stays signed in, other devices are signed out', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const elsewhere = await (await browser.newContext()).newPage()
  for (const each of [page, elsewhere]) await openDashboard(each, name)
  await page.goto('/#/sicurezza')
  await page.getByLabel('Password attuale').fill('non me la ricordo')
  await page.getByLabel('Nuova password').fill(chosen)
  await page.getByRole('button', { name: 'Cambia password' }).click()
  await expect(page.getByText('Non è la password che usi adesso.')).toBeVisible()
  await changePassword(page, password, chosen)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/#\/auth\/login/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Accesso e sicurezza' })).toBeVisible()
  await changePassword(page, chosen, password)
})

test('a user sees their own sessions, and can sign another one out', async ({ page, browser }) => {
  test.setTimeout(600_000)
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  })
  const elsewhere = await phone.newPage()
  for (const each of [page, elsewhere]) {
    await each.goto('/#/auth/login')
    await signIn(each, name)
    await expectDashboard(each)
  }
  await page.goto('/#/sicurezza')
  const there = page.getByRole('listitem').filter({ hasText: 'Safari su iPhone' })
  await expect(there).toHaveCount(1)
  await expect(page.getByRole('listitem').filter({ hasText: 'questo dispositivo' })).toContainText(
    'Chrome su Linux',
  )
  await expectAccessible(page, 'accesso e sicurezza')
  await there.getByRole('button', { name: /^Esci da Safari su iPhone/ }).click()
  await expect(page.getByText('Sei uscito da lì.')).toBeVisible()
  await expect(there).toHaveCount(0)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/#\/auth\/login/)
  await expect(elsewhere.getByLabel('Nome utente')).toBeVisible()
})

test('/web/checkout/{username}/{password}/{token}: the address is cleared first, then the bill opens', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(600_000)
  const bill = await (await office(page, request)).newBill(12_345)
  const token = bill.path.split('/').at(-1)
  for (const door of ['web', 'auth']) {
    const visitor = await (await browser.newContext()).newPage()
    const seen = await watchAddresses(visitor)
    await visitor.goto(`/#/${door}/checkout/condomino/${encodeURIComponent(password)}/${token}`)
    await expect(visitor).toHaveURL(new RegExp(`#/mybill/${token}$`))
    await expect(visitor.getByText('123,45').first()).toBeVisible()
    expect(await seen(), door).not.toContain(password)
  }
  const stranger = await (await browser.newContext()).newPage()
  const seen = await watchAddresses(stranger)
  await stranger.goto(`/#/web/checkout/condomino/sbagliata-davvero/${token}`)
  await expect(stranger.getByText('Questo link non è valido o è già stato usato')).toBeVisible()
  await expect(stranger.getByText('Username o Password errate.')).toHaveCount(0)
  await expect(stranger.getByLabel('Nome utente')).toHaveValue('condomino')
  expect(await seen()).not.toContain('sbagliata-davvero')
  await signIn(stranger, 'condomino')
  await expect(stranger).toHaveURL(new RegExp(`#/mybill/${token}$`))

  const malformed = await (await browser.newContext()).newPage()
  const seenThere = await watchAddresses(malformed)
  await malformed.goto(`/#/auth/checkout/condomino/una-barra/nel-mezzo/${token}`)
  await expect(malformed.getByText('Questo link non è valido o è già stato usato')).toBeVisible()
  await expect(malformed).toHaveURL(/#\/auth\/login$/)
  expect(await seenThere()).not.toContain('una-barra')
  expect(await seenThere()).not.toContain(token)
})

test('/web/sso/{token}: signs in once only, also from a tab that is already open', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const sql = ownDatabase()
  try {
    const token = await oneTimeToken(sql)
    const seen = await watchAddresses(page)
    await page.goto(`/#/web/sso/${token}`)
    await expectDashboard(page)
    expect(await seen()).not.toContain(token)

    const again = await (await browser.newContext()).newPage()
    await again.goto(`/#/web/sso/${token}`)
    await expect(again.getByText('scaduto o è già stato usato', { exact: false })).toBeVisible()
    await expectAccessible(again, 'accesso non riuscito da un link')

    const second = await oneTimeToken(sql)
    await again.goto(`/#/web/sso/${second}`)
    await expectDashboard(again)

    // A used link leaves a signed-in person signed in, and its page leads to their home.
    await again.goto(`/#/web/sso/${token}`)
    await expect(again.getByRole('heading', { name: 'Questo link non vale' })).toBeVisible()
    await expectAccessible(again, 'link non valido di chi ha già un accesso')
    await again.getByRole('link', { name: 'Vai alla tua pagina' }).click()
    await expectDashboard(again)
    expect(await again.evaluate('location.href')).not.toContain(token)
  } finally {
    await sql.end()
  }
})

test('Back from one mailed link to another opens that one again', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const [, token] = /\/v1\/auth\/recovery\/(\w+)$/.exec(request.url()) ?? []
    if (token) asked.push(token)
  })
  const links = ['a', 'b'].map((letter) => letter.repeat(32))
  for (const [at, token] of links.entries()) {
    await page.goto(`/#/auth/recovery/${token}`)
    await expect.poll(() => asked).toHaveLength(at + 1)
  }
  await page.goBack()
  await expect.poll(() => asked).toEqual([links[0], links[1], links[0]])
})

test('/web and /auth lead to sign-in; a page that does not exist says so', async ({ page }) => {
  for (const address of ['/#/web', '/#/auth', '/#/auth/']) {
    await page.goto('about:blank')
    await page.goto(address)
    await expect(page).toHaveURL(/#\/auth\/login$/)
    await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible()
  }
  await page.goto('/#/auth/altro')
  await expect(page.getByRole('heading', { name: 'Questa pagina non c’è' })).toBeVisible()
})

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel('Password attuale').fill(from)
  await page.getByLabel('Nuova password').fill(to)
  await page.getByRole('button', { name: 'Cambia password' }).click()
  await expect(page.getByLabel('Password attuale')).toHaveValue('')
  await expect(page.getByText('Password cambiata.', { exact: false })).toBeVisible()
}

/**
 * Records the address at every request and navigation, what the page stores and logs, and all requests with their
 * headers.
 */
async function watchAddresses(page: Page): Promise<() => Promise<string>> {
  const asked: string[] = []
  page.on('request', (request) => {
    asked.push(request.url(), JSON.stringify(request.headers()))
  })
  page.on('console', (message) => asked.push(message.text()))
  await page.addInitScript({ content: noting })
  return async () => {
    const noted = String(
      await page.evaluate("sessionStorage.getItem('addresses') + JSON.stringify(localStorage)"),
    )
    expect(noted).toContain('#/auth/login')
    return `${asked.join('\n')}\n${noted}`
  }
}

const noting = `
  const note = (act) => function (...args) {
    sessionStorage.setItem('addresses', (sessionStorage.getItem('addresses') ?? '') + '\\n' + location.href)
    return act.apply(this, args)
  }
  window.fetch = note(window.fetch)
  history.pushState = note(history.pushState)`

/** A one-time token of the resident, as features that send links create them. */
async function oneTimeToken(sql: ReturnType<typeof ownDatabase>): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into one_time_tokens (token_hash, user_id, purpose, audience, expires_at)
    select ${createHash('sha256').update(token).digest()}, user_id, 'sign_in', 'business', now() + interval '15 minutes'
    from users where user_name = 'condomino'`
  return token
}
