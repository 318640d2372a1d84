import * as contract from '@saldo/contract/payments/sources'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { answerWithin } from '../../provider/wait-for-provider.ts'
import type { Services } from '../../services.ts'
import { settleSource } from './settle-source.ts'
import { linkUsed, readSourceLink, type SourceLinkRow } from './source-link.ts'
import { mandateTextOf } from './source-texts.ts'

/** How long the link shows the result to a person who has saved a method and comes back from the bank. */
const shownAfterwards = '15 minutes'

export const getSourceLink = serveAcross(contract.getSourceLink, async ({ services, actor }) => {
  if (actor.role !== 'source_link') throw notFound('Questo link')
  const link = await services.asSystem((tx) => readSourceLink(tx, actor))
  if (link.source_id !== null) await pollSource(services, link.source_id)
  return services.asSystem((tx) => answer(tx, services, link))
})

const pollSource = async (services: Services, source_id: number) => {
  const [waiting] = await services.asSystem(
    (tx) => tx`select from payment_sources where source_id = ${source_id} and state = 'pending'`,
  )
  if (waiting) await answerWithin(services, settleSource(services, source_id))
}

async function answer(tx: Tx, services: Services, link: SourceLinkRow): Promise<contract.SourceLink> {
  const [source] = await tx`
    select state, brand, last4, next_action_url, created_at > now() - ${shownAfterwards}::interval as recent
    from payment_sources where source_id = ${link.source_id} and state <> 'failed'`
  if (source && source.state !== 'pending' && !(source.state === 'active' && source.recent)) throw linkUsed()
  const [asker] = await tx`
    select business_name, primary_mobile_phone as phone, primary_email as email
    from customers where customer_id = ${link.owner.customer_id}`
  return {
    state: !source ? 'open' : source.state === 'pending' ? 'pending' : 'saved',
    asker: asker as contract.SourceLink['asker'],
    name: link.owner.name,
    email: link.email,
    type: link.type,
    mandate_text: mandateTextOf(link.owner, link.type, services.providers.creditor_id(link.provider_account)),
    provider_account: link.provider_account,
    publishable_key: services.providers.get(link.provider_account).publishable_key,
    api_base: services.providers.api_base,
    expires_at: link.expires_at,
    brand: source?.brand ?? null,
    last4: source?.last4 ?? null,
    next_action:
      source?.state === 'pending' && source.next_action_url ? { redirect_url: source.next_action_url } : null,
  }
}
