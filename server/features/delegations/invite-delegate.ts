import * as contract from '@saldo/contract/identity/delegations'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { badInput, notFound } from '../../http/errors.ts'
import { actInNameOf } from '../../http/in-name-of.ts'
import { serveAcross } from '../../http/serve.ts'
import { requireMailRoom } from '../../mail/mail-limit.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { delegationOf, insertDelegation, type NewDelegation } from './delegation.sql.ts'
import { requireLastDay } from './last-day.ts'
import { requireFewSent } from './sender-limits.ts'

/** The owner must see the person, which is themselves; then the system writes, in their name. */
export const inviteDelegate = serveAcross(
  contract.inviteDelegate,
  async ({ as, services, actor, body: { subject_id, name, email, expires_on } }) => {
    requireLastDay(expires_on)
    const { customer_id, created_by_name, own_email } = await as(async (tx) => {
      const [seen] = await tx<{ customer_id: number; own_email: string | null }[]>`
        select s.customer_id, u.email as own_email from subjects s left join users u on u.user_id = s.user_id
        where s.subject_id = ${subject_id}`
      if (!seen) throw notFound('Questa persona')
      return { ...seen, created_by_name: await actorName(tx) }
    })
    if (own_email?.toLowerCase() === email.toLowerCase())
      throw badInput({ email: 'Questo è il tuo indirizzo: scrivi quello di chi paga per te.' })
    return services.asSystem(async (tx) => {
      await actInNameOf(tx, actor)
      if (actor.user_id !== null) await requireFewSent(tx, actor.user_id)
      const delegation_id = await invite(services, tx, {
        ...{ customer_id, subject_id, delegate_name: name, delegate_email: email },
        ...{ state: 'invited', consent_by: 'owner', consent_on: today(), expires_on: expires_on ?? null },
        ...{ created_by: actor.user_id, created_by_name },
      })
      return delegationOf(tx, delegation_id)
    })
  },
)

/** Writes down the delegation and the job that mails its link. 409 while one is open, 429 for too many mails to the address. */
export async function invite(services: Services, tx: Tx, row: NewDelegation): Promise<number> {
  await requireMailRoom(tx, 'delegation-invitation', row.delegate_email)
  const delegation_id = await insertDelegation(tx, row)
  await services.queue.enqueue(tx, 'send-delegation-invitation', { delegation_id })
  return delegation_id
}
