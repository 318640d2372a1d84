import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtThisWidth } from '../accessible.ts'
import { openDashboard } from '../actions.ts'
import { test } from '../test.ts'

/** `Cerca` for who searches records, `Comandi` for everybody else. */
const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Cerca|Comandi)$/ })
const field = (page: Page) => dialog(page).getByRole('combobox')
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name })
const current = (page: Page) => dialog(page).locator('[role="option"][aria-selected="true"]')
const main = (page: Page) => page.locator('main')

async function open(page: Page) {
  await expect(page.getByRole('button', { name: 'Aspetto' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/** Opens it when nothing else is open: the page before may still open its dialog, or give the focus to its form. */
const openAlone = (page: Page) =>
  expect(async () => {
    for (let open = await page.getByRole('dialog').count(); open > 0; open -= 1)
      await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 2000 })
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused({ timeout: 5000 })
    await expect(page.getByRole('dialog')).toHaveCount(1, { timeout: 2000 })
  }).toPass({ timeout: 60_000 })

/** Types, and chooses the first command with Enter. */
async function command(page: Page, text: string, label = text) {
  await open(page)
  await field(page).fill(text)
  await expect(current(page)).toContainText(label)
  await page.keyboard.press('Enter')
}

test('actions are found at once, without a request, and opened by keyboard', async ({ page }) => {
  await openDashboard(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/research/find')) asked.push(request.url())
  })
  await open(page)
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await field(page).fill('NUOVA BOL')
  await expect(current(page)).toContainText('Nuova bolletta')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/bollette\/nuova$/)
  expect(asked).toEqual([])
})

