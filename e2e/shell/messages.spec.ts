import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

type Call = Awaited<ReturnType<typeof office>>['call']
type Me = { user_id: number; customer_id: number }
type Listed = { messages: { id: number; title: string }[] }

/** An administrator who gets no other messages meanwhile. */
const waiting = 'nuovo'

/** The back office in a browser of its own. */
async function backOffice(browser: Browser, request: Parameters<typeof office>[1]) {
  const page = await (await browser.newContext()).newPage()
  return { page, ...(await office(page, request, 'backoffice')) }
}

/** Removes all messages of the signed-in user. */
async function withoutMessages(call: Call): Promise<void> {
  const { messages } = await call<Listed>('GET', '/v1/push/message?limit=200')
  await call('POST', '/v1/push/message/read', {})
  for (const { id } of messages) await call('DELETE', `/v1/push/message/${id}`).catch(() => undefined)
}

const bell = (page: Page) => page.getByRole('button', { name: /^Messaggi/ })

test('a message from the back office reaches the open page; latest three, unread in bold, date, dialog', async ({
  page,
  request,
  browser,
}) => {
  const { call } = await office(page, request, waiting)
  const me = await call<Me>('GET', '/v1/users/me')
  await withoutMessages(call)
  await page.goto('/#/dashboard')
  await expect(bell(page)).toBeVisible()

  const writer = await backOffice(browser, request)
  await writer.page.goto('/#/messaggi/nuovo')
  await writer.page.getByRole('radio', { name: 'Un cliente' }).check()
  const customer = await call<{ business_name: string }>('GET', `/v1/customers/${me.customer_id}`)
  await writer.page.getByRole('combobox', { name: 'Cliente' }).fill(customer.business_name)
  await writer.page.getByRole('option', { name: customer.business_name }).click()
  await writer.page.getByLabel('Titolo').fill('Manutenzione di domenica')
  await writer.page.getByLabel('Messaggio', { exact: true }).fill('Dalle 6 alle 7 i pagamenti aspettano.')
  await writer.page.getByLabel('Link', { exact: false }).fill('/sicurezza')
  await expect(writer.page.getByRole('region', { name: 'Anteprima' })).toContainText(
    'Manutenzione di domenica',
  )
  await expectAccessible(writer.page, 'nuovo messaggio')
  await writer.page.getByRole('button', { name: /^Invia a \d+ utent[ei]$/ }).click()
  await expect(writer.page.getByText(/Messaggio inviato a \d+ utent[ei]\./)).toBeVisible()

  // The page was not reloaded.
  await expect(page.getByRole('button', { name: 'Messaggi, 1 da leggere' })).toBeVisible()
  for (const title of ['Secondo', 'Terzo', 'Quarto'])
    await writer.call('POST', '/v1/push/message', { user_id: me.user_id, title, body: `Testo: ${title}.` })
  await expect(page.getByRole('button', { name: 'Messaggi, 4 da leggere' })).toBeVisible()

  await bell(page).focus()
  await page.keyboard.press('Enter')
  const latest = page.getByRole('list', { name: 'Ultimi messaggi' })
  await expect(latest.getByRole('listitem')).toHaveCount(3)
  await expect(latest).toContainText('Quarto')
  await expect(latest).not.toContainText('Manutenzione')
  const first = latest.getByRole('button').first()
  await expect(first.getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible()
  await expect(first.getByText('Testo: Quarto.')).toHaveCSS('font-weight', '600')
  await expectAccessible(page, 'ultimi messaggi')

  await first.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Quarto' })
  await expect(dialog.getByRole('button', { name: 'CANCELLA', exact: true })).toBeVisible()
  await expectAccessible(page, 'messaggio')
  await expect(page.getByText('Messaggi, 3 da leggere')).toBeAttached()
  await dialog.getByRole('button', { name: 'DA LEGGERE', exact: true }).press('Enter')
  await expect(page.getByText('Messaggi, 4 da leggere')).toBeAttached()
  await dialog.getByRole('button', { name: 'LETTO', exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'ESCI', exact: true }).press('Enter')
  await expect(dialog).toBeHidden()
  await bell(page).click()
  await expect(latest.getByText('Testo: Quarto.')).toHaveCSS('font-weight', '400')
  await page.getByRole('link', { name: 'Vedi tutti i messaggi' }).click()
  await expect(page).toHaveURL(/#\/messaggi$/)

  const all = page.getByRole('list', { name: 'Messaggi' })
  await expect(all.getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page, '/messaggi')
  await all.getByRole('button', { name: /^(Da leggere: )?Manutenzione/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Apri' }).click()
  await expect(page).toHaveURL(/#\/sicurezza$/)

  await writer.page.reload()
  await expect(
    writer.page.getByRole('listitem').filter({ hasText: 'Manutenzione di domenica' }).first(),
  ).toContainText(/1 di \d+ utent/)
})

test('a deleted message can be restored for five seconds; filters, text and marking many as read', async ({
  page,
  request,
  browser,
}) => {
  const { call } = await office(page, request, waiting)
  const me = await call<Me>('GET', '/v1/users/me')
  await withoutMessages(call)
  const writer = await backOffice(browser, request)
  for (const title of ['Alfa', 'Beta', 'Gamma'])
    await writer.call('POST', '/v1/push/message', { user_id: me.user_id, title, body: `Testo ${title}` })
  await page.goto('/#/messaggi')
  const all = page.getByRole('list', { name: 'Messaggi' })
  await expect(all.getByRole('listitem')).toHaveCount(3)

  await page.getByRole('button', { name: 'Cancella: Beta' }).click()
  await expect(all.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  await expect(all.getByRole('listitem')).toHaveCount(3)
  const titles = async () =>
    (await call<Listed>('GET', '/v1/push/message')).messages.map(({ title }) => title).sort()
  expect(await titles()).toEqual(['Alfa', 'Beta', 'Gamma'])
  await page.getByRole('button', { name: 'Cancella: Beta' }).click()
  await expect.poll(titles).toEqual(['Alfa', 'Gamma'])

  await page.getByRole('checkbox', { name: 'Seleziona Alfa' }).check()
  await page.getByRole('button', { name: 'Segna come letti' }).click()
  await page.getByRole('link', { name: 'Da leggere', exact: true }).click()
  await expect(page).toHaveURL(/state=unread/)
  await expect(all.getByRole('listitem')).toHaveText([/Gamma/])
  await page.getByRole('link', { name: 'Tutti', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Cerca fra i messaggi' }).fill('alf')
  await expect(all.getByRole('listitem')).toHaveText([/Alfa/])
  await page.getByRole('searchbox', { name: 'Cerca fra i messaggi' }).fill('nessuno così')
  await page.getByRole('button', { name: 'Togli i filtri' }).click()
  await expect(all.getByRole('listitem')).toHaveCount(2)

  // Refused by the server, it is unread again.
  await page.route('**/v1/push/message/*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Segna come letto: Gamma' }).click()
  await expect(page.getByText('Non l’ho segnato come letto.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Segna come letto: Gamma' })).toBeVisible()
})

test('a super user searches the text selected in a message, by right click or by keyboard', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request, 'backoffice')
  const me = await call<Me>('GET', '/v1/users/me')
  await withoutMessages(call)
  await call('POST', '/v1/push/message', {
    user_id: me.user_id,
    title: 'Da controllare',
    body: 'Rossi Lucia',
  })
  await page.goto('/#/messaggi')
  const open = async () => {
    await page
      .getByRole('list', { name: 'Messaggi' })
      .getByRole('button', { name: /Da controllare/ })
      .first()
      .click()
    const text = page.getByRole('textbox', { name: 'Testo del messaggio' })
    await text.focus()
    await page.keyboard.type('x')
    await expect(text).toHaveValue('Rossi Lucia')
    await page.keyboard.press('Control+Home')
    for (let letter = 0; letter < 5; letter += 1) await page.keyboard.press('Shift+ArrowRight')
    return text
  }
  const searched = () =>
    page.getByRole('dialog').getByRole('combobox').or(page.getByRole('dialog').getByRole('searchbox'))
  const text = await open()
  await text.click({ button: 'right', position: { x: 12, y: 8 } })
  await expect(searched()).toHaveValue('Rossi')
  await page.keyboard.press('Escape')

  await open()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Cerca il testo selezionato' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(searched()).toHaveValue('Rossi')
})
