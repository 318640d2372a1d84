import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@saldo/contract/endpoint'
import * as contract from '@saldo/contract/imports'
import * as registry from '@saldo/contract/registry-imports'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { ApiError, notFound } from '../../http/errors.ts'
import { formFile } from '../../http/forms.ts'
import { describeFile } from '../../http/hand-out.ts'
import { serveAcross } from '../../http/serve.ts'
import { measured } from '../flows/measured.ts'
import { viewIn } from './import-view.ts'

/** Stores the file and reads it in the background. No records are written until the person confirms. */
const upload = (
  endpoint: Endpoint<Endpoint['route'], z.ZodObject, z.ZodObject, z.ZodType, typeof contract.Import>,
  kind: contract.ImportKind,
) =>
  serveAcross(endpoint, async ({ services, as, actor, request, inTurn }) => {
    const { customer_id } = actor
    if (!customer_id) throw new ApiError(422, 'no_customer', 'Scegli prima per quale cliente lavori.')
    const sent = await formFile(request)
    if (!sent) throw new ApiError(422, 'no_file', 'Manca il file: scegli un foglio .xlsx, .ods o .csv.')
    const file_path = `imports/${randomUUID()}`
    const file = measured(sent.file)
    await services.files.putStream(file_path, file.content)
    if (sent.file.truncated) {
      await services.files.delete(file_path)
      throw new ApiError(
        413,
        'too_large',
        'Il file supera 50 MB: dividilo in più file e caricali uno alla volta.',
      )
    }
    const account_id = accountField(sent.fields.account_id)
    const store = async (tx: Tx) => {
      if (account_id && (await tx`select from accounts where account_id = ${account_id}`).length === 0)
        throw notFound('Il condominio')
      const [row] = await tx`
      insert into imports ${tx({
        customer_id,
        kind,
        created_by: actor.user_id,
        account_id,
        file_name: sent.filename.slice(-200),
        file_path,
      })} returning *`
      await describeFile(tx, file_path, { bytes: file.bytes() })
      await services.queue.enqueue(tx, 'read-import', { import_id: row?.import_id })
      return viewIn(tx, row as never)
    }
    return inTurn(() => as(store)).catch(async (error) => {
      // A refused file is deleted: it contains personal data.
      await services.files.delete(file_path)
      throw error
    })
  })
export const uploadBills = upload(contract.uploadBills, 'bills')
export const uploadRegistry = upload(registry.uploadRegistry, 'registry')

function accountField(field: unknown): number | null {
  const value = (field as { value?: unknown } | undefined)?.value
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}
