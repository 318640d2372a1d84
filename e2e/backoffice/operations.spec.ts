import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { openDashboard } from '../actions.ts'
import { instance } from '../instances.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

const faults = (method: 'POST' | 'DELETE', body?: object) =>
  fetch(`${instance.providerUrl}/_sandbox/faults`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })

test('the back office sees that the provider does not answer, and that it does again', async ({ page }) => {
  await openDashboard(page, 'backoffice')
  await page.getByRole('link', { name: 'Operazioni', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Operazioni', level: 1 })).toBeVisible()
  const look = page.getByRole('button', { name: 'Controlla ora' })
  await look.click()
  await expect(page.getByRole('list', { name: 'Database' })).toBeVisible()
  const wrong = page.getByRole('list', { name: 'Da guardare ora' })
  const provider = (list = wrong) => list.getByRole('listitem').filter({ hasText: 'Risposta del provider' })
  await expect(provider()).toHaveCount(0)
  await faults('POST', { kind: '500', rate: 1, path: '/v1/balance' })
  try {
    await look.click()
    await expect(provider()).toContainText('Guasto')
    await expect(provider()).toContainText('Il provider risponde con un errore suo.')
    await expect(provider()).toContainText('Guarda la pagina di stato del provider.')
    await expectAccessible(page, 'operazioni, con un guasto', 2400)
  } finally {
    await faults('DELETE')
  }
  await look.click()
  await expect(provider()).toHaveCount(0)
  await expect(provider(page.getByRole('list', { name: 'Provider dei pagamenti' }))).toContainText('A posto')
})

test('the back office retries a failed job, and discards another with a reason', async ({ page }) => {
  const sql = ownDatabase()
  const [retried, discarded] = await sql<{ failed_job_id: number }[]>`
    insert into failed_jobs (job_id, name, data, error, tries, created_at, failed_at)
    select gen_random_uuid(), 'apply-provider-event', '{"provider_account": "stripe", "event_id": "evt_none"}',
      '{"type": "PostgresError", "code": "57014", "stack": "    at applyProviderEvent (/saldo/server/x.ts:1:1)"}', 21, now(), now()
    from generate_series(1, 2) returning failed_job_id`
  await openDashboard(page, 'backoffice')
  await page.goto(`/#/admin-management/operazioni/lavori?state=failed&open=${retried?.failed_job_id}`)
  const panel = page.getByRole('complementary', { name: `Dettaglio n. ${retried?.failed_job_id}` })
  await expect(panel.getByText('PostgresError 57014')).toBeVisible()
  await expectAccessible(page, 'un lavoro fallito')
  await panel.getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(page.getByText('Il lavoro è di nuovo in coda.')).toBeVisible()
  await expect(panel.getByText('Riprovato').first()).toBeVisible()

  await page.goto(`/#/admin-management/operazioni/lavori?open=${discarded?.failed_job_id}`)
  const other = page.getByRole('complementary', { name: `Dettaglio n. ${discarded?.failed_job_id}` })
  await other.getByRole('button', { name: 'Scarta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scarta il lavoro' })
  await dialog.getByRole('button', { name: 'Scarta il lavoro' }).click()
  await expect(dialog.getByText('Scrivi perché.')).toBeVisible()
  await dialog.getByLabel('Motivo').fill('L’evento non esiste')
  await dialog.getByRole('button', { name: 'Scarta il lavoro' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(other.getByText('L’evento non esiste')).toBeVisible()
  await page.goto('/#/admin-management/operazioni/pagamenti')
  await expect(page.getByRole('heading', { name: 'Pagamenti senza esito', level: 1 })).toBeVisible()
  await expectAccessible(page, 'pagamenti senza esito')
  await page.goto('/#/admin-management/operazioni/eventi')
  await expect(page.getByRole('heading', { name: 'Eventi del provider', level: 1 })).toBeVisible()
  await expectAccessible(page, 'eventi del provider')
  await sql.end()
})
