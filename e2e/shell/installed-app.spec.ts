import { expect, type Page } from '@playwright/test'
import { office } from '../actions.ts'
import { overlaysReady } from '../notices.ts'
import { test } from '../test.ts'

test.describe('the installed app', () => {
  test.use({ serviceWorkers: 'allow' })

  /** Waits until the service worker has cached the files and controls the page. */
  const kept = (page: Page) =>
    page.evaluate(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ||
      new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
    ).then(() => true)`)
  const scopes = (page: Page) =>
    page.evaluate<string[]>(`navigator.serviceWorker.getRegistrations()
      .then((all) => all.map(({ scope }) => new URL(scope).pathname))`)

  test('starts offline, caches no responses, and looks for an update every hour', async ({
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
    expect(names.filter((name) => !/^\/((assets|p)\/.+|favicon\.svg)?$/.test(name))).toEqual([])

    await context.setOffline(true)
    await page.goto('/#/auth/login')
    await page.reload()
    // After a reload the emulation no longer reports offline, so the server is made silent.
    const notice = page.getByText(/Sei offline dalle|Saldo non risponde/)
    await expect(notice).toBeVisible()
    await expect(page.getByLabel('Nome utente')).toBeAttached()
    await context.setOffline(false)
    await page.clock.fastForward(60_000)
    await expect(notice).toBeHidden()
  })

  test('can be installed: name, language, colours and icons, maskable ones too; also under /b2c/', async ({
    page,
    request,
  }) => {
    const pictures: Buffer[][] = []
    for (const base of ['/', '/b2c/']) {
      await page.clock.install()
      await page.goto(`${base}#/auth/login`)
      await overlaysReady(page)
      await page.clock.fastForward(5000)
      await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', `${base}manifest.webmanifest`)
      const manifest = await (await request.get(`${base}manifest.webmanifest`)).json()
      expect(manifest).toMatchObject({
        name: base === '/' ? 'Saldo' : 'Saldo per i condòmini',
        lang: 'it',
        display: 'standalone',
        scope: base,
        start_url: `${base}#/dashboard`,
      })
      const purposes = new Set<string>()
      const drawn: Buffer[] = []
      for (const { src, purpose } of manifest.icons as { src: string; purpose: string }[]) {
        const picture = await request.get(src)
        expect(picture.ok(), src).toBe(true)
        drawn.push(await picture.body())
        purposes.add(purpose)
      }
      pictures.push(drawn)
      expect([...purposes].sort()).toEqual(['any', 'maskable'])
      await kept(page)
      expect(await scopes(page)).toContain(base)
    }
    // Both may be on one screen, so each has its own.
    const [business = [], b2c = []] = pictures
    expect(business.length).toBe(b2c.length)
    for (const [place, picture] of business.entries())
      expect(b2c[place]?.equals(picture), `icon ${place}`).toBe(false)
  })

  test('a bill opens again without a connection, says how old it is, and keeps nothing of the app', async ({
    page,
    request,
    browser,
  }) => {
    const bill = await (await office(page, request)).newBill(12_345)
    const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'it-IT' })
    const resident = await context.newPage()
    const loaded: string[] = []
    resident.on('request', (asked) => loaded.push(new URL(asked.url()).pathname))
    await resident.clock.install()
    await resident.goto(bill.url)
    const sum = resident.getByText('123,45').first()
    await expect(sum).toBeVisible()
    await resident.clock.fastForward(5000)
    await kept(resident)
    expect(loaded.filter((path) => /^\/assets\/|manifest|versions|Overlays|register/.test(path))).toEqual([])
    const names = await resident.evaluate<string[]>(`(async () => {
      const kept = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname)
      return kept
    })()`)
    expect(names.filter((path) => !/^\/(p\/.+\.(js|css))?$/.test(path))).toEqual([])

    await context.setOffline(true)
    await resident.reload()
    await expect(resident.getByText(/La bolletta è com’era il/)).toBeVisible()
    await expect(sum).toBeVisible()
    await expect(resident.getByRole('button', { name: /^Paga/ })).toHaveCount(0)
    // The address of the mail, too.
    await resident.goto(bill.url)
    await expect(resident.getByText(/La bolletta è com’era il/)).toBeVisible()
    await expect(resident.getByRole('button', { name: 'Riprova' })).toBeVisible()
    // The page asks again by itself.
    await context.setOffline(false)
    await expect(resident.getByText(/La bolletta è com’era il/)).toBeHidden()
    await expect(resident.getByRole('radio', { name: /Carta/ })).toBeVisible()
    await context.close()
  })
})
