import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office, signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'

const phone = { width: 390, height: 844 }
test.use({ viewport: phone })

type Unit = { account_id: number; account_name: string; name: string }

/** Asks the accessibility rules in both themes and at both widths, then goes on as a phone. */
async function accessible(page: Page, name: string, height?: number) {
  await expectAccessible(page, name, height)
  await page.setViewportSize(phone)
}

/** A resident's units, as the home reads them. */
async function unitsOf(page: Page): Promise<Unit[]> {
  const authorization = `Bearer ${await signInThroughApi(page, 'condomino')}`
  const reply = await page.request.get('/v1/myunits', { headers: { authorization } })
  return ((await reply.json()) as { units: Unit[] }).units
}

test('a resident reads their units and what the office shares, until the office no longer shares it', async ({
  page,
  request,
  browser,
}) => {
  const [unit] = await unitsOf(page)
  if (!unit) throw new Error('the demo resident has a unit')
  const name = `verbale-${Date.now()}.pdf`

  const studio = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  await office(studio, request)
  await studio.goto(`/#/condomini/${unit.account_id}?tab=documenti`)
  await studio.getByRole('combobox', { name: 'Tipo di documento' }).click()
  await studio.getByRole('option', { name: 'Verbale di assemblea' }).click()
  await studio
    .getByLabel('Documento da caricare')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7 ${name}`) })
  const shared = studio.getByRole('switch', {
    name: `Lo vedono i condòmini: Verbale di assemblea, ${name}`,
  })
  await expect(shared).not.toBeChecked()
  await expect(studio.getByText(/si possono condividere con i condòmini/)).toBeVisible()

  await page.goto('/#/dashboard')
  const units = page.getByRole('list', { name: 'Le mie unità' })
  await expect(units).toContainText(unit.name)
  await expect(units).toContainText(unit.account_name)
  await expect(units.getByText(/ su 1\.000$/).first()).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)

  await shared.check()
  await expect(studio.getByText(`${name}: lo vedono i condòmini.`, { exact: false })).toBeVisible()
  await expectAccessible(studio, 'documenti del condominio, dello studio')

  await page.reload()
  const latest = page.getByRole('list', { name: 'Ultimi documenti' })
  await expect(latest).toContainText(name)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    latest.getByRole('button', { name: `Scarica ${name}` }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(name)
  await accessible(page, 'la casa con unità e documenti', 6000)
  // Told some seconds after the switch.
  await page.getByRole('button', { name: /^Messaggi/ }).click()
  await expect(page.getByRole('list', { name: 'Ultimi messaggi' })).toContainText(name, { timeout: 60_000 })
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Tutti i documenti' }).click()
  await expect(page.getByRole('heading', { name: 'Documenti del condominio' })).toBeVisible()
  await expect(page.getByText(name).first()).toBeVisible()
  await accessible(page, 'i documenti del condominio', 6000)

  await shared.uncheck()
  await expect(studio.getByText(`${name}: i condòmini non lo vedono più.`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Documenti del condominio' })).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})

test('a resident changes telephone and address by themselves, and the office reads it', async ({
  page,
  request,
  browser,
}) => {
  await signInThroughApi(page, 'condomino')
  await page.goto('/#/sicurezza')
  // The resident stands in the registries of two offices; it is this one's user who reads the change.
  const form = page
    .locator('form')
    .filter({ hasText: 'I tuoi contatti per Studio Bartolini Amministrazioni' })
  const number = `055 ${String(Date.now()).slice(-7)}`
  await form.getByLabel('Telefono').fill('dopo le otto')
  await form.getByLabel('Numero civico').fill('12')
  await form.getByRole('button', { name: 'Salva i contatti' }).click()
  await expect(form.getByText('Scrivi solo il numero, per esempio 055 123 4567.')).toBeVisible()
  await expect(form.getByLabel('Numero civico')).toHaveValue('12')
  await accessible(page, 'i miei contatti, con un errore', 6000)

  await form.getByLabel('Telefono').fill(number)
  await form.getByRole('button', { name: 'Salva i contatti' }).click()
  await expect(page.getByText(/^Contatti salvati\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chiedi una correzione' }).first()).toHaveAttribute(
    'href',
    /^mailto:.+subject=Correzione/,
  )
  await page.reload()
  await expect(form.getByLabel('Telefono')).toHaveValue(number)

  const studio = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  const { call } = await office(studio, request)
  const told = async () => {
    const { messages } = await call<{ messages: { title: string; metadata: { link: string } }[] }>(
      ...(['GET', '/v1/push/message?q=contatti cambiati'] as const),
    )
    return messages[0]?.metadata.link
  }
  await expect.poll(told, { timeout: 60_000 }).toMatch(/^\/anagrafica\/\d+\?tab=storia$/)
  await studio.goto(`/#${await told()}`)
  await expect(studio.getByText(number).first()).toBeVisible()
})
