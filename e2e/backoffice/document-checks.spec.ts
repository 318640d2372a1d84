import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'

/** One page with a word on it. */
const pdf = Buffer.from(
  `%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>> endobj
4 0 obj <</Length 44>> stream
BT /F 24 Tf 40 300 Td (Visura 2026) Tj ET
endstream endobj
5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF`,
)

/** The office that awaits activation loads these documents, in this order; returns their ids. */
async function load(page: Page, mark: string, types: readonly string[]): Promise<number[]> {
  const headers = { authorization: `Bearer ${await signInThroughApi(page, 'nuovo')}` }
  const { customer_id } = await (await page.request.get('/v1/users/me', { headers })).json()
  const ids: number[] = []
  for (const type of types) {
    const file = { name: `${mark}-${type}.pdf`, mimeType: 'application/pdf', buffer: pdf }
    const url = `/v1/customers/docs/${customer_id}/${type}`
    const reply = await page.request.put(url, { headers, multipart: { file } })
    expect(reply.ok(), await reply.text()).toBe(true)
    ids.push((await reply.json()).document_id)
  }
  return ids
}

const queue = (page: Page) => page.getByRole('list', { name: 'Documenti da verificare' })
const opened = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const drawn = (page: Page, file: string) => page.getByRole('img', { name: `Pagina 1 di 1, ${file}` })

test('the back office checks the documents of an office by keyboard alone', async ({ page, browser }) => {
  const mark = `prova${Date.now()}`
  const ids = await load(page, mark, ['identity', 'chamber_of_commerce', 'contract', 'insurance'])
  const office = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  const previews = new Set<string>()
  office.on('request', (request) => {
    const [, file_id] = /\/v1\/files\/(\d+)\/preview/.exec(request.url()) ?? []
    if (file_id) previews.add(file_id)
  })
  await signInThroughApi(office, 'backoffice')
  await office.goto('/#/dashboard')
  await expect(office.getByRole('link', { name: /^Verifica documenti/ })).toBeVisible()
  await office.keyboard.press('g')
  await office.keyboard.press('v')
  await expect(office.getByRole('heading', { name: 'Verifica documenti' })).toBeVisible()
  await office.keyboard.press('/')
  await office.keyboard.type(mark)
  await expect(queue(office).getByRole('listitem')).toHaveCount(4)
  await office.keyboard.press('Escape')

  // Back to the first of what was found, with its pages and what the office wrote.
  await office.keyboard.press('k')
  await expect(opened(office, 'Documento d’identità')).toBeVisible()
  await expect(drawn(office, `${mark}-identity.pdf`)).toBeVisible()
  await expect(office.getByText('Da confrontare')).toBeVisible()
  await expectAccessible(office, '/verifica-documenti')
  // Whoever sees a preview is noted: that of the next document is not asked for beforehand.
  const colleague = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  const headers = { authorization: `Bearer ${await signInThroughApi(colleague, 'backoffice2')}` }
  const waiting = await colleague.request.get(`/v1/document-checks?q=${mark}`, { headers })
  const files: { document_id: number; file_id: number }[] = (await waiting.json()).items
  expect(files).toHaveLength(4)
  expect(files.filter(({ file_id }) => previews.has(String(file_id)))).toHaveLength(1)

  await office.keyboard.press('v')
  await expect(office.getByText('Documento d’identità: verificato.')).toBeVisible()
  await expect(opened(office, 'Visura camerale')).toBeVisible()
  await expect(drawn(office, `${mark}-chamber_of_commerce.pdf`)).toBeVisible()
  await expect(queue(office).getByRole('listitem')).toHaveCount(3)

  // It was a slip: the document is back, and the office was told nothing.
  await office.keyboard.press('z')
  await expect(office.getByText('Annullato: lo studio non ne sa niente.')).toBeVisible()
  await expect(opened(office, 'Documento d’identità')).toBeVisible()
  await expect(queue(office).getByRole('listitem')).toHaveCount(4)
  await office.keyboard.press('v')
  await expect(opened(office, 'Visura camerale')).toBeVisible()

  await office.keyboard.press('n')
  const dialog = office.getByRole('dialog', { name: 'Segna come non valido: Visura camerale' })
  await expect(dialog).toBeVisible()
  await office.keyboard.press('Enter')
  await expect(dialog.getByText('Scrivi perché non è valido.')).toBeVisible()
  await expect(dialog.getByLabel('Perché')).toBeFocused()
  await office.keyboard.type('Mancano le pagine 3 e 4.')
  await office.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(opened(office, 'Contratto firmato')).toBeVisible()

  await office.keyboard.press('?')
  const sheet = office.getByRole('dialog')
  await expect(sheet.getByText('Non valido, con il motivo')).toBeVisible()
  await office.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  // A usual reason, chosen with the keyboard.
  await office.keyboard.press('n')
  const another = office.getByRole('dialog', { name: 'Segna come non valido: Contratto firmato' })
  await expect(another.getByRole('radio').first()).toBeFocused()
  await office.keyboard.press('Space')
  await expect(another.getByLabel('Perché')).toHaveValue(/^Non si legge/)
  await office.keyboard.press('Enter')
  await expect(another).toBeHidden()
  await expect(opened(office, 'Polizza di responsabilità civile')).toBeVisible()

  // Somebody else was first: nothing is overwritten.
  const other = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  const authorization = `Bearer ${await signInThroughApi(other, 'backoffice2')}`
  const url = `/v1/customers/docs/invalid/${ids[3]}`
  const reply = await other.request.post(url, { headers: { authorization }, data: { reason: 'È scaduta.' } })
  expect(reply.ok()).toBe(true)
  await office.keyboard.press('v')
  await expect(office.getByText(/l’ha già segnato come non valido|Ha deciso/).first()).toBeVisible()
  await expect(office.getByText('È scaduta.').first()).toBeVisible()
  await expect(office.getByText(/^(Niente da controllare|Nessun documento con questi filtri)$/)).toBeVisible()

  // The office reads what was decided, once the seconds in which it could be taken back are over.
  await page.goto('/#/documenti')
  const row = (type: string) => page.getByRole('listitem').filter({ hasText: `${mark}-${type}.pdf` })
  await expect(row('identity')).toContainText('Verificato')
  await expect(row('chamber_of_commerce')).toContainText('Mancano le pagine 3 e 4.')
  await expect(row('insurance')).toContainText('È scaduta.')
})

