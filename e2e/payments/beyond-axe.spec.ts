import { expect, type Page } from '@playwright/test'
import type { CheckoutResult } from '@saldo/contract/bills/mybill'
import { expectAccessibleAtThisWidth } from '../accessible.ts'
import { office, payByCard, signInThroughApi } from '../actions.ts'
import { expectNothingCut, expectTwiceAsLarge } from '../enlarged.ts'
import { test } from '../test.ts'

/*
 * What axe cannot see of the pages for payers. docs/performance.md and docs/accessibility.md name these tests.
 */

async function billOf(page: Page, request: Parameters<typeof office>[1]) {
  return (await office(page, request)).newBill(27_058)
}

test('with the keyboard alone, in the order of the page, each group with its name', async ({
  page,
  request,
  browser,
}) => {
  const bill = await (await office(page, request)).newBill([10_000, 17_058])
  const payer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await payer.goto(bill.url)
  const radios = (group: string) => payer.getByRole('group', { name: group }).getByRole('radio')
  await expect(radios('Quanto vuoi pagare adesso')).toHaveCount(2)
  await expect(radios('Come vuoi pagare')).not.toHaveCount(0)
  // The page is taken over by its script.
  await expect(payer.locator('html[data-drawn]')).toHaveCount(0)

  /** What has the focus after each press of Tab, up to what ends it. */
  const tabUntil = async (end: RegExp) => {
    const order: string[] = []
    for (let presses = 0; presses < 12; presses += 1) {
      await payer.keyboard.press('Tab')
      const focused = await payer.evaluate<string>(
        'document.activeElement.getAttribute("name") ?? document.activeElement.textContent',
      )
      order.push(focused)
      if (end.test(focused)) break
    }
    return order
  }
  // From the top of the page.
  expect(await tabUntil(/^method$/)).toEqual(['Serve aiuto?', 'portion', 'method'])
  await expect(payer.getByRole('radio', { name: /^Carta/ })).toBeFocused()
  await payer.keyboard.press('Space')
  await expect(payer.getByLabel('Numero della carta')).toBeVisible()
  await payer.keyboard.press('Tab')
  // Number and expiry lead on by themselves.
  await payer.keyboard.type('4242424242424242')
  await expect(payer.getByLabel('Scadenza')).toBeFocused()
  await payer.keyboard.type('1234')
  await expect(payer.getByLabel('Codice (CVC)')).toBeFocused()
  await payer.keyboard.type('123')
  expect(await tabUntil(/^Paga/)).toEqual(['email', 'keep', 'autopay', expect.stringMatching(/^Paga 100,00/)])
  await payer.keyboard.press('Enter')
  // The result has the focus: a screen reader says it, and the next press of Tab leads on from there.
  await expect(
    payer.getByRole('heading', { level: 1, name: 'Fatto. Restano da pagare 170,58' }),
  ).toBeFocused()
  await payer.keyboard.press('Tab')
  await expect(payer.getByRole('link', { name: 'Vedi la ricevuta' })).toBeFocused()

  // Back at the bill its title has the focus.
  await tabUntil(/^Paga il resto/)
  await payer.keyboard.press('Enter')
  await expect(payer.getByRole('heading', { level: 1, name: /^Condominio Prova/ })).toBeFocused()
})

test('what is wrong is announced at its field, and focus goes there', async ({ page, request, browser }) => {
  const bill = await billOf(page, request)
  const payer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await payer.goto(bill.url)
  await payer.getByRole('radio', { name: /^Carta/ }).check()
  await payer.getByRole('button', { name: /^Paga/ }).click()
  const number = payer.getByLabel('Numero della carta')
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  const described = (await number.getAttribute('aria-describedby'))?.split(' ') ?? []
  const said = await Promise.all(described.map((id) => payer.locator(`[id="${id}"]`).textContent()))
  expect(said.join(' ').trim()).not.toBe('')
})

