import * as contract from '@saldo/contract/messages'
import { serveAcross } from '../../http/serve.ts'

/**
 * Stores the push token of the caller's device for their user and session. If another user had the device before, its
 * row is not visible to the caller: hence the system's transaction.
 */
export const saveToken = serveAcross(contract.saveToken, async ({ services, actor, params }) => {
  const { user_id, session_id } = actor
  if (!user_id || !session_id) throw new Error('nobody is signed in')
  await services.asSystem(
    (tx) => tx`
      insert into push_tokens (user_id, session_id, token)
      select ${user_id}, session_id, ${params.token} from sessions where session_id = ${session_id} and revoked_at is null
      on conflict (token) do update set user_id = excluded.user_id, session_id = excluded.session_id`,
  )
  return undefined
})
