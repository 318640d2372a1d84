import * as contract from '@saldo/contract/identity/sessions'
import { describeDevice } from '../../http/describe-device.ts'
import { serveAcross } from '../../http/serve.ts'

type Row = Omit<contract.OpenSession, 'device'> & { agent: string | null }

/** A session is open while one of its tokens is valid. Only the system sees sessions. */
export const listSessions = serveAcross(contract.listSessions, async ({ services, actor }) => {
  const rows = await services.asSystem(
    (tx) => tx<Row[]>`
      select s.session_id, s.agent, s.address, s.created_at, s.used_at, s.session_id = ${actor.session_id} as is_this
      from sessions s
      where s.user_id = ${actor.user_id} and s.revoked_at is null
        and (exists (select from refresh_tokens r
               where r.session_id = s.session_id and r.spent_at is null and r.expires_at > now())
          or exists (select from access_tokens a where a.session_id = s.session_id and a.expires_at > now()))
      order by s.session_id = ${actor.session_id} desc, s.used_at desc, s.session_id desc
      limit 100`,
  )
  return rows.map(({ agent, ...session }) => ({ ...session, device: describeDevice(agent) }))
})