test('on a phone the queue is a list, a document a page of its own; an empty queue says so', async ({
  page,
  browser,
}) => {
  const mark = `telefono${Date.now()}`
  await load(page, mark, ['training', 'other'])
  const phone = await (
    await browser.newContext({ locale: 'it-IT', viewport: { width: 390, height: 844 } })
  ).newPage()
  await signInThroughApi(phone, 'backoffice')
  await phone.goto(`/#/verifica-documenti?q=${mark}`)
  await expect(queue(phone).getByRole('listitem')).toHaveCount(2)
  await queue(phone).getByRole('link').first().click()
  await expect(opened(phone, 'Attestato di formazione')).toBeVisible()
  await expect(drawn(phone, `${mark}-training.pdf`)).toBeVisible()
  await phone.getByRole('button', { name: 'Verificato' }).click()
  await expect(opened(phone, 'Altro')).toBeVisible()
  await phone.getByRole('link', { name: 'Tutti i documenti' }).click()
  await expect(queue(phone).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(phone, '/verifica-documenti, the list')

  await phone.route(/\/v1\/document-checks\?/, (route) =>
    route.fulfill({ json: { items: [], next_cursor: null } }),
  )
  await phone.route('**/v1/document-checks/summary*', (route) =>
    route.fulfill({ json: { count: 0, customers: 0 } }),
  )
  await phone.goto('/#/dashboard')
  await phone.reload()
  await phone.goto('/#/verifica-documenti')
  await expect(phone.getByRole('heading', { name: 'Niente da controllare' })).toBeVisible()
  await expectAccessible(phone, '/verifica-documenti, empty')
})
