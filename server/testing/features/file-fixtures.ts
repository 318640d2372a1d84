import type { StoredFileDetail } from '@saldo/contract/backoffice/files'
import { expect } from 'vitest'
import { taken } from '../../features/documents/sample-files.ts'
import { startApp } from '../app.ts'
import { makeAccount, makeCustomer, signIn } from '../people.ts'
import { sendFile } from '../send-file.ts'

export const pdf = taken['piano.pdf']?.[0] as Buffer

/** Stored files of offices, and a super user who looks at them. */
export async function fileFixtures() {
  const app = await startApp()
  const { headers: back } = await signIn(app.services, 'super_user')
  const system: typeof app.services.asSystem = (work) => app.services.asSystem(work)

  /** A document that an office has loaded, and the same as a stored file. */
  async function loaded(content: Buffer = pdf, name = 'delibera.pdf') {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const account_id = await makeAccount(app.services, customer_id)
    const url = `/v1/accounts/docs/${account_id}/other`
    const { body, status } = await sendFile(app, { method: 'PUT', url, headers, file: content, name })
    expect(status).toBeLessThan(300)
    const { document_id } = body as { document_id: number }
    const [row] = await system(
      (tx) => tx<{ file_id: number; path: string }[]>`
        select file_id, path from stored_files where record_table = 'documents' and record_id = ${document_id}`,
    )
    const { file_id, path } = row as { file_id: number; path: string }
    const download = () => app.call({ url: `/v1/accounts/docs/download/${document_id}`, headers })
    return { headers, customer_id, account_id, document_id, file_id, path, download }
  }
  const get = (url: string, headers = back) => app.call({ url, headers })
  const post = (url: string, payload: object, headers = back) =>
    app.call({ method: 'POST', url, headers, payload })
  const detail = async (file_id: number) => (await get(`/v1/files/${file_id}`)).body as StoredFileDetail
  const retain = (file_id: number, wanted: { keep_until?: string; on_hold?: boolean; reason: string }) =>
    post(`/v1/files/${file_id}/retention`, { keep_until: null, on_hold: false, ...wanted })
  /** Sets the last day as if it had passed since; the API takes none in the past. */
  const keepUntil = (file_id: number, day: string, hold_reason: string | null = null) =>
    system(
      (tx) =>
        tx`update stored_files set keep_until = ${day}::date, hold_reason = ${hold_reason} where file_id = ${file_id}`,
    )
  const linesOf = (file_id: number) =>
    system(
      (tx) =>
        tx`select act, before, after from audit_log where noun = 'files' and record_id = ${file_id} order by audit_id`,
    )
  /** A file of a bank that the office has loaded, in this state. */
  async function flow(state: 'done' | 'refused') {
    const customer_id = await makeCustomer(app.services)
    const file_path = `flows/${state}-${customer_id}`
    await app.services.files.put(file_path, 'a;b\n1;2\n')
    const read = state === 'done' ? { kind: 'statement', format: 'csv' } : { refusal: 'Non si legge.' }
    const of = {
      customer_id,
      direction: 'in',
      state,
      file_name: 'banca.csv',
      file_path,
      file_bytes: 8,
      actor: 'Ada',
    }
    await system(
      (tx) => tx`insert into flows ${tx({ ...of, ...read, sha256: String(customer_id).padStart(64, '0') })}`,
    )
    const [row] = await system((tx) => tx`select file_id from stored_files where path = ${file_path}`)
    return { file_id: row?.file_id as number, customer_id, path: file_path }
  }
  return { app, back, system, loaded, flow, get, post, detail, retain, keepUntil, linesOf }
}
