import { expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { withApp } from '../../testing/app.ts'
import { registryFixtures } from '../../testing/features/registry-fixtures.ts'

it('200: POST /v1/accounts/import/check/{id} without a body reads the file again as it is', async () => {
  const test = await withApp()
  const { headers, upload, check, send } = await registryFixtures(test)
  const file = 'Condominio;Scala;Interno;Nominativo;Ruolo\r\nI Tigli;A;1;Rossi Lucia;Pr\r\nI Tigli;A;2;;Pr'
  const { import_id } = await upload(file)
  const before = await check(import_id, { leave_out_errors: true })
  const url = `/v1/accounts/import/check/${import_id}`
  for (const sent of [{}, { 'content-type': 'application/json' }]) {
    const reply = await test.call({ method: 'POST', url, headers: { ...headers, ...sent } })
    expect(reply).toMatchObject({ status: 200, body: { state: 'reading' } })
    await runJobs(test.services)
    expect((await send('GET', `/v1/accounts/import/${import_id}`)).body).toEqual(before)
  }
})
