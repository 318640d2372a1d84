import Stripe from 'stripe'
import type { Services } from '../../services.ts'
import { applySetup } from './save/apply-setup.ts'
import { createSetup } from './save/create-setup.ts'
import { rememberRefusal, type SourceToAsk, sourceToAsk } from './sources.sql.ts'

/** The time its holder has to confirm at the bank, or to complete the form. */
const approvalSeconds = 30 * 60
const confirmSeconds = 60
const draftSeconds = 60 * 60

type Asked = {
  /** The provider's refusal, if its call returned one. */
  refusal?: string
  /** Cancel it now, unless it has been saved. */
  withdraw?: boolean
}

/**
 * Asks the provider for a source's state and applies it. A source that can no longer be completed is cancelled at the
 * provider first. May repeat a create or a removal, never a confirm. Throws when the provider does not answer.
 */
export async function settleSource(services: Services, source_id: number, asked: Asked = {}): Promise<void> {
  const source = await services.asSystem((tx) => sourceToAsk(tx, source_id))
  if (source.state === 'removing') return removeAtProvider(services, source)
  if (source.state === 'active') return copyExpiry(services, source)
  if (source.state !== 'pending' && source.state !== 'draft') return
  if (asked.refusal) await services.asSystem((tx) => rememberRefusal(tx, source_id, asked.refusal as string))
  const { stripe } = services.providers.get(source.provider_account)
  const setup_id = await createSetup(services, source)
  const setup = await stripe.setupIntents.retrieve(setup_id, { expand })
  await applySetup(services, source_id, isDead(setup, source, asked) ? await withdraw(stripe, setup) : setup)
}

const expand = ['payment_method', 'mandate']

function isDead(setup: Stripe.SetupIntent, source: SourceToAsk, asked: Asked): boolean {
  switch (setup.status) {
    case 'requires_payment_method':
    case 'requires_confirmation':
      if (source.state === 'draft') return source.age > draftSeconds
      return (
        Boolean(asked.withdraw || setup.last_setup_error) ||
        (source.confirming_for ?? source.age) > confirmSeconds
      )
    case 'requires_action':
      return Boolean(asked.withdraw) || (source.confirming_for ?? source.age) > approvalSeconds
    default:
      return false
  }
}

/** If it was saved meanwhile, the provider refuses to cancel and we apply the real state. */
async function withdraw(stripe: Stripe, setup: Stripe.SetupIntent): Promise<Stripe.SetupIntent> {
  try {
    const cancelled = await stripe.setupIntents.cancel(setup.id, { cancellation_reason: 'abandoned', expand })
    return { ...cancelled, last_setup_error: cancelled.last_setup_error ?? setup.last_setup_error }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return stripe.setupIntents.retrieve(setup.id, { expand })
  }
}

/** Removes a source at the provider. Succeeds if it was removed already. Throws when the provider does not answer. */
async function removeAtProvider(services: Services, source: SourceToAsk): Promise<void> {
  if (source.provider_method) await detach(services, source.provider_method, source)
  await services.asSystem(
    (tx) => tx`
      update payment_sources set state = 'removed', next_check_at = null
      where source_id = ${source.source_id} and state = 'removing'`,
  )
}

async function detach(
  services: Services,
  method_id: string,
  { provider_account }: SourceToAsk,
): Promise<void> {
  const { stripe } = services.providers.get(provider_account)
  try {
    await stripe.paymentMethods.detach(method_id)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const method = await stripe.paymentMethods.retrieve(method_id)
    if (method.customer) throw error
  }
}

/** Copies a card's expiry from the provider: banks renew cards and tell the provider. */
async function copyExpiry(services: Services, source: SourceToAsk): Promise<void> {
  if (!source.provider_method) return
  const { stripe } = services.providers.get(source.provider_account)
  const { card } = await stripe.paymentMethods.retrieve(source.provider_method)
  await services.asSystem(
    (tx) => tx`
      update payment_sources
      set exp_month = ${card?.exp_month ?? null}, exp_year = ${card?.exp_year ?? null}, next_check_at = null, checks = 0
      where source_id = ${source.source_id} and state = 'active'`,
  )
}
