import * as contract from '@saldo/contract/identity/delegations'
import { conflict, notFound } from '../../http/errors.ts'
import { actInNameOf } from '../../http/in-name-of.ts'
import { serveAcross } from '../../http/serve.ts'
import { delegationOf, lockSides } from './delegation.sql.ts'
import { requireLastDay } from './last-day.ts'
import { tellGranted } from './tell-sides.ts'

/** Of the requests that a consumer sees, all that were not accepted are about their own bills. */
export const consentToDelegate = serveAcross(
  contract.consentToDelegate,
  async ({ as, services, actor, params: { id }, body: { expires_on = null } }) => {
    requireLastDay(expires_on)
    await as(async (tx) => {
      const [seen] = await tx`
        select from delegations d join subjects s on s.customer_id = d.customer_id and s.subject_id = d.subject_id
        where d.delegation_id = ${id}`
      if (!seen) throw notFound('Questa richiesta')
    })
    return services.asSystem(async (tx) => {
      await actInNameOf(tx, actor)
      const sides = await lockSides(tx, { delegation_id: id })
      if (sides?.state !== 'asked' || !sides.in_time)
        throw conflict(
          'not_asked',
          'Questa richiesta non aspetta più risposta: forse è scaduta. Si può fare di nuovo.',
        )
      await tx`
        update delegations
        set state = 'active', consent_by = 'owner', consent_on = today(), accepted_at = now(), expires_on = ${expires_on}
        where delegation_id = ${id}`
      await tellGranted(services, tx, { ...sides, expires_on })
      return delegationOf(tx, id)
    })
  },
)
