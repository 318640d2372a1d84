import { randomBytes } from 'node:crypto'
import { hashToken } from '../../http/actor.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { lockSides } from './delegation.sql.ts'

/**
 * Mails the link to whoever is to pay; nothing if the invitation was withdrawn or accepted meanwhile. The mail is of no office, so
 * that nobody there reads the link.
 */
export const sendDelegationInvitation: JobHandler<'send-delegation-invitation'> = (
  services,
  { delegation_id },
) =>
  services.asSystem(async (tx) => {
    const sides = await lockSides(tx, { delegation_id })
    if (sides?.state !== 'invited' || !sides.in_time) return
    const token = randomBytes(32).toString('base64url')
    await tx`update delegations set token_hash = ${hashToken(token)} where delegation_id = ${delegation_id}`
    await queueEmail(services, tx, {
      ...{ template: 'delegation-invitation', to: sides.delegate_email, customer_id: null, bill_id: null },
      dedupe_key: `delegation-invitation:${delegation_id}:${new Date().toISOString()}`,
      values: {
        name: sides.delegate_name,
        owner: sides.owner_name,
        office: sides.business_name,
        url: `${services.env.PUBLIC_URL}/#/auth/delega/${token}`,
        who_writes: `Saldo ti scrive perché questo indirizzo è stato indicato per pagare le bollette di ${sides.owner_name}.`,
      },
    })
  })
