import { expect, type Page } from '@playwright/test'
import { office } from '../actions.ts'
import { test } from '../test.ts'

type Template = {
  template_id: number
  kind: 'mjml' | 'html'
  source: string
  subject: string
  revision: number
  sandbox_number: number | null
  built_in: { source: string }
  sandbox_checksum: string | null
  live_checksum: string | null
  draft: boolean
}
type Call = Awaited<ReturnType<typeof office>>['call']

const read = (call: Call, id: number) => call<Template>('GET', `/v1/settings/email/template-id/${id}`)
const open = (page: Page, id: number, tab = '') =>
  page.goto(`/#/admin-management/email-template/${id}${tab && `?tab=${tab}`}`)

/** Saves a design, and puts it into use. */
async function putIntoUse(call: Call, id: number, source: string): Promise<void> {
  const { revision } = await read(call, id)
  const saved = await call<Template>('POST', '/v1/settings/email/template-update-design', {
    ...{ id, revision, source },
  })
  const { sandbox_number: number } = await call<Template>(
    'POST',
    '/v1/settings/email/template-update-sandbox',
    { id, revision: saved.revision },
  )
  await call('POST', '/v1/settings/email/template-update-live', { id, number })
}

test('a return to an older version keeps what is typed and not saved', async ({ page, request }) => {
  const { call } = await office(page, request, 'backoffice')
  const { source } = await read(call, 11)
  await putIntoUse(call, 11, source)
  await putIntoUse(call, 11, `${source}\n`)
  await open(page, 11, 'sorgente')
  await page.getByLabel('Oggetto').fill('Un oggetto a metà')
  await page.getByRole('link', { name: 'Versioni' }).click()
  await page.getByRole('button', { name: 'Torna alla versione 1' }).click()
  await page.getByRole('button', { name: 'Rimetti in uso' }).click()
  await expect(page.getByText('È di nuovo in uso la versione 1.')).toBeVisible()
  await page.getByRole('link', { name: 'Sorgente' }).click()
  await expect(page.getByLabel('Oggetto')).toHaveValue('Un oggetto a metà')
  await page.getByRole('button', { name: 'Salva la bozza' }).click()
  await expect(page.getByText('Bozza salvata.')).toBeVisible()
})

test('discarded changes leave the visual editor, too', async ({ page, request }) => {
  const { call } = await office(page, request, 'backoffice')
  const { source } = await read(call, 7)
  await open(page, 7)
  await writeFirstText(page, 'Parole scartate')
  await page.getByRole('button', { name: 'Scarta le modifiche' }).click()
  await expect(page.getByRole('button', { name: 'Salva la bozza' })).toBeHidden()
  await expect(firstText(page)).toBeVisible()
  await expect(firstText(page)).not.toContainText('Parole scartate')
  await writeFirstText(page, 'Parole tenute')
  await page.getByRole('button', { name: 'Salva la bozza' }).click()
  await expect(page.getByText('Bozza salvata.')).toBeVisible()
  const kept = await read(call, 7)
  expect(kept.source).toContain('Parole tenute')
  expect(kept.source).not.toContain('Parole scartate')
  expect(source).not.toContain('Parole tenute')
})

const firstText = (page: Page) =>
  page.frameLocator('.gjs-frame').locator('[data-gjs-type="mj-text"]').filter({ visible: true }).first()

/** Types into the first text of the visual editor. */
async function writeFirstText(page: Page, words: string): Promise<void> {
  await firstText(page).dblclick()
  await page.keyboard.press('End')
  await page.keyboard.type(words)
  await page.locator('.gjs-frame').first().press('Escape')
  await page
    .frameLocator('.gjs-frame')
    .locator('body')
    .click({ position: { x: 5, y: 5 } })
  await expect(page.getByRole('button', { name: 'Salva la bozza' })).toBeVisible()
}

