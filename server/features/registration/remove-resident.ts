import * as contract from '@saldo/contract/registration'
import { serve } from '../../http/serve.ts'
import { unlinkSubject } from '../subjects/subject-user.ts'
import { removeWithoutBills } from '../users/user-state.ts'
import { accessOf, seePerson } from './resident-access.ts'

/** Who has nobody else's bills to see is no user any more: their sessions end (the trigger `shut_out`). */
export const removeResident = serve(contract.removeResident, async ({ tx, actor, params }) => {
  await seePerson(tx, actor, params.id)
  const user_id = await unlinkSubject(tx, params.id)
  if (user_id !== null) await removeWithoutBills(tx, user_id)
  return accessOf(tx, params.id)
})
