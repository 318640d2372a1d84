import * as contract from '@saldo/contract/payments/autopays'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { actForPayer } from '../../http/in-name-of.ts'
import { serveAcross } from '../../http/serve.ts'
import { moveAutopayLinks, noteRevokedByLink } from '../../links/autopay-url.ts'
import type { Services } from '../../services.ts'
import { autopayView } from './autopay-view.ts'
import { pauseByPayer, resumeByPayer, revokeByPayer } from './change-autopay.ts'
import { confirmAutopay } from './confirm-autopay.ts'

/* The link of the notices opens one autopay. Its holder sees no table: these acts are the system's, about that autopay alone. */

const payer = 'pagatore'

export const getLinkedAutopay = serveAcross(contract.getLinkedAutopay, ({ services, actor }) =>
  services.asSystem((tx) => publicView(tx, linked(actor))),
)

export const pauseLinkedAutopay = serveAcross(contract.pauseLinkedAutopay, ({ services, actor, body }) =>
  change(services, actor, (tx, id) => pauseByPayer(tx, id, body.until ?? null, payer)),
)

export const resumeLinkedAutopay = serveAcross(contract.resumeLinkedAutopay, ({ services, actor }) =>
  change(services, actor, (tx, id) => resumeByPayer(services, tx, id)),
)

export const revokeLinkedAutopay = serveAcross(contract.revokeLinkedAutopay, ({ services, actor }) =>
  change(services, actor, async (tx, id) => {
    await revokeByPayer(tx, id, payer)
    await noteRevokedByLink(tx, id)
  }),
)

/**
 * Takes back a revocation by link of the last day. What was revoked stays so: a new autopay goes on with the same terms, and its
 * payer is told.
 */
export const restoreLinkedAutopay = serveAcross(contract.restoreLinkedAutopay, ({ services, actor }) =>
  services.asSystem(async (tx) => {
    const revoked = linked(actor)
    await actForPayer(tx, null)
    const [row] = await tx`
      insert into autopays (customer_id, account_id, subject_id, source_id, cap, starts_on, created_by)
      select p.customer_id, p.account_id, p.subject_id, p.source_id, p.cap, p.starts_on, p.created_by
      from autopays p where p.autopay_id = ${revoked} and ${isRestorable(tx)}
      on conflict (customer_id, subject_id, account_id) where state <> 'revoked' do nothing
      returning autopay_id`
    if (!row)
      throw conflict(
        'not_allowed',
        'Non si può più riattivare da qui: lo attivi pagando la prossima bolletta.',
      )
    await moveAutopayLinks(tx, revoked, row.autopay_id)
    await services.queue.enqueue(tx, 'move-autopay', { autopay_id: row.autopay_id })
    await confirmAutopay(services, tx, row.autopay_id)
    return publicView(tx, row.autopay_id)
  }),
)

/**
 * Revoked by one of its links within the last day, while its method can be charged, whoever agreed still has the access by which
 * they did, and no other autopay is in force in its place.
 */
const isRestorable = (tx: Tx) => tx`(
  p.state = 'revoked' and p.ended_because is null
  and exists (select from autopay_links l
    where l.customer_id = p.customer_id and l.autopay_id = p.autopay_id and l.revoked_at > now() - interval '1 day')
  and exists (select from payment_sources m
    where m.customer_id = p.customer_id and m.source_id = p.source_id and m.state = 'active')
  and (p.created_by is null or exists (
    select from users u join subjects s on s.user_id = u.user_id
    where u.user_id = p.created_by and u.state = 'active'
      and s.customer_id = p.customer_id and s.subject_id = p.subject_id))
  and not exists (select from autopays o
    where o.customer_id = p.customer_id and o.subject_id = p.subject_id and o.account_id = p.account_id
      and o.state <> 'revoked'))`

function linked(actor: Actor): number {
  if (actor.role !== 'autopay_link') throw notFound('Questo link')
  return actor.autopay_id
}

const change = (services: Services, actor: Actor, act: (tx: Tx, autopay_id: number) => Promise<void>) =>
  services.asSystem(async (tx) => {
    const autopay_id = linked(actor)
    await actForPayer(tx, null)
    await act(tx, autopay_id)
    return publicView(tx, autopay_id)
  })

/** What the page shows: no ids, and how to reach the office. */
async function publicView(tx: Tx, autopay_id: number): Promise<contract.PublicAutopay> {
  const autopay = await autopayView(tx, autopay_id)
  const [row] = await tx`
    select a.address, c.primary_mobile_phone as phone, c.primary_email as email, ${isRestorable(tx)} as restorable
    from autopays p
    join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
    join customers c on c.customer_id = p.customer_id
    where p.autopay_id = ${autopay_id}`
  const { subject_nominative, source_type, brand, last4, cap, starts_on, state, pause_reason, paused_until } =
    autopay
  return {
    asker: {
      account_name: autopay.account_name,
      account_address: row?.address ?? null,
      business_name: autopay.business_name,
      phone: row?.phone ?? null,
      email: row?.email ?? null,
    },
    ...{ subject_nominative, source_type, brand, last4, cap, starts_on, state, pause_reason, paused_until },
    created_at: autopay.created_at,
    under_way: autopay.under_way,
    next: autopay.next.map(({ bill_id: _bill, ...next }) => next),
    restorable: row?.restorable ?? false,
  }
}
