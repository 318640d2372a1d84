import { addPasskey, passkeyOptions } from './add-passkey.ts'
import { confirmTotp, proposeTotp } from './add-totp.ts'
import { removePasskey, renamePasskey } from './change-passkey.ts'
import { listSecondSteps } from './list-second-steps.ts'
import { removeTotp } from './remove-totp.ts'
import { makeRecoveryCodes } from './renew-recovery-codes.ts'
import { stepUp, stepUpPasskey } from './step-up.ts'

export const secondStepRoutes = [
  listSecondSteps,
  proposeTotp,
  confirmTotp,
  removeTotp,
  passkeyOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
  makeRecoveryCodes,
  stepUp,
  stepUpPasskey,
]
