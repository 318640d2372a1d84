import * as contract from '@saldo/contract/registration'
import { serve } from '../../http/serve.ts'
import { accessOf, seePerson } from './resident-access.ts'

/** Who has nobody else's bills to see is no user any more: their sessions end (the trigger `shut_out`). */
export const removeResident = serve(contract.removeResident, async ({ tx, actor, params }) => {
  await seePerson(tx, actor, params.id)
  const [unlinked] = await tx<{ user_id: number }[]>`
    update subjects s set user_id = null, updated_at = now()
    from (select subject_id, user_id from subjects where subject_id = ${params.id} for update) before
    where s.subject_id = before.subject_id and before.user_id is not null
    returning before.user_id`
  if (unlinked)
    await tx`
      update users u set state = 'removed'
      where u.user_id = ${unlinked.user_id} and u.customer_id is null and not u.flag_super_user
        and not exists (select from subjects s where s.user_id = u.user_id)`
  return accessOf(tx, params.id)
})