test('an action that is a dialog opens it on its page; a reload and Back show the page alone', async ({
  page,
}) => {
  await openDashboard(page)
  await command(page, 'registra incasso', 'Registra un incasso')
  const collection = page.getByRole('dialog', { name: /incasso/i })
  await expect(collection).toBeVisible()
  await expect(page).toHaveURL(/#\/transazioni$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Transazioni' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/#\/dashboard/)

  await command(page, 'sollecita i morosi', 'Sollecita i morosi')
  await expect(page.getByRole('dialog', { name: /sollec/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await command(page, 'esporta bollette', 'Esporta le bollette')
  await expect(page.getByRole('menuitem', { name: /CSV/ })).toBeVisible()
  await page.keyboard.press('Escape')

  // What was used last is offered first.
  await open(page)
  await expect(group(page, 'Usati di recente').getByRole('option').first()).toContainText(
    'Esporta le bollette',
  )
  await expectAccessible(page, 'comandi')
  await field(page).fill('tema scuro')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

const roles = [
  {
    user: 'amministratore',
    some: ['Nuova bolletta', 'Importa bollette', 'Registra un incasso'],
    none: 'Attiva un cliente',
  },
  { user: 'nuovo', some: ['Carica un documento dello studio', 'Cambia la password'], none: 'Nuova bolletta' },
  { user: 'negozio', some: ['Carica un documento dello studio'], none: 'Nuova bolletta' },
  { user: 'condomino', some: ['Paga le mie bollette', 'I miei pagamenti'], none: 'Nuova bolletta' },
  {
    user: 'backoffice',
    some: ['Scegli un cliente', 'Attiva un cliente', 'Blocca un IBAN'],
    none: 'Paga le mie bollette',
  },
]
// Each action of each role is tried without a browser (web/actions.test.ts).
for (const { user, some, none } of roles)
  test(`${user}: actions are offered to whom they are for, and open a page that may be seen`, async ({
    page,
  }) => {
    await openDashboard(page, user)
    await open(page)
    for (const label of some) {
      await field(page).fill(label)
      await expect(dialog(page).getByRole('option', { name: label })).toBeVisible()
    }
    await field(page).fill(none)
    await expect(dialog(page).getByRole('option', { name: none })).toHaveCount(0)
    await page.keyboard.press('Escape')
    for (const label of some.filter((each) => each !== 'Scegli un cliente')) {
      await openAlone(page)
      await field(page).fill(label)
      const option = dialog(page)
        .getByRole('option')
        .filter({ has: page.getByText(label, { exact: true }) })
      const asksFirst = await option.getByText('Scegli prima').count()
      await option.click()
      if (asksFirst > 0) {
        await expect(page.getByRole('dialog', { name: 'Quale cliente?' }), label).toBeVisible()
        await page.keyboard.press('Escape')
      } else {
        await expect(main(page).getByRole('heading').first(), label).toBeAttached()
        await expect(page, label).not.toHaveURL(/#\/(403|404)/)
        await expect(dialog(page)).toHaveCount(0)
        // The page takes the act out of its address when it opens the dialog.
        await expect(page, label).not.toHaveURL(/azione=/)
        if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
      }
    }
  })

test('a super user without a customer chooses one first, and arrives at the action', async ({ page }) => {
  await openDashboard(page, 'backoffice')
  await command(page, 'nuovo condominio', 'Scegli prima per quale cliente')
  const chooser = page.getByRole('dialog', { name: 'Quale cliente?' })
  await chooser.getByRole('combobox').fill('bartolini')
  await expect(chooser.getByRole('row', { name: /Bartolini/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/condomini\/nuovo/)
  await expect(page.getByRole('status').filter({ hasText: 'Dati di' })).toContainText('Bartolini')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Nome', { exact: true })).toBeFocused()
  await command(page, 'lascia cliente', 'Lascia il cliente')
  await expect(page.getByRole('status').filter({ hasText: 'Dati di' })).toContainText('tutti i clienti')
})

test('in lists j and k move, x selects, Enter opens, n adds, / searches, Escape leaves; not while typing', async ({
  page,
}) => {
  await openDashboard(page)
  await page.goto('/#/condomini')
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('grid')).toBeFocused()
  await expect(rows.nth(1)).toHaveAttribute('data-current', '')
  await page.keyboard.press('j')
  await expect(rows.nth(2)).toHaveAttribute('data-current', '')
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+j')
  await page.keyboard.press('Shift+j')
  for (const place of [1, 2, 3]) await expect(rows.nth(place)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/open=\d+/)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/open=/)

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Cerca fra condomìni' })
  await expect(search).toBeFocused()
  await search.pressSequentially('njkx')
  await expect(search).toHaveValue('njkx')
  await expect(page).toHaveURL(/#\/condomini\?/)
  await search.fill('con')
  // The rows to return to: none had matched before.
  await expect(page).toHaveURL(/q=con/)
  await expect(rows.nth(1)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('con')
  await expect(page.getByRole('grid')).toBeFocused()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Scorciatoie da tastiera' })
  await expect(sheet.getByText('Aggiungi, dove si può')).toBeVisible()
  await page.keyboard.press('n')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('Control+j')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/#\/condomini\/nuovo/)
})

test('in a list inside a tab j and k go from record to record, and Enter opens', async ({ page }) => {
  await openDashboard(page)
  await page.goto('/#/condomini?q=Stazione')
  await goToFirstRow(page, 'Condomìni')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/condomini\/\d+/)
  const tabs = page.getByRole('navigation', { name: 'Parti del condominio' })
  await tabs.getByRole('link', { name: 'Bollette', exact: true }).click()
  const first = main(page).locator(':is(ul[aria-label] > li, tbody > tr):has(a[href])').first()
  await expect(first).toBeVisible()
  await page.keyboard.press('j')
  await expect(first.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(first.getByRole('link').first()).not.toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/tab=bollette/)
})

test('beside an open panel the list keeps the columns that matter, and gets the others back', async ({
  page,
}) => {
  await openDashboard(page)
  await page.goto('/#/bollette?sort=-issue_date')
  const grid = page.getByRole('grid')
  // Not those of the panel, which may hold a table.
  const headers = grid.getByRole('columnheader')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const all = await headers.allInnerTexts()
  const fits = () => grid.evaluate((box) => box.scrollWidth <= box.clientWidth)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: /^Dettaglio/ })).toBeVisible()
  expect(await fits()).toBe(true)
  const few = await headers.allInnerTexts()
  expect(few.length).toBeLessThan(all.length)
  for (const kept of ['Numero', 'Intestatario', 'Stato']) expect(few).toContain(kept)
  await page.setViewportSize({ width: 1920, height: 900 })
  await expect.poll(() => headers.allInnerTexts()).toEqual(all)
  expect(await fits()).toBe(true)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(() => headers.allInnerTexts()).toEqual(few)
  await grid.focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => headers.allInnerTexts()).toEqual(all)
})

test('records fill a wide screen', async ({ page }) => {
  test.setTimeout(300_000)
  await openDashboard(page)
  await page.setViewportSize({ width: 1920, height: 1080 })
  for (const [list, title, name] of [
    ['bollette', 'Bollette', 'bolletta'],
    ['transazioni', 'Transazioni', 'transazione'],
    ['condomini?q=Stazione', 'Condomìni', 'condominio'],
    ['anagrafica', 'Anagrafica', 'persona'],
  ] as const) {
    await page.goto(`/#/${list}`)
    await goToFirstRow(page, title)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/open=/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`#/${list.split('?')[0]}/\\d+`))
    const sections = main(page).locator('section').filter({ visible: true })
    await expect(sections.first()).toBeVisible()
    const right = async () =>
      Math.max(...(await sections.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().right))))
    // The content reaches the right margin.
    await expect.poll(right, name).toBeGreaterThan(1920 - 64)
    await expectAccessibleAtThisWidth(page, `${name}, 1920 px`)
    await page.emulateMedia({ colorScheme: null })
  }
})

/** With j; the rows of the page before, or of a list that still loads, would not do. */
async function goToFirstRow(page: Page, list: string) {
  const grid = page.getByRole('grid', { name: list, exact: true })
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('j')
  await expect(grid).toBeFocused()
}
