import * as contract from '@saldo/contract/identity/registration'
import { serve } from '../../http/serve.ts'
import { unlinkSubject } from '../subjects/subject-user.ts'
import { removeWithoutBills } from '../users/user-state.ts'
import { accessOf, requireVisiblePerson } from './resident-access.ts'

/** A user without any other bills is removed: their sessions end (trigger `shut_out`). */
export const removeResident = serve(contract.removeResident, async ({ tx, actor, params }) => {
  await requireVisiblePerson(tx, actor, params.id)
  const user_id = await unlinkSubject(tx, params.id)
  if (user_id !== null) await removeWithoutBills(tx, user_id)
  return accessOf(tx, params.id)
})
