import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import type { Oneself } from './own-credentials.ts'
import { hasSecondStep, secondStepsOf } from './second-steps-of.ts'

/** 409 when a super user has just removed the only second step. Called in the transaction that removed it. */
export async function refuseLastStep(tx: Tx, { user_id, flag_super_user }: Oneself): Promise<void> {
  if (!flag_super_user || hasSecondStep(await secondStepsOf(tx, user_id))) return
  throw conflict(
    'last_second_step',
    'Chi lavora nel backoffice ha sempre un secondo passo: prima aggiungine un altro.',
  )
}
