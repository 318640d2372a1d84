import * as contract from '@saldo/contract/identity/second-steps'
import { ApiError, conflict } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { notifySecondStepChanged } from './notify-second-step-changed.ts'
import { withOwnCredentials } from './own-credentials.ts'
import { passkeyCreationOptions, storePasskey } from './passkeys.ts'
import { firstCodes } from './recovery-codes.ts'

const most = 20

export const passkeyOptions = serveAcross(contract.passkeyOptions, ({ services, actor }) =>
  withOwnCredentials(services, actor, async (tx, user) => {
    const [kept] = await tx<{ count: number }[]>`
      select count(*)::int as count from passkeys where user_id = ${user.user_id}`
    if (kept && kept.count >= most)
      throw conflict('enough_passkeys', `Hai già ${most} passkey: togli quelle che non usi.`)
    return passkeyCreationOptions(services, tx, user)
  }),
)

export const addPasskey = serveAcross(contract.addPasskey, ({ services, actor, body, request }) =>
  withOwnCredentials(services, actor, async (tx, { user_id }) => {
    const passkey_id = await storePasskey(services, tx, { user_id, name: body.name }, body.answer)
    if (passkey_id === null)
      throw new ApiError(400, 'wrong_passkey', 'Non ho potuto salvare questa passkey: comincia da capo.')
    await notifySecondStepChanged(services, tx, user_id, request, 'passkey_added')
    return { passkey_id, recovery_codes: await firstCodes(tx, user_id) }
  }),
)