test('letters of twice the size, a window four times enlarged, and other settings of the reader', async ({
  page,
  request,
  browser,
}) => {
  const bill = await (await office(page, request)).newBill(27_058, { transfer: true })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const payer = await context.newPage()
  await payer.goto(bill.url)
  await payer.getByRole('radio', { name: /^Carta/ }).check()
  await expectTwiceAsLarge(payer, 'bill')
  await expect(payer.getByRole('button', { name: /^Paga/ })).toBeVisible()
  await payer.getByRole('radio', { name: /^Bonifico/ }).check()
  await expect(payer.getByRole('button', { name: /^Copia/ }).first()).toBeVisible()
  await expectNothingCut(payer, 'transfer, 200 % letters')
  await payer.getByRole('radio', { name: /^Carta/ }).check()

  // 400 % of a window of 1280 points leaves 320.
  await payer.reload()
  await payer.setViewportSize({ width: 320, height: 256 })
  await expect(payer.getByLabel('Numero della carta')).toBeVisible()
  await expectNothingCut(payer, '400 %')
  await expectAccessibleAtThisWidth(payer, '400 %')
  await payer.emulateMedia({ colorScheme: null, reducedMotion: 'no-preference' })

  // Forced colours: fields, choices, buttons and focus are drawn with borders, not with backgrounds alone.
  await payer.emulateMedia({ forcedColors: 'active' })
  const drawn = (element: string) =>
    payer.evaluate<{ outlineStyle: string; borderStyle: string; appearance: string }>(`(() => {
      const { outlineStyle, borderStyle, appearance } = getComputedStyle(${element})
      return { outlineStyle, borderStyle, appearance }
    })()`)
  await payer.getByLabel('Numero della carta').focus()
  // The field's box has both.
  const field = await drawn('document.activeElement.parentElement')
  expect(field.borderStyle).toBe('solid')
  expect(field.outlineStyle).not.toBe('none')
  expect((await drawn('document.querySelector("button[type=submit]")')).borderStyle).toBe('solid')
  // The browser draws a choice itself, in the reader's colours.
  expect((await drawn('document.querySelector("input[type=radio]")')).appearance).toBe('auto')
  await payer.emulateMedia({ forcedColors: 'none' })

  // The one thing that moves is the second line of the result. Reduced motion: it is there at once.
  await payer.setViewportSize({ width: 390, height: 844 })
  await payByCard(payer, '4242424242424242')
  await expect(payer.getByRole('heading', { name: 'Fatto. Non devi altro.' })).toBeFocused()
  const motion = () =>
    payer.evaluate<number[]>(
      'document.getAnimations().map(({ effect }) => effect.getComputedTiming().duration)',
    )
  expect(await motion()).toEqual([420])
  await payer.emulateMedia({ reducedMotion: 'reduce' })
  await payer.reload()
  await expect(payer.getByRole('heading', { name: 'Fatto. Non devi altro.' })).toBeVisible()
  expect((await motion()).filter((duration) => duration > 0)).toEqual([])

  // Forced colours: both lines of what is settled can be seen.
  await payer.emulateMedia({ forcedColors: 'active' })
  const [paper, due, received] = await payer.evaluate<string[]>(`(() => {
    const words = [...document.querySelectorAll('span')].find(({ textContent }) => textContent === 'tutto pagato')
    const [due, received] = words.parentElement.children
    return [document.body, due, received].map((each) => getComputedStyle(each).backgroundColor)
  })()`)
  expect(due).not.toBe(paper)
  expect(received).toBe(due)
  await payer.emulateMedia({ forcedColors: 'none' })
  await expectTwiceAsLarge(payer, 'result')
})

test('letters of twice the size where a resident signs in, sees what is owed and pays all of it', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const resident = await context.newPage()
  await resident.goto('/#/auth/login')
  await expect(resident.getByLabel('Nome utente')).toBeVisible()
  await expectTwiceAsLarge(resident, 'sign-in')
  await resident.goto('/#/auth/register')
  await resident.reload()
  await expect(resident.getByRole('heading', { name: 'Registrati' })).toBeVisible()
  await expectTwiceAsLarge(resident, 'registration')

  await signInThroughApi(resident, 'condomino')
  await resident.goto('/#/dashboard')
  await expect(resident.getByRole('list', { name: 'Bollette da pagare' })).toBeVisible()
  await expectTwiceAsLarge(resident, 'home')
  await resident.goto('/#/paga')
  await resident.reload()
  await resident.getByRole('radio', { name: /^Carta/ }).check()
  await expectTwiceAsLarge(resident, 'paying everything')
})

