import * as contract from '@saldo/contract/identity/second-steps'
import { notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { notifySecondStepChanged } from './notify-second-step-changed.ts'
import { withOwnCredentials } from './own-credentials.ts'
import { deleteUnneededCodes } from './recovery-codes.ts'
import { refuseLastStep } from './refuse-last-step.ts'

export const renamePasskey = serveAcross(
  contract.renamePasskey,
  async ({ services, actor, params, body }) => {
    await withOwnCredentials(services, actor, async (tx, { user_id }) => {
      const { count } = await tx`
      update passkeys set name = ${body.name} where passkey_id = ${params.id} and user_id = ${user_id}`
      if (count === 0) throw notFound('Questa passkey')
    })
    return undefined
  },
)

export const removePasskey = serveAcross(
  contract.removePasskey,
  async ({ services, actor, params, request }) => {
    await withOwnCredentials(services, actor, async (tx, user) => {
      const { user_id } = user
      const { count } =
        await tx`delete from passkeys where passkey_id = ${params.id} and user_id = ${user_id}`
      if (count === 0) throw notFound('Questa passkey')
      await refuseLastStep(tx, user)
      await deleteUnneededCodes(tx, user_id)
      await notifySecondStepChanged(services, tx, user_id, request, 'passkey_removed')
    })
    return undefined
  },
)
