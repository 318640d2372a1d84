import * as contract from '@saldo/contract/identity/registration'
import { serveAcross } from '../../http/serve.ts'
import { unlinkSubject } from '../subjects/subject-user.ts'
import { removeWithoutBills } from '../users/user-state.ts'
import { accessOf, forVisiblePerson } from './resident-access.ts'

/** A user without any other bills is removed: their sessions end (trigger `shut_out`). */
export const removeResident = serveAcross(contract.removeResident, ({ services, as, params }) =>
  forVisiblePerson(services, as, params.id, async (tx) => {
    const user_id = await unlinkSubject(tx, params.id)
    if (user_id !== null) await removeWithoutBills(tx, user_id)
    return accessOf(tx, params.id)
  }),
)