test('a window beside another one asks again once when it gets the focus, and on paper a bill has all', async ({
  page,
  request,
  browser,
}) => {
  const bill = await (await office(page, request)).newBill([10_000, 17_058], { transfer: true })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const payer = await context.newPage()
  await payer.goto(bill.url)
  await expect(payer.getByRole('radio', { name: /^Carta/ })).toBeVisible()
  await expect(payer.locator('html[data-drawn]')).toHaveCount(0)

  // Paper: nobody chooses there, and what is folded is open.
  await payer.emulateMedia({ media: 'print' })
  await expect(payer.getByText('IBAN', { exact: true })).toBeVisible()
  await expect(payer.getByRole('img', { name: /^Codice QR/ })).toBeVisible()
  await expect(payer.getByText('Spese generali')).toBeVisible()
  await expect(payer.getByText('entro il 30/09/2028')).toBeVisible()
  await expect(payer.getByRole('radio')).toHaveCount(0)
  await expect(payer.getByRole('button')).toHaveCount(0)
  await payer.emulateMedia({ media: null })

  // Paid in another window.
  const other = await context.newPage()
  await other.goto(bill.url)
  await other.getByRole('radio', { name: 'Tutto' }).check()
  await payByCard(other, '4242424242424242')
  await expect(other.getByRole('heading', { name: 'Fatto. Non devi altro.' })).toBeFocused()
  let asked = 0
  payer.on('request', (sent) => {
    if (/\/v1\/mybill\/[^/]+$/.test(sent.url())) asked += 1
  })
  await payer.evaluate(`(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
  })()`)
  await expect(payer.getByRole('heading', { name: 'Fatto. Non devi altro.' })).toBeVisible()
  expect(asked).toBe(1)

  // The result on paper is what was paid, without what can be pressed.
  await other.emulateMedia({ media: 'print' })
  await expect(other.getByRole('heading', { name: 'Fatto. Non devi altro.' })).toBeVisible()
  await expect(other.getByText(`PG-`, { exact: false })).toBeVisible()
  await expect(other.getByText('Vedi la ricevuta')).toBeHidden()
  await expect(other.getByText('Torna alla bolletta')).toBeHidden()
  await expect(other.getByRole('button')).toHaveCount(0)
})

test('a result that changes while it is shown is announced, and the focus stays where it is', async ({
  page,
  request,
  browser,
}) => {
  const bill = await billOf(page, request)
  const payer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await payer.goto(bill.url)
  await payByCard(payer, '4242424242424242')
  await expect(payer.getByRole('heading', { name: 'Fatto. Non devi altro.' })).toBeFocused()
  const { hash } = new URL(payer.url())
  const result: CheckoutResult = await (
    await request.get(`/v1/checkout-result/${hash.split('/').at(-1)}`)
  ).json()

  let answer: CheckoutResult = { ...result, state: 'processing', settled_at: null, receipt_number: null }
  await payer.route('**/v1/checkout-result/*', (route) => route.fulfill({ json: answer }))
  await payer.reload()
  await expect(payer.getByText('questa pagina si aggiorna da sola', { exact: false })).toBeVisible()
  // A region is read when its words change, not when it comes together with them: note the one that is there.
  await payer.evaluate(`(() => {
    globalThis.said = []
    const region = document.querySelector('h1').closest('[aria-live=polite], [role=status]')
    new MutationObserver(() => said.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true })
  })()`)
  const back = payer.getByRole('link', { name: 'Torna alla bolletta' })
  await back.focus()
  answer = result
  await expect(payer.getByRole('heading', { level: 1, name: 'Fatto. Non devi altro.' })).toBeVisible()
  expect((await payer.evaluate<string[]>('said')).at(-1)).toContain('Fatto. Non devi altro.')
  await expect(back).toBeFocused()
  await expect(payer).toHaveTitle(/^Fatto\. Non devi altro\./)
})

test('the web font never holds the text of a public page or of the sign-in', async ({
  page,
  request,
  browser,
}) => {
  const bill = await billOf(page, request)
  const reader = await (await browser.newContext()).newPage()
  // The font is asked for, and does not come.
  let asked = 0
  await reader.route('**/*.woff2', () => {
    asked += 1
  })
  for (const address of [bill.url, `/#${bill.path}`, '/#/verifica/', '/#/auth/login']) {
    await reader.goto('about:blank')
    asked = 0
    await reader.goto(address, { waitUntil: 'commit' })
    await expect(reader.locator('main').first()).toBeVisible()
    await expect.poll(() => asked, address).toBeGreaterThan(0)
    const fonts = await reader.evaluate<{ family: string; display: string }[]>(`[...document.fonts]
      .map(({ family, display }) => ({ family: family.replaceAll('"', ''), display }))
      .filter(({ family }) => family !== 'Saldo Fallback')`)
    expect([...new Set(fonts.map(({ family, display }) => `${family}: ${display}`))], address).toEqual([
      'Archivo Variable: optional',
    ])
  }
})
