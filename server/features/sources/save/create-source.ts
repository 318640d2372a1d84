import * as contract from '@saldo/contract/payments/sources'
import type { Actor } from '../../../http/actor.ts'
import { ApiError, conflict } from '../../../http/errors.ts'
import { serveAcross } from '../../../http/serve.ts'
import { type Owner, ownerOf, providerAccountOf } from '../owner.ts'
import { mandateTextOf } from '../source-texts.ts'
import { insertSource, sourceToAsk } from '../sources.sql.ts'
import { beginSetup } from './create-setup.ts'

export const createSource = serveAcross(contract.createSource, async ({ services, as, actor, body }) => {
  const { owner, provider_account } = await as(async (tx, who) => {
    const owner = await ownerOf(tx, who, body.id ?? 0)
    return { owner, provider_account: await providerAccountOf(tx, services, owner) }
  })
  requireHolder(actor, owner, body.type_id)
  const source = await services.asSystem(async (tx) => {
    const source_id = await insertSource(tx, owner, {
      provider_account,
      type: body.type_id,
      email: body.email ?? owner.email ?? '',
      idempotency_key: null,
      link_id: null,
      created_by: actor.user_id,
    })
    return sourceToAsk(tx, source_id)
  })
  const setup = await beginSetup(services, source).catch((error) => {
    services.log.warn({ source_id: source.source_id, err: error }, 'the provider did not answer')
    throw noAnswer()
  })
  const { publishable_key } = services.providers.get(provider_account)
  return {
    source_id: source.source_id,
    type: source.type,
    provider_account,
    client_secret: setup.client_secret as string,
    publishable_key,
    api_base: services.providers.api_base,
    mandate_text: mandateTextOf(owner, source.type, services.providers.creditor_id(provider_account)),
  }
})

/** Only the holder may enter a card; a bank account may be entered by staff who have the mandate on paper. */
export function requireHolder(actor: Actor, owner: Owner, type: contract.SourceType): void {
  const staff = actor.role === 'customer' || actor.role === 'super_user'
  if (staff && owner.subject_id !== null && type === 'card')
    throw conflict('needs_holder', 'I dati di una carta li inserisce solo chi la possiede: mandagli il link.')
}

export const noAnswer = () =>
  new ApiError(503, 'provider_silent', 'Il circuito di pagamento non risponde. Riprova fra poco.')
