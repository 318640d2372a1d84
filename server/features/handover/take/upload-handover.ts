import { randomUUID } from 'node:crypto'
import * as contract from '@saldo/contract/registry/handovers'
import { ApiError } from '../../../http/errors.ts'
import { formFile } from '../../../http/forms.ts'
import { describeFile } from '../../../http/hand-out.ts'
import { serveAcross } from '../../../http/serve.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { measured } from '../../flows/measured.ts'
import { handoverView } from '../handover-view.ts'
import { requireEverything } from '../require-everything.ts'

/** Stores the ZIP of another administrator; a job checks all of it. Nothing of it is written before somebody confirms. */
export const uploadHandover = serveAcross(
  contract.uploadHandover,
  async ({ services, as, actor, request, inTurn }) => {
    const { customer_id } = actor
    if (!customer_id) throw new ApiError(422, 'no_customer', 'Scegli prima per quale cliente lavori.')
    requireEverything(actor)
    const sent = await formFile(request)
    if (!sent) throw new ApiError(422, 'no_file', 'Manca il file: scegli lo ZIP del passaggio di consegne.')
    const file_path = `handovers/${randomUUID()}`
    const file = measured(sent.file)
    await services.files.putStream(file_path, file.content)
    const store = () =>
      as(async (tx) => {
        const [row] = await tx<{ handover_id: number }[]>`
          insert into handovers ${tx({
            ...{ customer_id, direction: 'in', state: 'reading', file_path },
            file_name: sent.filename.slice(-200),
            ...{ created_by: actor.user_id, actor: await actorName(tx) },
          })} returning handover_id`
        const handover_id = row?.handover_id as number
        await describeFile(tx, file_path, { bytes: file.bytes() })
        await services.queue.enqueue(tx, 'read-handover', { handover_id })
        return handoverView(tx, handover_id)
      })
    const kept = sent.file.truncated
      ? Promise.reject(
          new ApiError(
            413,
            'too_large',
            'Lo ZIP supera 50 MB: chiedi a chi lo ha preparato quello senza i PDF di bollette e ricevute. I dati sono gli stessi.',
          ),
        )
      : inTurn(store)
    return kept.catch(async (error) => {
      // A refused file is deleted: it contains the data of a whole condominium.
      await services.files.delete(file_path)
      throw error
    })
  },
)
