import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtThisWidth } from '../accessible.ts'
import { signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'

/** What the browser has of a canvas, for a file that is checked without its types. */
type Canvas = {
  width: number
  height: number
  getContext: (kind: '2d') => {
    getImageData: (x: number, y: number, width: number, height: number) => { data: Uint8Array }
  }
}

/** One page with a word on it, and a script that would open a window. */
const hostilePdf = Buffer.from(
  `%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R /OpenAction <</S /JavaScript /JS (app.alert\\('aperto'\\))>>>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>> endobj
4 0 obj <</Length 44>> stream
BT /F 24 Tf 40 100 Td (Delibera 2026) Tj ET
endstream endobj
5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF`,
)

async function load(page: Page, name: string): Promise<void> {
  await page.goto('/#/documenti')
  await page.getByRole('combobox', { name: 'Tipo di documento' }).click()
  await page.getByRole('option', { name: 'Documento d’identità' }).click()
  await page
    .getByLabel('Documento da caricare')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: hostilePdf })
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Da verificare')
}

/** Opens it beside the list, and returns its panel. */
async function openFile(office: Page, name: string) {
  await office.goto(`/#/admin-management/file?q=${name}`)
  await office.getByRole('row').filter({ hasText: name }).click()
  return office.getByRole('complementary', { name: /^Dettaglio/ })
}

test('the back office finds a file, looks at it without running it, and takes it', async ({
  page,
  browser,
}) => {
  const name = `carta-${Date.now()}.pdf`
  await signInThroughApi(page, 'nuovo')
  await load(page, name)

  const office = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  const dialogs: string[] = []
  office.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await signInThroughApi(office, 'backoffice')
  const panel = await openFile(office, name)
  await expect(panel.getByText('Nessuno, finora.')).toBeVisible()

  await panel.getByRole('button', { name: 'Anteprima' }).click()
  const dialog = office.getByRole('dialog', { name })
  await expect(dialog.getByText('Contiene script. Qui non si esegue niente.')).toBeVisible()
  const drawn = dialog.getByRole('img', { name: `Pagina 1 di 1, ${name}` })
  await expect(drawn).toBeVisible()
  // Something dark was drawn on it: the page's word.
  await expect
    .poll(() =>
      drawn.evaluate((drawing) => {
        const canvas = drawing as unknown as Canvas
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        return data.some((value, at) => at % 4 === 0 && value < 80 && (data[at + 3] ?? 0) > 200)
      }),
    )
    .toBe(true)
  await expectAccessibleAtThisWidth(office, 'preview of a file')
  await office.keyboard.press('Escape')
  expect(dialogs).toEqual([])
  await expect(panel.getByText('Visto in anteprima')).toBeVisible()

  const [saved] = await Promise.all([
    office.waitForEvent('download'),
    panel.getByRole('button', { name: 'Scarica' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(name)
  await expect(panel.getByText('Scaricato')).toBeVisible()
})

test('the back office tags a file, keeps it, and deletes it for a reason that its owner reads', async ({
  page,
  browser,
}) => {
  const name = `carta-${Date.now()}.pdf`
  await signInThroughApi(page, 'nuovo')
  await load(page, name)
  const office = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  await signInThroughApi(office, 'backoffice')
  const panel = await openFile(office, name)
  await panel.getByRole('button', { name: 'Etichette' }).click()
  await office.getByRole('combobox', { name: 'Etichette' }).fill('verbale')
  await office.keyboard.press('Enter')
  await office.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(panel.getByText('verbale', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Durata e blocco' }).click()
  await office.getByLabel('Blocco legale').check()
  await office.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(office.getByText('Scrivi il motivo.')).toBeVisible()
  await office.getByLabel('Motivo').fill('Causa Rossi')
  await office.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(panel.getByText('Causa Rossi', { exact: true })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Elimina' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(office, 'a file beside the list')

  await panel.getByRole('button', { name: 'Durata e blocco' }).click()
  await office.getByLabel('Blocco legale').uncheck()
  await office.getByLabel('Motivo').fill('Causa finita')
  await office.getByRole('button', { name: 'Salva', exact: true }).click()
  await panel.getByRole('button', { name: 'Elimina' }).click()
  await office.getByRole('button', { name: 'Elimina il file' }).click()
  await expect(office.getByText('Scrivi il motivo.')).toBeVisible()
  await office.getByLabel('Motivo').fill('È di un’altra persona')
  await office.getByRole('button', { name: 'Elimina il file' }).click()
  await expect(panel.getByText(/^Eliminato dal backoffice il/)).toBeVisible()

  // Whose file it was reads why, where it was.
  await page.getByRole('button', { name: `Scarica Documento d’identità, ${name}` }).click()
  await expect(page.getByText(/File eliminato il .* È di un’altra persona/)).toBeVisible()
})

test('the back office sees the store as a whole, and sets how long a kind of file is kept', async ({
  page,
}) => {
  await signInThroughApi(page, 'backoffice')
  await page.goto('/#/admin-management/file')
  await expect(page.getByRole('heading', { name: 'File', exact: true })).toBeVisible()
  await expectAccessible(page, '/admin-management/file')
  await page.getByRole('link', { name: 'Archivio e orfani' }).click()
  await expect(page.getByRole('heading', { name: 'Archivio dei file' })).toBeVisible()
  await page.getByRole('button', { name: /^Durata di ZIP ricevuto/ }).click()
  await page.getByLabel(/^Giorni/).fill('90')
  await page.getByLabel('Motivo').fill('Nessuno li rilegge')
  await page.getByRole('button', { name: 'Salva la regola' }).click()
  await expect(page.getByRole('button', { name: 'Durata di ZIP ricevuto: 90 giorni' })).toBeVisible()
  await page.getByRole('button', { name: 'Controlla adesso' }).click()
  await expect(page.getByText('Il controllo è partito')).toBeVisible()
  await expectAccessible(page, '/admin-management/file/archivio')
})
