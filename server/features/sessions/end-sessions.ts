import * as contract from '@saldo/contract/identity/sessions'
import { notFound, unauthenticated } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { endOtherSessions, endSessionOf } from '../../identity/sessions.ts'

/** 404 for both somebody else's session and one that does not exist: only one's own open sessions can be ended. */
export const endOneSession = serveAcross(contract.endOneSession, async ({ services, actor, params }) => {
  const ended = await services.asSystem((tx) => endSessionOf(tx, actor.user_id, params.id))
  if (!ended) throw notFound('Questa sessione')
  return undefined
})

export const endAllOtherSessions = serveAcross(
  contract.endAllOtherSessions,
  async ({ services, actor: { user_id, session_id } }) => {
    if (!user_id || !session_id) throw unauthenticated()
    await services.asSystem((tx) => endOtherSessions(tx, user_id, session_id))
    return undefined
  },
)
