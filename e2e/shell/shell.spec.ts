import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtThisWidth } from '../accessible.ts'
import { expectDashboard, signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Principale' })
const initials = (page: Page) => page.getByRole('button', { name: /menu di/ })
const linksOf = async (page: Page) => {
  const names = await drawer(page).getByRole('link').allInnerTexts()
  return names.map((name) => name.split('\n')[0])
}
async function enter(page: Page, user: string) {
  await signInThroughApi(page, user)
  await page.goto('/#/dashboard')
  await expect(initials(page)).toBeVisible()
}
async function userMenu(page: Page) {
  await initials(page).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  const names = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return names
}

test('/web, /auth and / lead to sign-in; /dashboard requires sign-in and opens after it', async ({
  page,
}) => {
  for (const path of ['/#/web', '/#/auth', '/#/', '/#/dashboard']) {
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page.getByLabel('Nome utente')).toBeVisible()
    await expect(page, path).toHaveURL(/#\/(auth(\/login)?|web)(\?.*)?$/)
  }
  await enter(page, 'amministratore')
  await page.goto('/#/')
  await expectDashboard(page)
})

test('each call sends JSON, the version of the app and no-cache', async ({ page }) => {
  const sent: Record<string, string>[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/bills/')) sent.push(request.headers())
  })
  await enter(page, 'amministratore')
  await page.goto('/#/bollette')
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  for (const headers of sent) {
    expect(headers).toMatchObject({ 'app-version': expect.any(String), 'cache-control': 'no-cache' })
    expect(headers['content-type'] ?? 'application/json').toContain('json')
  }
})

test('wide layout: lists use the whole window, forms do not', async ({ page }) => {
  await page.setViewportSize({ width: 2000, height: 900 })
  await enter(page, 'amministratore')
  const width = async () => (await page.locator('main > :has(h1)').boundingBox())?.width ?? 0
  await page.goto('/#/bollette')
  await expect(page.getByRole('heading', { name: 'Bollette', level: 1 })).toBeVisible()
  await expect.poll(width).toBeGreaterThan(1400)
  await page.goto('/#/settings')
  await expect(page).toHaveURL(/settings/)
  await expect.poll(width).toBeLessThan(1300)
})

const full = [
  'Dashboard',
  'Bollette',
  'Transazioni',
  'Bonifici',
  'Addebiti',
  'Flussi contabili',
  'Solleciti',
  'Piani di rientro',
  'Morosità',
  'Quadratura',
  'Registro contabile',
  'Prima nota',
  'Accrediti',
  'Condomìni',
  'Anagrafica',
  'Report',
  'Sottoutenti',
  'Agenti',
]
test('each role has its menu: back office, administrator, unregistered, store, resident', async ({
  browser,
}) => {
  const menus = {
    backoffice: [
      ...full,
      ...[
        'Clienti',
        'Verifica documenti',
        'Interrogazioni',
        'Interrogazioni salvate',
        'File',
        'IBAN bloccati',
        'Debiti degli studi',
        'Spostamenti di denaro',
        'Operazioni',
        'Piattaforma',
        'E-mail',
        'Modelli di e-mail',
      ],
    ],
    amministratore: full,
    nuovo: ['Dashboard'],
    negozio: ['Dashboard', 'Sottoutenti'],
    condomino: [],
  }
  for (const [user, links] of Object.entries(menus)) {
    const page = await (await browser.newContext({ locale: 'it-IT' })).newPage()
    await enter(page, user)
    await expect(drawer(page)).toHaveCount(user === 'condomino' ? 0 : 1)
    await expect.poll(() => linksOf(page), user).toEqual(links)
    await expect(initials(page)).toHaveText(user === 'backoffice' ? 'SU' : /^[A-Z]{1,2}$/)
    const items = await userMenu(page)
    expect(items.at(-1), user).toBe('Logout')
    // Sections that are not built yet are hidden.
    for (const missing of ['API', 'Log API', 'Log webhook']) expect(items, user).not.toContain(missing)
    if (user === 'nuovo') await expect(page.getByText('In attesa di attivazione').first()).toBeVisible()
    if (user !== 'condomino') await expect(drawer(page).getByText('sandbox')).toBeVisible()
    await page.context().close()
  }
})

