import { expect, type Page, type Route, test } from '@playwright/test'
import { accessible, office } from './saldo.ts'

/* The notices of the app about itself (specification §2 “Global overlays”, §4 “Update prompt”, §8, §9), by a fake clock. */

const built = 'v2.0-395'
const newer = 'v2.0-396'
const start = new Date('2026-09-15T10:00:00+02:00')
const versionsPath = '**/v1/settings/versions'

/** What GET /v1/settings/versions answers from now on, and how often it was asked. */
async function versions(page: Page, first: (route: Route) => Promise<void>) {
  const asked = { times: 0, answer: first }
  await page.route(versionsPath, async (route) => {
    asked.times++
    await asked.answer(route)
  })
  return asked
}
const says =
  (frontend: string, minimum = built) =>
  (route: Route) =>
    route.fulfill({ json: { frontend, frontend_b2c: frontend, minimum, environment: 'sandbox' } })
const fails = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })

/** The sign-in page with a clock of ours: its notices are there, and no time passes but what a test lets pass. */
async function signInPage(page: Page) {
  await page.clock.install({ time: start })
  await page.goto('/#/auth/login')
  await overlaysReady(page)
}
async function overlaysReady(page: Page) {
  await expect(page.getByLabel('Nome utente').or(page.locator('main')).first()).toBeVisible()
  await expect(page.locator('div[role=status][data-print=away]').first()).toBeAttached()
}

const maintenance = (page: Page) => page.getByRole('alertdialog', { name: 'Dashboard in manutenzione' })
const outdated = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Versione non aggiornata, pulire la cache del browser' })
const prompt = (page: Page) => page.getByText('C’è una versione nuova di Saldo.')

test('il controllo della versione: 5 secondi dopo il caricamento, poi ogni 1.800.000 ms', async ({
  page,
}) => {
  const asked = await versions(page, says(built))
  await signInPage(page)
  await page.clock.pauseAt(new Date(start.getTime() + 4900))
  expect(asked.times).toBe(0)
  await page.clock.runFor(200)
  await expect.poll(() => asked.times).toBe(1)
  await page.clock.runFor(1_799_000)
  expect(asked.times).toBe(1)
  await page.clock.runFor(1000)
  await expect.poll(() => asked.times).toBe(2)
  await expect(prompt(page)).toBeHidden()
})

test('l’avviso di aggiornamento appare se le versioni sono diverse; più tardi torna dopo 30 minuti', async ({
  page,
}) => {
  await versions(page, says(newer))
  await signInPage(page)
  await page.clock.fastForward(5000)
  await expect(prompt(page)).toBeVisible()
  await expect(page.getByText(`Usi la ${built}, è pronta la ${newer}.`)).toBeVisible()
  // By keyboard alone: it is the first thing on the page.
  const later = page.getByRole('button', { name: 'Più tardi' })
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Tab')
  await expect(later).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(prompt(page)).toBeHidden()
  await page.clock.fastForward(1_700_000)
  await expect(prompt(page)).toBeHidden()
  await page.clock.fastForward(100_000)
  await expect(prompt(page)).toBeVisible()
})

