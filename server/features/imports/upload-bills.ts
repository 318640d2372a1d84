import { randomUUID } from 'node:crypto'
import * as contract from '@saldo/contract/imports'
import { ApiError, notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { viewOf } from './import-view.ts'

/** Keeps the file and has it read in the background: nothing is written until the person confirms. */
export const uploadBills = serveAcross(contract.uploadBills, async ({ services, as, actor, request }) => {
  if (!request.isMultipart())
    throw new ApiError(415, 'unsupported_media_type', 'Invia il file come modulo multipart.')
  const { customer_id } = actor
  if (!customer_id) throw new ApiError(422, 'no_customer', 'Scegli prima per quale cliente lavori.')
  const upload = await request.file()
  if (!upload) throw new ApiError(422, 'no_file', 'Manca il file: scegli un foglio .xlsx, .ods o .csv.')
  const file_path = `imports/${randomUUID()}`
  await services.files.putStream(file_path, upload.file)
  if (upload.file.truncated) {
    await services.files.delete(file_path)
    throw new ApiError(
      413,
      'too_large',
      'Il file supera 50 MB: dividilo in più file e caricali uno alla volta.',
    )
  }
  const account_id = accountField(upload.fields.account_id)
  const begun = as(async (tx) => {
    if (account_id && (await tx`select from accounts where account_id = ${account_id}`).length === 0)
      throw notFound('Il condominio')
    const [row] = await tx`
      insert into imports ${tx({
        customer_id,
        created_by: actor.user_id,
        account_id,
        file_name: upload.filename.slice(-200),
        file_path,
      })} returning *`
    await services.queue.enqueue(tx, 'read-import', { import_id: row?.import_id })
    return viewOf(row as never)
  })
  return begun.catch(async (error) => {
    // A refused file is not kept: it is full of people's data.
    await services.files.delete(file_path)
    throw error
  })
})

function accountField(field: unknown): number | null {
  const value = (field as { value?: unknown } | undefined)?.value
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}
