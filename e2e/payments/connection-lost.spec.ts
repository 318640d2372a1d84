import { expect } from '@playwright/test'
import { chargedFor, office, payByCard } from '../actions.ts'
import { test } from '../test.ts'
import { mandateOf, newPublicBill, planOf } from './public-answers.ts'

const phone = { viewport: { width: 390, height: 844 }, locale: 'it-IT' }

test('the connection is cut at five points, and the payer pays once', async ({ page, request, browser }) => {
  const bill = await (await office(page, request)).newBill(41_250)
  const context = await browser.newContext(phone)
  const payer = await context.newPage()

  // 1. Before the bill has come: the page says so, and shows it as soon as it can.
  await payer.route('**/v1/mybill/*', (route) => route.abort())
  await payer.goto(`/#${new URL(bill.url).pathname}`)
  await expect(payer.getByText('Controlla la connessione', { exact: false })).toBeVisible()
  await payer.unroute('**/v1/mybill/*')
  await payer.getByRole('button', { name: 'Riprova' }).click()
  await expect(payer.getByRole('radio', { name: /^Carta/ })).toBeVisible()

  // 2. While the card is typed: the page says so, and keeps what was typed.
  await payer.getByRole('radio', { name: /^Carta/ }).check()
  await payer.getByLabel('Numero della carta').fill('4242424242424242')
  await context.setOffline(true)
  await expect(payer.getByText('Sei senza connessione.', { exact: false })).toBeVisible()
  await payer.getByLabel('Scadenza').fill('12/34')
  await payer.getByLabel('Codice (CVC)').fill('123')

  // 3. When the card goes to the provider: nothing is charged, and the same button tries again.
  await payer.getByRole('button', { name: /^Paga/ }).click()
  await expect(payer.getByText('Non riesco a raggiungere il circuito di pagamento.')).toBeVisible()
  expect(await chargedFor(bill.bill_id)).toEqual({ times: 0, cents: 0 })
  await context.setOffline(false)
  await expect(payer.getByText('Sei senza connessione.', { exact: false })).toBeHidden()

  // 4. The server has paid, and its answer is lost: pressing again pays nothing more.
  await payer.route('**/v1/stripe/charge/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await payer.getByRole('button', { name: /^Paga/ }).click()
  await expect(payer.getByText('non paghi due volte', { exact: false })).toBeVisible()
  expect(await chargedFor(bill.bill_id)).toEqual({ times: 1, cents: 41_250 })
  await payer.unroute('**/v1/stripe/charge/*')

  // 5. While the result is asked for.
  await payer.route('**/v1/checkout-result/*', (route) => route.abort())
  await payer.getByRole('button', { name: /^Paga/ }).click()
  await expect(payer.getByText('Controlla la connessione', { exact: false })).toBeVisible()
  await payer.unroute('**/v1/checkout-result/*')
  await payer.getByRole('button', { name: 'Riprova' }).click()
  await expect(payer.getByText('Fatto. Non devi altro.')).toBeVisible()
  expect(await chargedFor(bill.bill_id)).toEqual({ times: 1, cents: 41_250 })
})

test('Back and reload lead on from anywhere, with what was typed where it can be kept', async ({
  page,
  request,
  browser,
}) => {
  const bill = await (await office(page, request)).newBill(15_050)
  const payer = await (await browser.newContext(phone)).newPage()
  await payer.goto(bill.url)

  // Back closes the fields, Forward opens them again; what was typed is there.
  await payer.getByRole('radio', { name: /^Carta/ }).check()
  await payer.getByLabel('Numero della carta').fill('4242424242424242')
  await payer.goBack()
  await expect(payer.getByLabel('Numero della carta')).toBeHidden()
  await payer.goForward()
  await expect(payer.getByLabel('Numero della carta')).toHaveValue('4242 4242 4242 4242')

  // A reload opens the same fields; a card is never kept.
  await payer.reload()
  await expect(payer.getByLabel('Numero della carta')).toHaveValue('')

  // Back from the bank's page: it is still to be confirmed, and can be.
  await payByCard(payer, '4000002760003184')
  await expect(payer.getByRole('button', { name: 'Autorizza' })).toBeVisible()
  await payer.goBack()
  await payer.reload()
  await expect(payer.getByText('Da confermare')).toBeVisible()
  await payer.getByRole('link', { name: 'Riprendi il pagamento' }).click()
  await payer.getByRole('link', { name: 'Conferma con la banca' }).click()
  await payer.getByRole('button', { name: 'Autorizza' }).click()
  await expect(payer.getByText('Fatto. Non devi altro.')).toBeVisible()

  // A reload of the result shows it again; Back shows the bill, paid.
  await payer.reload()
  await expect(payer.getByText('Fatto. Non devi altro.')).toBeVisible()
  expect(await chargedFor(bill.bill_id)).toEqual({ times: 1, cents: 15_050 })
  await payer.goto(bill.url)
  await expect(payer.getByText('Pagata').first()).toBeVisible()
  await expect(payer.getByRole('radio')).toHaveCount(0)
})

test('a code that was asked for outlives a reload, and Back leads to the step before; no account is kept', async ({
  page,
  request,
  browser,
}) => {
  const { token, bill } = await newPublicBill(page, request)
  const payer = await (await browser.newContext(phone)).newPage()
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  let sent: { status: number; json: object } = {
    status: 200,
    json: { email_hint: 'd••••@example.it', expires_at: inMinutes(10) },
  }
  let mailed = 0
  for (const [path, answer] of [
    ['mandate', mandateOf(bill)],
    ['plan', planOf(bill)],
  ] as const) {
    await payer.route(`**/v1/mybill/*/${path}`, (route) => route.fulfill({ json: answer }))
    await payer.route(`**/v1/mybill/*/${path}/code`, (route) => {
      mailed += 1
      return route.fulfill(sent)
    })
  }
  const iban = payer.getByLabel('IBAN del tuo conto')
  const holder = payer.getByLabel('Intestatario del conto')
  const typed = payer.getByLabel('Codice')
  const kept = () =>
    payer.evaluate<string>('JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])')

  // A mandate: Back returns to what was typed, Forward to the code.
  await payer.goto(`/#/mandato/${token}`)
  await iban.fill('IT60X0542811101000000123456')
  await holder.fill('Serra Davide e Neri Marta')
  await payer.getByRole('button', { name: 'Mandami il codice per firmare' }).click()
  await expect(typed).toBeFocused()
  await typed.fill('123456')
  await payer.goBack()
  await expect(typed).toBeHidden()
  await expect(iban).toHaveValue('IT60 X054 2811 1010 0000 0123 456')
  await expect(holder).toHaveValue('Serra Davide e Neri Marta')
  await payer.goForward()
  await expect(typed).toHaveValue('123456')

  // A reload stays at the code. The account is typed again, and the page says why.
  expect(await kept()).toContain('Serra Davide e Neri Marta')
  expect(await kept()).not.toMatch(/123456|IT60/)
  await payer.reload()
  await expect(typed).toHaveValue('')
  await expect(typed).not.toBeFocused()
  await expect(holder).toHaveValue('Serra Davide e Neri Marta')
  await expect(iban).toHaveValue('')
  await expect(payer.getByText('Scrivilo di nuovo: per sicurezza non lo conserviamo.')).toBeVisible()
  await payer.getByRole('button', { name: 'Firma il mandato' }).click()
  await expect(iban).toBeFocused()
  await payer.goBack()
  await expect(payer.getByRole('button', { name: 'Mandami il codice per firmare' })).toBeVisible()
  await expect(typed).toBeHidden()
  expect(mailed).toBe(1)

  // Asked for after the reload, the code has the focus again.
  await iban.fill('IT60X0542811101000000123456')
  await payer.getByRole('button', { name: 'Mandami il codice per firmare' }).click()
  await expect(typed).toBeFocused()

  // A plan.
  await payer.goto('about:blank')
  await payer.goto(`/#/piano/${token}`)
  await payer.getByRole('button', { name: 'Mandami il codice' }).click()
  await expect(typed).toBeFocused()
  await typed.fill('123456')
  expect(await kept()).not.toContain('123456')
  await payer.reload()
  await expect(typed).toHaveValue('')
  await expect(typed).not.toBeFocused()
  await expect(payer.getByRole('button', { name: 'Accetto il piano' })).toBeVisible()
  await payer.goBack()
  await expect(payer.getByRole('button', { name: 'Mandami il codice' })).toBeVisible()
  await payer.goForward()
  await expect(typed).toBeVisible()
  expect(mailed).toBe(3)

  // Asked for again at once, no other code is mailed: the one of before is typed.
  await payer.goBack()
  const why = 'Il codice è partito da poco: controlla la posta, o richiedilo fra un minuto.'
  const mailedCode = sent
  sent = { status: 429, json: { error: 'code_sent', error_description: why } }
  await payer.getByRole('button', { name: 'Mandami il codice' }).click()
  await expect(payer.getByRole('alert').getByText(why)).toBeVisible()
  await expect(typed).toBeFocused()

  // A code that is good no more is asked for again.
  await payer.goto('about:blank')
  await payer.goto(`/#/piano/${token}`)
  sent = { ...mailedCode, json: { ...mailedCode.json, expires_at: inMinutes(-1) } }
  await payer.getByRole('button', { name: 'Mandami il codice' }).click()
  await expect(typed).toBeFocused()
  await payer.reload()
  await expect(payer.getByRole('button', { name: 'Mandami il codice' })).toBeVisible()
  await expect(typed).toBeHidden()
})

test('a link that is followed before the page’s script has come opens what it names', async ({
  page,
  request,
  browser,
}) => {
  const bill = await (await office(page, request)).newBill(9_900)
  const payer = await (await browser.newContext(phone)).newPage()
  for (const [link, opened] of [
    [/Bolletta in PDF/, `Bolletta ${bill.number}`],
    [/^Crea il tuo accesso/, 'Registrati'],
  ] as const) {
    let come = () => {}
    const scripts = new Promise<void>((done) => {
      come = done
    })
    await payer.route('**/p/assets/*.js', async (route) => {
      await scripts
      await route.continue()
    })
    await payer.goto('about:blank')
    await payer.goto(bill.url, { waitUntil: 'commit' })
    await payer.getByRole('link', { name: link }).click({ noWaitAfter: true })
    come()
    await expect(payer.getByRole('heading', { name: opened })).toBeVisible()
    await expect(payer.getByRole('group', { name: 'Come vuoi pagare' })).toHaveCount(0)
    await payer.unroute('**/p/assets/*.js')
  }
})