test('dopo un aggiornamento che riporta la versione vecchia: ‘Versione non aggiornata, pulire la cache del browser’, con i tasti del proprio sistema', async ({
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
  await outdated(page).getByRole('button', { name: 'Continua con questa' }).press('Enter')
  await expect(outdated(page)).toBeHidden()
  await expect(page.getByLabel('Nome utente')).toBeEditable()
})

test('dopo un aggiornamento riuscito non c’è niente da dire', async ({ page }) => {
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

test('chi ha una versione che il server non accetta più lo viene a sapere, e non può continuare', async ({
  page,
}) => {
  await page.clock.install({ time: start })
  await page.route('**/v1/auth/challenge', (route) =>
    route.fulfill({ status: 426, json: { error: 'app_version_too_old', error_description: 'Vecchia.' } }),
  )
  await page.goto('/#/auth/login')
  await overlaysReady(page)
  await page.getByLabel('Nome utente').fill('amministratore')
  await page.getByLabel('Password', { exact: true }).fill('x')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(outdated(page)).toBeVisible()
  await expect(outdated(page).getByRole('button')).toHaveText(['Pulisci e ricarica'])
})

test('un aggiornamento non butta mai un modulo non salvato: prima chiede di salvare', async ({
  page,
  request,
}) => {
  await page.clock.install()
  await versions(page, says(newer))
  await office(page, request)
  await expect(page).toHaveURL(/#\/dashboard/)
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
  ['nessuna risposta', (route: Route) => route.abort()],
] as const)
  test(`quando il controllo della versione fallisce (${how}): ‘Dashboard in manutenzione’, e passa da sé senza perdere quello che si è scritto`, async ({
    page,
  }) => {
    const asked = await versions(page, failure)
    await signInPage(page)
    await page.getByLabel('Nome utente').fill('scritto prima')
    await page.clock.fastForward(5000)
    await page.clock.runFor(2000)
    await expect(maintenance(page)).toBeVisible()
    // What lies below is there, and out of reach.
    await expect(page.getByLabel('Nome utente')).toHaveValue('scritto prima')
    await expect(maintenance(page).getByRole('button', { name: 'Aggiorna' })).toBeFocused()
    for (let presses = 0; presses < 4; presses++) {
      await page.keyboard.press('Tab')
      await expect(page.locator('form :focus')).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(maintenance(page)).toBeVisible()
    // Growing waits: in the first minute far fewer questions than seconds.
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

test('il pulsante Aggiorna dell’avviso di manutenzione riprova subito', async ({ page }) => {
  const asked = await versions(page, fails(503))
  await signInPage(page)
  await page.clock.fastForward(5000)
  await page.clock.runFor(2000)
  await expect(maintenance(page)).toBeVisible()
  await page.clock.pauseAt(new Date(start.getTime() + 60_000))
  asked.answer = says(built)
  await maintenance(page).getByRole('button', { name: 'Aggiorna' }).press('Enter')
  await expect(maintenance(page)).toBeHidden()
})

test('‘Dashboard in manutenzione’ anche per chi ha flag_under_maintenance, finché ce l’ha', async ({
  page,
  request,
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
  await office(page, request)
  await expect(maintenance(page)).toBeVisible()
  await expect(maintenance(page).getByText('Stiamo lavorando sui tuoi dati.')).toBeVisible()
  flagged = false
  await page.clock.fastForward(10_000)
  await expect(maintenance(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
})

test('senza connessione non è manutenzione: un avviso dice da quando, che cosa si può fare e di quando sono i dati', async ({
  page,
  context,
  request,
}) => {
  await page.clock.install()
  await office(page, request)
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

test('se le richieste falliscono mentre il browser si crede online, prima un avviso e solo dopo la manutenzione', async ({
  page,
  request,
}) => {
  await page.clock.install()
  await office(page, request)
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

test('ogni avviso si può usare senza vedere e senza mouse, in ogni tema e larghezza', async ({
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
  await accessible(page, 'aggiornamento e connessione')
  await context.setOffline(false)
  await expect(page.getByText(/Sei offline/)).toBeHidden()
  await page.getByRole('button', { name: 'Aggiorna ora' }).click()
  await expect(outdated(page)).toBeVisible()
  await accessible(page, 'versione non aggiornata')
  asked.answer = fails(503)
  await page.clock.fastForward(1_800_000)
  await page.clock.runFor(2000)
  await expect(maintenance(page)).toBeVisible()
  await accessible(page, 'manutenzione')
})

test('una parte che non arriva in 120 secondi conta come persa, e si richiede con un pulsante; il resto funziona', async ({
  page,
  request,
}) => {
  await page.clock.install()
  await office(page, request)
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
  request,
}) => {
  await page.clock.install()
  const asked = await versions(page, says(built))
  await office(page, request)
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
  request,
}) => {
  await office(page, request)
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

test('le due snackbar spariscono dopo 5000 ms, e aspettano chi ci sta sopra con il puntatore o con la tastiera', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install({ time: start })
  const { call } = await office(page, request)
  const { items } = await call<{ items: { bill_id: number }[] }>('GET', '/v1/bills?limit=1&state=overdue')
  await page.goto(`/#/bollette/${items[0]?.bill_id}`)
  const copy = page.getByRole('button', { name: 'Copia link' })
  await expect(copy).toBeVisible()
  await page.clock.pauseAt(new Date(start.getTime() + 120_000))
  const said = page.getByText('Link copiato')
  const shown = async () => {
    await copy.click()
    await expect(said).toBeVisible()
    await page.mouse.move(0, 0)
  }
  await shown()
  await page.clock.runFor(4900)
  await expect(said).toBeVisible()
  await page.clock.runFor(200)
  await expect(said).toBeHidden()
  // The pointer holds it, and so does the focus after the pointer has gone.
  await shown()
  await said.hover()
  await page.clock.runFor(20_000)
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Chiudi' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(20_000)
  await expect(said).toBeVisible()
  await copy.focus()
  await page.clock.runFor(5100)
  await expect(said).toBeHidden()
  // The other one, for what went well or wrong, beside it: it goes on after the reload that follows a logout.
  await page.clock.resume()
  await page
    .getByRole('button', { name: /, menu di / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const alerted = page.getByRole('alert').getByText('Logout eseguito.')
  await expect(alerted).toBeVisible()
  await page.clock.runFor(6500)
  await expect(alerted).toBeHidden()
})

test('il velo con il testo sparisce 300 ms dopo la fine', async ({ page, request }) => {
  await page.clock.install({ time: start })
  await office(page, request)
  await page.goto('/#/bollette/importa')
  const template = page.getByRole('button', { name: /modello/i }).first()
  await expect(template).toBeVisible()
  let answer = () => {}
  await page.route('**/v1/bills/import/template', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  await page.clock.pauseAt(new Date(start.getTime() + 120_000))
  await template.click()
  const veil = page.getByText('Preparo il modello…')
  await expect(veil).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(veil).toBeVisible()
  const saved = page.waitForEvent('download')
  answer()
  await saved
  await page.clock.runFor(290)
  await expect(veil).toBeVisible()
  await page.clock.runFor(20)
  await expect(veil).toBeHidden()
})

test('il pulsante per tornare in cima appare dopo 300 px', async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await office(page, request)
  await page.goto('/#/condomini/nuovo')
  const scroller = page.locator('main[data-scroller]')
  await expect(page.getByRole('button', { name: 'Aggiungi il condominio' })).toBeVisible()
  const scroll = (to: number) => scroller.evaluate((main, top) => main.scrollTo(0, top), to)
  const up = page.getByRole('button', { name: 'Torna in cima' })
  await scroll(300)
  await expect(up).toBeHidden()
  await scroll(301)
  await expect(up).toBeVisible()
  await up.press('Enter')
  await expect.poll(() => scroller.evaluate((main) => main.scrollTop)).toBe(0)
  await expect(up).toBeHidden()
})

test.describe('l’app installata', () => {
  test.use({ serviceWorkers: 'allow' })

  /** Waits until the worker keeps the files and answers for the page. */
  const kept = (page: Page) =>
    page.evaluate(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ||
      new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
    ).then(() => true)`)
  const scopes = (page: Page) =>
    page.evaluate<string[]>(`navigator.serviceWorker.getRegistrations()
      .then((all) => all.map(({ scope }) => new URL(scope).pathname))`)

  test('si avvia senza connessione, non conserva risposte, e cerca un aggiornamento ogni ora', async ({
    page,
    context,
  }) => {
    await page.addInitScript(`
      window.updates = 0
      const { update } = ServiceWorkerRegistration.prototype
      ServiceWorkerRegistration.prototype.update = function () {
        window.updates++
        return update.call(this)
      }`)
    const updates = () => page.evaluate<number>('window.updates')
    await page.clock.install()
    await page.goto('/#/auth/login')
    await overlaysReady(page)
    await page.clock.fastForward(5000)
    await kept(page)
    await page.clock.fastForward(1000)
    const before = await updates()
    await page.clock.fastForward(3_500_000)
    expect(await updates()).toBe(before)
    await page.clock.fastForward(100_000)
    await expect.poll(updates).toBe(before + 1)

    const names = await page.evaluate<string[]>(`(async () => {
      const kept = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname)
      return kept
    })()`)
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter((name) => /^\/(v1|oauth)\b/.test(name))).toEqual([])
    expect(names.filter((name) => !/^\/(assets\/.+|scheme\.js|favicon\.svg)?$/.test(name))).toEqual([])

    await context.setOffline(true)
    await page.goto('/#/auth/login')
    await page.reload()
    // After a reload the emulation no longer tells the page that it is offline: then it is the server that is silent.
    const notice = page.getByText(/Sei offline dalle|Saldo non risponde/)
    await expect(notice).toBeVisible()
    await expect(page.getByLabel('Nome utente')).toBeAttached()
    await context.setOffline(false)
    await page.clock.fastForward(60_000)
    await expect(notice).toBeHidden()
  })

  test('si può installare: nome, lingua, colori e icone, anche ritagliabili; anche in /b2c/', async ({
    page,
    request,
  }) => {
    for (const base of ['/', '/b2c/']) {
      await page.clock.install()
      await page.goto(`${base}#/auth/login`)
      await overlaysReady(page)
      await page.clock.fastForward(5000)
      await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', `${base}manifest.webmanifest`)
      const manifest = await (await request.get(`${base}manifest.webmanifest`)).json()
      expect(manifest).toMatchObject({
        name: 'Saldo',
        lang: 'it',
        display: 'standalone',
        scope: base,
        start_url: `${base}#/dashboard`,
      })
      const purposes = new Set<string>()
      for (const { src, purpose } of manifest.icons as { src: string; purpose: string }[]) {
        expect((await request.get(src)).ok(), src).toBe(true)
        purposes.add(purpose)
      }
      expect([...purposes].sort()).toEqual(['any', 'maskable'])
      await kept(page)
      expect(await scopes(page)).toContain(base)
    }
  })

  test('la bolletta pubblica non ne carica niente', async ({ page, request, browser }) => {
    const bill = await (await office(page, request)).newBill(12_345)
    const context = await browser.newContext({ serviceWorkers: 'allow' })
    const resident = await context.newPage()
    const loaded: string[] = []
    resident.on('request', (asked) => loaded.push(new URL(asked.url()).pathname))
    await resident.clock.install()
    await resident.goto(bill.url)
    await expect(resident.getByRole('heading', { level: 1 })).toBeVisible()
    await resident.clock.fastForward(1_800_000)
    expect(
      loaded.filter((path) => /sw\.js|manifest|versions|Overlays|register|patiently/.test(path)),
    ).toEqual([])
    expect(await scopes(resident)).toEqual([])
    await context.close()
  })
})
