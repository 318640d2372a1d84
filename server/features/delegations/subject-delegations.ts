import * as contract from '@saldo/contract/identity/delegations'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { badInput, notFound } from '../../http/errors.ts'
import { actInNameOf } from '../../http/in-name-of.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { delegationOf, delegationsOfSubject, lockSides } from './delegation.sql.ts'
import { invite } from './invite-delegate.ts'
import { requireLastDay } from './last-day.ts'

export const listSubjectDelegations = serve(
  contract.listSubjectDelegations,
  async ({ tx, params: { id } }) => {
    await requirePerson(tx, id)
    return delegationsOfSubject(tx, id)
  },
)

/** For an owner without access: the office writes down how they consented, and they are told. */
export const recordConsent = serveAcross(
  contract.recordConsent,
  async ({ as, services, actor, params: { id }, body }) => {
    const { name, email, consent_on, consent_note, expires_on } = body
    requireLastDay(expires_on)
    if (consent_on > today())
      throw badInput({
        consent_on: 'Questo giorno deve ancora venire: scrivi quello in cui ha dato il consenso.',
      })
    const { customer_id, own_email, created_by_name } = await as(async (tx) => ({
      ...(await requirePerson(tx, id)),
      created_by_name: await actorName(tx),
    }))
    if (own_email?.toLowerCase() === email.toLowerCase())
      throw badInput({ email: 'Questo è l’indirizzo della persona stessa: scrivi quello di chi paga.' })
    return services.asSystem(async (tx) => {
      await actInNameOf(tx, actor)
      const delegation_id = await invite(services, tx, {
        ...{ customer_id, subject_id: id, state: 'invited', delegate_name: name, delegate_email: email },
        ...{ consent_by: 'office', consent_on, consent_note, expires_on: expires_on ?? null },
        ...{ created_by: actor.user_id, created_by_name },
      })
      const told = await tellOwner(services, tx, delegation_id)
      return { ...(await delegationOf(tx, delegation_id)), told }
    })
  },
)

async function requirePerson(tx: Tx, subject_id: number) {
  const [seen] = await tx<{ customer_id: number; own_email: string | null }[]>`
    select customer_id, email as own_email from subjects where subject_id = ${subject_id}`
  if (!seen) throw notFound('Questa persona')
  return seen
}

/**
 * The owner is told at once. The payer may accept before the owner reads it: whoever did not consent asks the office to end it.
 */
async function tellOwner(services: Services, tx: Tx, delegation_id: number): Promise<boolean> {
  const sides = await lockSides(tx, { delegation_id })
  if (!sides?.owner_email) return false
  return queueEmail(services, tx, {
    ...{
      template: 'delegation-recorded',
      to: sides.owner_email,
      customer_id: sides.customer_id,
      bill_id: null,
    },
    dedupe_key: `delegation-recorded:${delegation_id}`,
    values: { owner: sides.owner_name, name: sides.delegate_name, address: sides.delegate_email },
  })
}