test('the menu’s title has a suffix in sandbox and develop environments, none in production', async ({
  page,
}) => {
  for (const environment of ['sandbox', 'develop', 'production']) {
    await page.route('**/v1/settings/versions', async (route) => {
      const versions = await (await route.fetch()).json()
      return route.fulfill({ json: { ...versions, environment } })
    })
    await enter(page, 'amministratore')
    await expect(drawer(page).getByRole('link', { name: 'Bollette' })).toBeVisible()
    await expect(drawer(page).getByText(environment)).toHaveCount(environment === 'production' ? 0 : 1)
    for (const other of ['sandbox', 'develop'])
      if (other !== environment) await expect(drawer(page).getByText(other)).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('a signed-in user is sent to /403 from pages of others, which says so; not to a login form', async ({
  page,
}) => {
  await enter(page, 'nuovo')
  await page.goto('/#/bollette')
  await expect(page).toHaveURL(/#\/403/)
  await expect(page.getByText('Volevi aprire /bollette')).toBeVisible()
  await expect(page.getByRole('main').getByText('In attesa di attivazione')).toBeVisible()
  await page.goto('/#/messaggi/nuovo')
  await expect(page).toHaveURL(/#\/403/)
  await expect(page.getByRole('heading', { name: 'Non hai accesso a questa pagina' })).toBeVisible()
  await expect(page.getByText('Volevi aprire /messaggi/nuovo')).toBeVisible()
  await expect(page.getByText('È una pagina di chi gestisce Saldo')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
})

test('an unknown address is named, with what was probably meant', async ({ page }) => {
  test.setTimeout(600_000)
  await page.goto('/#/qualcosa')
  await expect(page.getByRole('heading', { name: 'Questa pagina non c’è' })).toBeVisible()
  await expect(page.getByText('/qualcosa')).toBeVisible()
  await enter(page, 'amministratore')
  await page.goto('/#/bolette')
  await expect(drawer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Cerca', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Vai a Bollette' }).click()
  await expect(page).toHaveURL(/#\/bollette$/)
  await page.goto('/#/404')
  await expect(page.getByRole('heading', { name: 'Questa pagina non c’è' })).toBeVisible()
  await page.goto('/#/500?request=req-12345')
  await expect(page.getByText('req-12345')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copia il codice della richiesta' })).toBeVisible()
  for (const path of ['/404', '/403', '/500']) {
    await page.goto(`/#${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, path)
  }
})

test('the sidebar collapses to icons by key and by button, remembers it, and is a sheet on a phone', async ({
  page,
}) => {
  test.setTimeout(600_000)
  await enter(page, 'amministratore')
  const label = drawer(page).getByText('Condomìni')
  const reduce = page.getByRole('button', { name: /il menu$/ })
  if ((await reduce.innerText()) === 'Allarga il menu') await reduce.click()
  await expect(reduce).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('[')
  await expect(reduce).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(async () => (await drawer(page).boundingBox())?.width).toBe(56)
  await drawer(page).getByRole('link', { name: 'Condomìni' }).focus()
  await expect(label).toHaveCSS('clip-path', 'none')
  await page.keyboard.press('Escape')
  await expect(label).toHaveCSS('clip-path', 'inset(50%)')
  await expectAccessible(page, 'menu a icone')
  await page.reload()
  await expect(reduce).toHaveAttribute('aria-expanded', 'false')
  await reduce.click()
  await expect(reduce).toHaveAttribute('aria-expanded', 'true')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Apri il menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Bollette' })).toBeVisible()
  // The drawer exists on phone widths only.
  await expectAccessibleAtThisWidth(page, 'menu sul telefono')
  await page.getByRole('dialog').getByRole('link', { name: 'Bollette' }).click()
  await expect(page).toHaveURL(/#\/bollette/)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('theme, row height and columns follow the user to another device, without a flash', async ({
  browser,
}) => {
  const device = async () => {
    const page = await (await browser.newContext({ locale: 'it-IT', colorScheme: 'light' })).newPage()
    await enter(page, 'amministratore')
    return page
  }
  const kept = (page: Page) =>
    page.waitForResponse(
      (reply) => reply.request().method() === 'PUT' && reply.url().endsWith('/users/preferences'),
    )
  const scheme = (page: Page) => page.locator('html')
  const choose = async (page: Page, word: string) => {
    await page.getByRole('button', { name: 'Aspetto' }).click()
    await page.getByRole('menuitemradio', { name: word }).click()
    await page.keyboard.press('Escape')
  }

  const first = await device()
  await first.goto('/#/bollette')
  await choose(first, 'Scuro')
  await choose(first, 'Righe strette')
  await first.getByRole('button', { name: 'Colonne' }).click()
  const sent = kept(first)
  await first.getByRole('dialog').getByRole('checkbox', { name: 'Residuo' }).uncheck()
  await sent

  const second = await device()
  await expect(scheme(second)).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await second.goto('/#/bollette')
  await expect(second.getByRole('columnheader', { name: 'Importo' })).toBeVisible()
  await expect(second.getByRole('columnheader', { name: 'Residuo' })).toHaveCount(0)
  const row = second.getByRole('row').nth(1)
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(38)
  // The first paint is already dark, before any script of the app has run.
  await second.route('**/*.js', (route) => route.abort())
  await second.reload({ waitUntil: 'domcontentloaded' })
  await expect(scheme(second)).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await choose(first, 'Come il dispositivo')
  await expect(scheme(first)).toHaveAttribute('data-mantine-color-scheme', 'light')
  await first.emulateMedia({ colorScheme: 'dark' })
  await expect(scheme(first)).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await first.getByRole('button', { name: 'Colonne' }).click()
  await first.getByRole('button', { name: 'Torna alle colonne di partenza' }).click()
  await first.keyboard.press('Escape')
  const restored = kept(first)
  await choose(first, 'Righe ampie')
  await restored
  await expect(first.getByRole('columnheader', { name: 'Residuo' })).toBeVisible()
})

test('? lists the shortcuts, g and a letter open the sections, and typing does not trigger them', async ({
  page,
}) => {
  test.setTimeout(600_000)
  await enter(page, 'amministratore')
  for (const [key, path] of Object.entries({
    b: 'bollette',
    c: 'condomini',
    t: 'transazioni',
    a: 'anagrafica',
    q: 'quadratura',
    d: 'dashboard',
  })) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(`#/${path}`))
  }
  await page.goto('/#/bollette')
  const search = page.getByRole('searchbox')
  await search.fill('')
  await search.pressSequentially('g c?[')
  await expect(search).toHaveValue('g c?[')
  await expect(page).toHaveURL(/#\/bollette/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await search.fill('')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const filter = page.getByRole('button', { name: 'Filtra' })
  await filter.focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Scorciatoie da tastiera' })
  for (const said of ['Cerca', 'Mostra queste scorciatoie', 'Quadratura', 'Seleziona la riga'])
    await expect(sheet.getByText(said, { exact: true })).toBeVisible()
  await expectAccessible(page, 'scorciatoie')
  // Behind a dialog they are off.
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/#\/bollette/)
  // Single keys can be turned off, which users of dictation need; the sheet stays reachable.
  await sheet.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(filter).toBeFocused()
  await page.keyboard.press('?')
  await expect(sheet).toHaveCount(0)
  await initials(page).click()
  await expectAccessible(page, 'menu dell’utente')
  await page.getByRole('menuitem', { name: 'Scorciatoie da tastiera' }).click()
  await sheet.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Aspetto' }).click()
  await expectAccessible(page, 'aspetto')
})
