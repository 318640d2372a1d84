import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'

const phone = { locale: 'it-IT', viewport: { width: 390, height: 844 } }

/** A page whose files of scripts never come, and at a public page's address no data either. */
async function withoutScripts(page: Page, address: string): Promise<Page> {
  await page.route(/\.js(\?|$)|\/v1\/mybill\//, () => {})
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  return page
}

const newPage = async (browser: Browser) => (await browser.newContext(phone)).newPage()

test('the sign-in form, the skeleton of a bill and the top of a home are there before any script has come', async ({
  page,
  browser,
}) => {
  const form = await withoutScripts(await newPage(browser), '/#/auth/login')
  await expect(form.getByLabel('Nome utente')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Accedi' })).toBeVisible()

  // Its styles stand in the page: as wide as the column, with a line below its top.
  const skeleton = await withoutScripts(await newPage(browser), '/#/mybill/AQAAAAA40gFkI1F5bi9DloU9SAUrkeUK')
  await expect(skeleton.getByText('Sto caricando')).toBeAttached()
  await expect(skeleton.getByRole('banner')).toHaveCSS('border-bottom-style', 'solid')
  await expect(skeleton.getByRole('banner')).toHaveCSS('height', '60px')

  await signInThroughApi(page, 'condomino')
  await page.goto('/#/dashboard')
  await expect(page.getByRole('region', { name: 'Da pagare ora' })).toBeVisible()
  await waitUntilKnownAsHome(page.context())
  const home = await withoutScripts(await page.context().newPage(), '/#/dashboard')
  await expect(home.getByRole('heading', { name: 'Le mie bollette' })).toBeVisible()
  await expect(home.getByRole('link', { name: /Saldo/ })).toBeVisible()
})

/** The first drawing comes where this browser has shown a resident's home before. */
async function waitUntilKnownAsHome(context: BrowserContext) {
  const [page] = context.pages()
  await expect.poll(() => page?.evaluate("localStorage.getItem('saldo.home')")).not.toBeNull()
}
