import * as contract from '@saldo/contract/identity/second-steps'
import { conflict } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { notifySecondStepChanged } from './notify-second-step-changed.ts'
import { withOwnCredentials } from './own-credentials.ts'
import { renewCodes } from './recovery-codes.ts'
import { hasSecondStep, secondStepsOf } from './second-steps-of.ts'

export const makeRecoveryCodes = serveAcross(contract.makeRecoveryCodes, ({ services, actor, request }) =>
  withOwnCredentials(services, actor, async (tx, { user_id }) => {
    if (!hasSecondStep(await secondStepsOf(tx, user_id)))
      throw conflict('no_second_step', 'Prima aggiungi un’app per i codici o una passkey.')
    await notifySecondStepChanged(services, tx, user_id, request, 'codes_renewed')
    return { recovery_codes: await renewCodes(tx, user_id) }
  }),
)