test('a template uploaded as HTML returns to the built-in MJML, and to the visual editor', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request, 'backoffice')
  await open(page, 8, 'sorgente')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Scegli il file' }).click(),
  ])
  await chooser.setFiles({
    name: 'modello.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<p>{{nominative}}, parole caricate</p>'),
  })
  await expect(page.getByText('HTML caricato: adesso è la bozza.')).toBeVisible()
  expect((await read(call, 8)).kind).toBe('html')
  await page.getByRole('button', { name: 'Riparti dal modello di base' }).click()
  await expect(page.getByRole('textbox', { name: 'Sorgente MJML' })).toBeVisible()
  await page.getByRole('button', { name: 'Scarta le modifiche' }).click()
  await expect(page.getByText('{{nominative}}, parole caricate')).toBeVisible()

  await page.getByRole('link', { name: 'Editor' }).click()
  await page.getByRole('button', { name: 'Riparti dal modello di base' }).click()
  await expect(firstText(page)).toBeVisible()
  await page.getByRole('button', { name: 'Salva la bozza' }).click()
  await expect(page.getByText('Bozza salvata.')).toBeVisible()
  const { kind, source, built_in } = await read(call, 8)
  expect({ kind, source }).toEqual({ kind: 'mjml', source: built_in.source })
  await expect(firstText(page)).toBeVisible()
})

test('the bytes of a source survive the editors, and what the visual editor writes is what goes live', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request, 'backoffice')
  const { revision } = await read(call, 5)
  const subject = `Solo l’oggetto ${Date.now()}`
  const source = [
    '<mjml>',
    '  <mj-body>',
    '    <mj-section><mj-column>',
    "      <mj-text  align='left'>Perch&eacute; s&igrave; &amp; &#8364;&nbsp;3 &lt;ok&gt;<br>{{nominative}}, {{when}}</mj-text>",
    '\t<mj-divider />  ',
    '    </mj-column></mj-section>',
    '  </mj-body>',
    '</mjml>',
    '',
  ].join('\r\n')
  await call('POST', '/v1/settings/email/template-update-design', { id: 5, revision, source })
  await open(page, 5)
  await expect(firstText(page)).toContainText('Perché sì & €')
  await page.getByRole('link', { name: 'Sorgente' }).click()
  await expect(page.getByRole('textbox', { name: 'Sorgente MJML' })).toContainText('Perch&eacute;')
  await page.getByRole('link', { name: 'Editor' }).click()
  await expect(firstText(page)).toContainText('Perché sì & €')
  await expect(page.getByRole('button', { name: 'Salva la bozza' })).toBeHidden()
  await page.getByLabel('Oggetto').fill(subject)
  await save(page)
  const saved = await read(call, 5)
  expect(saved.subject).toBe(subject)
  expect(saved.source).toBe(source)

  await page.getByRole('link', { name: 'Sorgente' }).click()
  await page.getByRole('textbox', { name: 'Sorgente MJML' }).press('ControlOrMeta+End')
  await page.keyboard.type(' ')
  await save(page)
  expect((await read(call, 5)).source).toBe(`${source} `)

  await page.getByRole('link', { name: 'Editor' }).click()
  await writeFirstText(page, ' E parole nuove')
  await save(page)
  const { source: written } = await read(call, 5)
  expect(written).toContain('E parole nuove')
  expect(written).toContain('{{nominative}}')
  await page.getByRole('button', { name: 'Metti in prova' }).click()
  await page.getByRole('button', { name: 'Metti in uso' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Metti in uso' }).click()
  await expect(page.getByText('Da adesso le e-mail usano questa versione.')).toBeVisible()
  const live = await read(call, 5)
  expect(live.source).toBe(written)
  expect(live.live_checksum).toBe(live.sandbox_checksum)
  expect(live.draft).toBe(false)
  await page.reload()
  await expect(firstText(page)).toContainText('E parole nuove')
  await expect(page.getByRole('button', { name: 'Salva la bozza' })).toBeHidden()
})

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Salva la bozza' }).click()
  await expect(page.getByRole('button', { name: 'Salva la bozza' })).toBeHidden()
}
