import type { StoredFileDetail } from '@saldo/contract/backoffice/files'
import { expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { makeCustomer, signIn } from '../../testing/people.ts'

it('where a scanner is set, a file that it has not passed is shown to nobody, and downloaded for a written reason', async () => {
  // Nobody listens there.
  const app = await withApp({ env: { SCAN_URL: 'clamd://127.0.0.1:1' } })
  const { headers } = await signIn(app.services, 'super_user')
  const customer_id = await makeCustomer(app.services)
  const file_path = `imports/${customer_id}`
  await app.services.files.put(file_path, 'a;b\n1;2\n')
  const [row] = await app.services.asSystem(async (tx) => {
    await tx`insert into imports ${tx({ customer_id, file_name: 'rate.csv', file_path, state: 'done' })}`
    return tx`select file_id from stored_files where path = ${file_path}`
  })
  const url = `/v1/files/${row?.file_id}`
  const call = (act: string, payload?: object) =>
    app.call({ url: `${url}${act}`, headers, ...(payload ? { method: 'POST' as const, payload } : {}) })

  for (const act of ['/preview', '/content', '/download'])
    expect(await call(act), act).toMatchObject({ status: 409, body: { error: 'scan_not_scanned' } })
  expect(await call('/scan', {})).toMatchObject({ status: 409, body: { error: 'no_answer' } })
  expect((await call('/download-unscanned', { reason: '' })).status).toBe(400)
  expect((await call('/download-unscanned', { reason: 'Serve alla polizia' })).status).toBe(200)
  const file = (await call('')).body as StoredFileDetail
  expect(file).toMatchObject({ can_scan: true, why_not_safe: expect.stringContaining('antivirus') })
  expect(file.last_downloads).toMatchObject([{ how: 'download', reason: 'Serve alla polizia' }])

  await app.services.asSystem((tx) => tx`update stored_files set scan = 'clean' where path = ${file_path}`)
  expect((await call('/preview')).body).toMatchObject({ shows: 'table' })
  await app.services.asSystem((tx) => tx`update stored_files set scan = 'infected' where path = ${file_path}`)
  expect(await call('/download')).toMatchObject({ status: 409, body: { error: 'scan_infected' } })
})
