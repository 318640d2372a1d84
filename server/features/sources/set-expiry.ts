import * as contract from '@saldo/contract/payments/sources'
import { today } from '@saldo/domain/dates'
import Stripe from 'stripe'
import { badInput, conflict } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { lockOwnSource, requireUsable } from './own-source.ts'
import { noAnswer } from './save/create-source.ts'
import { sourceView } from './source-view.ts'

/** The provider stores the card, so it is changed there first. If its answer is lost, the sweep copies its value. */
export const setExpiry = serveAcross(contract.setExpiry, async ({ services, as, params }) => {
  const [month = '', year = ''] = params.expiry.split('-')
  if (`${year}-${month}` < today().slice(0, 7)) throw badInput({ expiry: 'Questa scadenza è già passata.' })
  const source = await as(async (tx, actor) => {
    const locked = await lockOwnSource(tx, actor, params)
    if (locked.type !== 'card') throw conflict('not_a_card', 'Solo una carta ha una scadenza.')
    requireUsable(locked)
    await tx`
      update payment_sources set next_check_at = now() + interval '30 seconds' where source_id = ${locked.source_id}`
    return locked
  })
  const { stripe } = services.providers.get(source.provider_account)
  const card = { exp_month: Number(month), exp_year: Number(year) }
  try {
    await stripe.paymentMethods.update(source.provider_method as string, { card })
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeCardError
    )
      throw badInput({ expiry: 'Il circuito di pagamento non accetta questa scadenza.' })
    services.log.warn({ source_id: source.source_id, err: error }, 'the provider did not answer')
    throw noAnswer()
  }
  return as(async (tx) => {
    await tx`
      update payment_sources
      set exp_month = ${card.exp_month}, exp_year = ${card.exp_year}, next_check_at = null
      where source_id = ${source.source_id}`
    return sourceView(tx, source.source_id)
  })
})
