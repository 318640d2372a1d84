import Stripe from 'stripe'
import type { Services } from '../../../services.ts'
import { settleSource } from '../settle-source.ts'
import { markConfirming, type SourceToAsk, sourceToAsk } from '../sources.sql.ts'
import { applySetup } from './apply-setup.ts'
import { createSetup } from './create-setup.ts'

/**
 * Asks the provider to save a method while its holder is present: create, then confirm with the mandate, each with its
 * own idempotency key and with no transaction open. If the provider does not answer, the source stays pending and the
 * sweep polls it.
 */
export async function setUpSource(services: Services, source_id: number, return_url: string): Promise<void> {
  const source = await services.asSystem((tx) => sourceToAsk(tx, source_id))
  try {
    const setup_id = await createSetup(services, source)
    await services.asSystem((tx) => markConfirming(tx, source_id))
    const { stripe } = services.providers.get(source.provider_account)
    const setup = await stripe.setupIntents.confirm(
      setup_id,
      {
        payment_method: source.provider_method as string,
        return_url,
        ...mandateOf(source),
        expand: ['payment_method', 'mandate'],
      },
      { idempotencyKey: `source_${source_id}_confirm` },
    )
    await applySetup(services, source_id, setup)
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeCardError ||
      error instanceof Stripe.errors.StripeInvalidRequestError
    )
      return settleSource(services, source_id, {
        refusal: error.decline_code ?? error.code ?? 'processing_error',
        withdraw: true,
      })
    services.log.warn({ source_id, err: error }, 'the provider did not answer')
  }
}

/** Accepted online now, or signed on paper on an earlier day. */
function mandateOf(source: SourceToAsk): Pick<Stripe.SetupIntentConfirmParams, 'mandate_data'> {
  const { accepted_from, accepted_with } = source
  if (source.type === 'card' || !accepted_from) return {}
  if (!accepted_with || accepted_with === onPaper)
    return {
      mandate_data: {
        customer_acceptance: {
          type: 'offline',
          accepted_at: Math.floor(Date.parse(`${source.signed_on}T12:00:00Z`) / 1000),
          offline: {},
        },
      },
    }
  return {
    mandate_data: {
      customer_acceptance: {
        type: 'online',
        online: { ip_address: accepted_from, user_agent: accepted_with },
      },
    },
  }
}

/** Stands for the browser's name when staff holds the mandate on paper. */
export const onPaper = 'carta'
