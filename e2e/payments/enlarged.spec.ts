import { expect, type Page } from '@playwright/test'
import { signInThroughApi } from '../actions.ts'
import { expectFourTimesEnlarged, expectTwiceAsLarge } from '../enlarged.ts'
import { test } from '../test.ts'
import { autopayOf, mandateOf, newPublicBill, planOf } from './public-answers.ts'

/*
 * Letters of 200 % and a window of 400 % on the pages for payers beside the bill, which beyond-axe.spec.ts enlarges.
 */

const phone = { viewport: { width: 390, height: 844 }, locale: 'it-IT' }

async function expectEnlarges(page: Page, what: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFourTimesEnlarged(page, what)
  await expectTwiceAsLarge(page, what)
}

test('a mandate, an instalment plan, an autopay and the viewer, with letters of twice the size and four times enlarged', async ({
  page,
  request,
  browser,
}) => {
  const { token, bill: real } = await newPublicBill(page, request)
  const account_name = 'Supercondominio Circonvallazione Gianicolense 216/bis'
  const bill = { ...real, asker: { ...real.asker, account_name } }
  const payer = await (await browser.newContext(phone)).newPage()
  const open = async (hash: string, answers: Record<string, object> = {}) => {
    await payer.goto('about:blank')
    await payer.unrouteAll()
    for (const [path, json] of Object.entries(answers))
      await payer.route(path, (route) => route.fulfill({ json }))
    await payer.goto(`/#/${hash}`)
  }

  const code = { email_hint: 'd••••@example.it', expires_at: '2026-11-29T12:00:00Z' }
  await open(`mandato/${token}`, {
    '**/v1/mybill/*/mandate': mandateOf(bill),
    '**/v1/mybill/*/mandate/code': code,
  })
  await payer.getByLabel('IBAN del tuo conto').fill('IT60X0542811101000000123456')
  await payer.getByRole('button', { name: 'Mandami il codice per firmare' }).click()
  await expect(payer.getByLabel('Codice')).toBeFocused()
  await expectEnlarges(payer, 'mandate')
  const signed = { state: 'active', iban: 'IT60 •••• 3456', signed_on: '2026-11-29' } as const
  await open(`mandato/${token}`, { '**/v1/mybill/*/mandate': { ...mandateOf(bill), ...signed } })
  await expectEnlarges(payer, 'signed mandate')

  await open(`piano/${token}`, {
    '**/v1/mybill/*/plan': planOf(bill),
    '**/v1/mybill/*/plan/code': code,
  })
  await payer.getByRole('button', { name: 'Mandami il codice' }).click()
  await expect(payer.getByLabel('Codice')).toBeFocused()
  await expectEnlarges(payer, 'plan')

  await open(`addebito-automatico/${token}`, { '**/v1/autopay-links/*': autopayOf(bill) })
  await expect(payer.getByRole('table', { name: 'Prossimi addebiti' })).toBeVisible()
  await expectEnlarges(payer, 'autopay')

  await open(`viewer/${token}`)
  await expect(payer.getByRole('article').getByRole('cell', { name: 'Spese generali' })).toBeVisible()
  await expectEnlarges(payer, 'viewer')
  await open(`viewer/${token}/1`)
  await expect(payer.getByText('Non riesco a mostrare il documento')).toBeVisible()
  await expectEnlarges(payer, 'viewer without its document')
  for (const empty of ['sign', 'webhook']) {
    await open(`${empty}/abc123`)
    await expectEnlarges(payer, empty)
  }
})

test('a resident’s data and security, with letters of twice the size and four times enlarged', async ({
  browser,
}) => {
  const resident = await (await browser.newContext(phone)).newPage()
  await signInThroughApi(resident, 'condomino')
  await resident.goto('/#/sicurezza')
  await expect(resident.getByRole('heading', { name: 'I tuoi dati e la sicurezza' })).toBeVisible()
  await expectEnlarges(resident, 'security')
})
