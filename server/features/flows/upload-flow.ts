import { randomUUID } from 'node:crypto'
import * as contract from '@saldo/contract/payments/flows'
import { bankFileBytes, bankFileTooLarge } from '@saldo/domain/bank-files/largest-file'
import type { Tx } from '../../db/connection.ts'
import { ApiError, conflict, notFound } from '../../http/errors.ts'
import { formFile } from '../../http/forms.ts'
import { serveAcross } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { readFlow } from './flows-list.ts'
import { measured } from './measured.ts'

/**
 * Stores a file of a bank and reads it in the background. The same file of the same office again answers with the first
 * flow: nothing is read twice. A refused file may be loaded again, for what it lacked may be there by now.
 */
export const uploadFlow = serveAcross(
  contract.uploadFlow,
  async ({ services, as, actor, request, inTurn }) => {
    const { customer_id } = actor
    if (!customer_id) throw new ApiError(422, 'no_customer', 'Scegli prima per quale cliente lavori.')
    const sent = await formFile(request, bankFileBytes)
    if (!sent) throw noFile('Manca il file: scegli quello che hai scaricato dalla banca.')
    const file_path = `flows/${randomUUID()}`
    const file = measured(sent.file)
    await services.files.putStream(file_path, file.content)
    const store = async (tx: Tx): Promise<{ flow: contract.Flow; is_new: boolean }> => {
      const account_id = accountField(sent.fields.account_id)
      if (account_id && (await tx`select from accounts where account_id = ${account_id}`).length === 0)
        throw notFound('Il condominio')
      const row = {
        ...{
          customer_id,
          account_id,
          direction: 'in',
          created_by: actor.user_id,
          actor: await actorName(tx),
        },
        ...{
          file_name: sent.filename.slice(-200),
          file_path,
          file_bytes: file.bytes(),
          sha256: file.sha256(),
        },
      }
      const [stored] = await tx<{ flow_id: number }[]>`
        insert into flows ${tx(row)}
        on conflict (customer_id, sha256) where direction = 'in' and state <> 'refused' do nothing
        returning flow_id`
      if (!stored) return { flow: await sameFile(tx, row), is_new: false }
      await services.queue.enqueue(tx, 'read-flow', { flow_id: stored.flow_id })
      return { flow: await readFlow(tx, stored.flow_id), is_new: true }
    }
    const kept = sent.file.truncated
      ? Promise.reject(new ApiError(413, 'too_large', bankFileTooLarge))
      : file.bytes() === 0
        ? Promise.reject(noFile('Il file è vuoto: scaricalo di nuovo dalla banca.'))
        : inTurn(() => as(store))
    // A file that is not kept is deleted: it contains names and accounts of people.
    const { flow, is_new } = await kept.catch(async (error) => {
      await services.files.delete(file_path)
      throw error
    })
    if (!is_new) await services.files.delete(file_path)
    return flow
  },
)

const noFile = (why: string) => new ApiError(422, 'no_file', why, { fields: { file: why } })

/** The flow of the same content, loaded before. */
async function sameFile(tx: Tx, of: { customer_id: number; sha256: string }): Promise<contract.Flow> {
  const [earlier] = await tx<{ flow_id: number }[]>`
    select flow_id from flows
    where customer_id = ${of.customer_id} and sha256 = ${of.sha256} and direction = 'in' and state <> 'refused'`
  if (earlier) return readFlow(tx, earlier.flow_id)
  throw conflict(
    'already_loaded',
    'Questo file l’ha già caricato un’altra persona dello studio, e riguarda anche condomìni che non vedi.',
  )
}

function accountField(field: unknown): number | null {
  const value = (field as { value?: unknown } | undefined)?.value
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}
