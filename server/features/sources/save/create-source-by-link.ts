import { randomBytes } from 'node:crypto'
import * as contract from '@saldo/contract/payments/sources'
import { hashToken } from '../../../http/actor.ts'
import { serve } from '../../../http/serve.ts'
import { requireMailRoom } from '../../../mail/mail-limit.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import { ownerOf, providerAccountOf } from '../owner.ts'

/** A new link replaces earlier unused ones: only the latest mail works. 429 when its mailbox had too many. */
export const createSourceByLink = serve(
  contract.createSourceByLink,
  async ({ tx, services, actor, body }) => {
    const owner = await ownerOf(tx, actor, body.id ?? 0)
    const { customer_id, subject_id } = owner
    const provider_account = await providerAccountOf(tx, services, owner)
    await requireMailRoom(tx, 'source-link', body.email)
    const token = randomBytes(32).toString('base64url')
    await tx`
    update source_links set revoked_at = now()
    where customer_id = ${customer_id} and subject_id is not distinct from ${subject_id} and type = ${body.type_id}
      and revoked_at is null and source_id is null`
    const [link] = await tx<{ link_id: number; email: string; expires_at: string }[]>`
    insert into source_links (customer_id, subject_id, type, provider_account, email, token_hash, expires_at, created_by)
    values (${customer_id}, ${subject_id}, ${body.type_id}, ${provider_account}, ${body.email}, ${hashToken(token)},
      now() + interval '72 hours', ${actor.user_id})
    returning link_id, email, expires_at`
    await queueEmail(services, tx, {
      template: 'source-link',
      to: body.email,
      customer_id,
      bill_id: null,
      dedupe_key: `source-link:${link?.link_id}`,
      values: {
        nominative: owner.name,
        what: body.type_id === 'card' ? 'la tua carta' : 'il conto per gli addebiti',
        url: `${services.env.PUBLIC_URL}/#/metodo/${token}`,
      },
    })
    return link as { link_id: number; email: string; expires_at: string }
  },
)
