import type Stripe from 'stripe'
import { invalid, missingParam, noSuch } from '../errors.ts'
import { newId, randomText } from '../ids.ts'
import { choice, flag, hash, integer, text } from '../params.ts'
import type { Act, RequestContext, Route } from '../sandbox.ts'
import { emit } from './events.ts'

/**
 * The mandate for debiting this account: the one named by `mandate` or already attached to the method, else a new one
 * from `mandate_data`. Multi-use when the method is saved, else for this payment. Throws 400 when there is neither.
 */
export function needMandate(
  context: RequestContext,
  method: Stripe.PaymentMethod,
  use: { keep: boolean; amount?: number; currency?: string },
): Stripe.Mandate {
  const named = text(context.params, 'mandate')
  const mandate_id = named ?? context.book.get('instruments', method.id)?.mandate
  if (hash(context.params, 'mandate_data')) return giveMandate(context, method, use)
  if (!mandate_id)
    throw invalid(
      'To debit a bank account you must provide `mandate_data` with the acceptance of the customer, or use a PaymentMethod that already has a mandate.',
      'mandate_data',
      'parameter_missing',
    )
  const mandate = context.book.get('mandates', mandate_id)
  if (!mandate) throw noSuch('mandate', mandate_id, 'mandate', 400)
  if (mandate.status !== 'active' || mandate.payment_method !== method.id || mandate.type !== 'multi_use')
    throw invalid(
      `The mandate ${mandate.id} is not active for this PaymentMethod, so it cannot be used.`,
      'mandate',
      'payment_intent_mandate_invalid',
    )
  return mandate
}

/** Revoked by detaching the method, or by the bank. */
export function endMandate(act: Act, id: string): void {
  const mandate = act.book.get('mandates', id)
  if (mandate?.status !== 'active') return
  const ended = act.book.put('mandates', { ...mandate, status: 'inactive' })
  emit(act, 'mandate.updated', ended, { previous: { status: 'active' } })
}

export const mandateRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/mandates/:id',
    params: ['expand'],
    handle(context) {
      const mandate = context.book.get('mandates', context.path.id ?? '')
      if (!mandate) throw noSuch('mandate', context.path.id ?? '')
      return mandate
    },
  },
]

function giveMandate(
  context: RequestContext,
  method: Stripe.PaymentMethod,
  use: { keep: boolean; amount?: number; currency?: string },
): Stripe.Mandate {
  const id = newId('mandate')
  const mandate = context.book.put('mandates', {
    id,
    object: 'mandate',
    customer_acceptance: acceptance(context),
    livemode: false,
    payment_method: method.id,
    payment_method_details: {
      type: 'sepa_debit',
      sepa_debit: {
        reference: randomText(16).toUpperCase(),
        url: `${context.origin}/mandates/${context.book.account}/${id}`,
      },
    },
    status: 'active',
    ...(use.keep
      ? { type: 'multi_use' as const, multi_use: {} }
      : {
          type: 'single_use' as const,
          single_use: { amount: use.amount ?? 0, currency: use.currency ?? 'eur' },
        }),
  })
  const instrument = context.book.get('instruments', method.id)
  if (use.keep && instrument) context.book.put('instruments', { ...instrument, mandate: id })
  emit(context, 'mandate.updated', mandate, { previous: { status: 'pending' } })
  return mandate
}

/** Who accepted, when and from where; for a call from a browser, what the connection tells. */
function acceptance(context: RequestContext): Stripe.Mandate.CustomerAcceptance {
  const path = 'mandate_data[customer_acceptance]'
  const type = choice(context.params, `${path}[type]`, ['online', 'offline'])
  if (!type) throw missingParam(`${path}[type]`)
  const accepted_at = integer(context.params, `${path}[accepted_at]`) ?? context.box.clock.seconds()
  if (type === 'offline') return { accepted_at, type, offline: {} }
  const inferred = context.key === 'publishable' || flag(context.params, `${path}[online][infer_from_client]`)
  const ip_address =
    text(context.params, `${path}[online][ip_address]`) || (inferred ? context.client.ip : undefined)
  const user_agent =
    text(context.params, `${path}[online][user_agent]`) || (inferred ? context.client.agent : undefined)
  if (!ip_address) throw missingParam(`${path}[online][ip_address]`)
  if (!user_agent) throw missingParam(`${path}[online][user_agent]`)
  return { accepted_at, type, online: { ip_address, user_agent } }
}
