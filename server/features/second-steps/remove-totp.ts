import * as contract from '@saldo/contract/identity/second-steps'
import { serveAcross } from '../../http/serve.ts'
import { notifySecondStepChanged } from './notify-second-step-changed.ts'
import { withOwnCredentials } from './own-credentials.ts'
import { deleteUnneededCodes } from './recovery-codes.ts'
import { refuseLastStep } from './refuse-last-step.ts'

/** Succeeds if there is none. */
export const removeTotp = serveAcross(contract.removeTotp, async ({ services, actor, request }) => {
  await withOwnCredentials(services, actor, async (tx, user) => {
    const { user_id } = user
    const removed =
      await tx`delete from totp_secrets where user_id = ${user_id} returning secret is not null as used`
    if (!removed[0]?.used) return
    await refuseLastStep(tx, user)
    await deleteUnneededCodes(tx, user_id)
    await notifySecondStepChanged(services, tx, user_id, request, 'totp_removed')
  })
  return undefined
})
