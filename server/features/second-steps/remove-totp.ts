import * as contract from '@saldo/contract/second-steps'
import { serveAcross } from '../../http/serve.ts'
import { asOneself } from './as-oneself.ts'
import { dropUselessCodes } from './recovery-codes.ts'
import { sayChanged } from './say-changed.ts'

/** There being none is as good as having removed it. */
export const removeTotp = serveAcross(contract.removeTotp, async ({ services, actor, request }) => {
  await asOneself(services, actor, async (tx, { user_id }) => {
    const removed =
      await tx`delete from totp_secrets where user_id = ${user_id} returning secret is not null as used`
    if (!removed[0]?.used) return
    await dropUselessCodes(tx, user_id)
    await sayChanged(services, tx, user_id, request, 'totp_removed')
  })
  return undefined
})
