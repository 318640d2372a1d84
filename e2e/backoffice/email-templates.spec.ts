import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office, openDashboard } from '../actions.ts'
import { test } from '../test.ts'

const words = `Parole nuove ${Date.now()}`

test('the back office changes what a mail says, tries it, puts it into use, and goes back', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await openDashboard(page, 'backoffice')
  await page.goto('/#/admin-management/email-template')
  await expect(page.getByRole('heading', { name: 'Modelli di e-mail' })).toBeVisible()
  await expectAccessible(page, 'modelli di e-mail')
  expect(loaded.filter((url) => /MjmlEditor|SourceEditor/.test(url))).toEqual([])

  const { call } = await office(page, page.request, 'backoffice')
  const { template_id, source, revision, live_number } = await call<{
    template_id: number
    source: string
    revision: number
    live_number: number | null
  }>('GET', '/v1/settings/email/template-id/10')
  if (live_number === null) {
    // A version to go back to.
    await call('POST', '/v1/settings/email/template-update-design', { id: 10, revision, source })
    const first = await call<{ sandbox_number: number }>(
      'POST',
      '/v1/settings/email/template-update-sandbox',
      {
        ...{ id: 10, revision: revision + 1 },
      },
    )
    await call('POST', '/v1/settings/email/template-update-live', { id: 10, number: first.sandbox_number })
  }
  await page.goto(`/#/admin-management/email-template/${template_id}?tab=testo`)
  await page.getByLabel('Oggetto').waitFor({ state: 'detached' })
  await page.getByLabel('Testo', { exact: true }).fill(`{{nominative}}\n${words}\n{{url}}`)
  await page.getByRole('button', { name: 'Salva la bozza' }).click()
  await expect(page.getByText('Bozza salvata.')).toBeVisible()
  await expectAccessible(page, 'testo di un modello')

  await page.getByRole('link', { name: 'Anteprima' }).click()
  await expect(page.getByText(words)).toBeVisible()
  await page.getByRole('button', { name: 'Metti in prova' }).click()
  await expect(page.getByText('La bozza è in prova.')).toBeVisible()
  await page.getByRole('link', { name: 'Prove' }).click()
  await page.getByRole('button', { name: 'Invia la prova MJML' }).click()
  await expect(page.getByText(/Prova inviata a/)).toBeVisible()
  await page.getByRole('button', { name: 'Metti in uso' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Metti in uso' }).click()
  await expect(page.getByText('Da adesso le e-mail usano questa versione.')).toBeVisible()

  await page.getByRole('link', { name: 'Versioni' }).click()
  await page
    .getByRole('button', { name: /^Torna alla versione/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Rimetti in uso' }).click()
  await expect(page.getByText(/È di nuovo in uso la versione/)).toBeVisible()
  await expectAccessible(page, 'versioni di un modello')

  await page.getByRole('link', { name: 'Editor' }).click()
  await expect(page.locator('.gjs-frame').first()).toBeVisible()
  const origin = new URL(page.url()).origin
  expect(loaded.filter((url) => !url.startsWith(origin) && !/^(data|blob|about):/.test(url))).toEqual([])
})
