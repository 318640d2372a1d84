import { cardBrandOf } from '@saldo/domain/payments/payment-method'
import type Stripe from 'stripe'
import type { Tx } from '../../../db/connection.ts'
import type { Services } from '../../../services.ts'
import { moveMandate } from '../../mandates/source-mandate.ts'
import { lockOwnerOf, lockSource, type SourceToAsk } from '../sources.sql.ts'
import { activateSource } from './activate-source.ts'

/** Applies the provider's state of a source that is being saved, once and only forwards. */
export async function applySetup(
  services: Services,
  source_id: number,
  setup: Stripe.SetupIntent,
): Promise<void> {
  await services.asSystem(async (tx) => {
    await lockOwnerOf(tx, source_id)
    const source = await lockSource(tx, source_id)
    if (!source || (source.state !== 'pending' && source.state !== 'draft')) return
    if (setup.status === 'succeeded') return succeeded(services, tx, source, setup)
    if (setup.status === 'requires_action') return waiting(tx, source, setup)
    if (setup.status === 'canceled') return failed(tx, source, setup)
  })
}

async function succeeded(
  services: Services,
  tx: Tx,
  source: SourceToAsk,
  setup: Stripe.SetupIntent,
): Promise<void> {
  const method = typeof setup.payment_method === 'object' ? setup.payment_method : null
  if (method && (await isKept(tx, source, method.id))) return failed(tx, source, setup)
  const mandate = typeof setup.mandate === 'object' ? setup.mandate : null
  await activateSource(services, tx, source, {
    provider_method: method?.id ?? source.provider_method,
    holder: method?.billing_details.name ?? source.holder,
    ...shownOf(method),
    provider_mandate: mandate?.id ?? null,
    umr: mandate?.payment_method_details.sepa_debit?.reference ?? null,
  })
}

/** Whether the same object at the provider was saved by a parallel request: one source is enough. */
async function isKept(tx: Tx, { provider_account }: SourceToAsk, method_id: string): Promise<boolean> {
  const [other] = await tx`
    select from payment_sources
    where provider_account = ${provider_account} and provider_method = ${method_id} and state in ('active', 'removing')`
  return other !== undefined
}

function shownOf(method: Stripe.PaymentMethod | null) {
  const { card, sepa_debit } = method ?? {}
  return {
    brand: card ? cardBrandOf(card.brand) : sepa_debit ? ('bank' as const) : null,
    last4: card?.last4 ?? sepa_debit?.last4 ?? null,
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
    fingerprint: card?.fingerprint ?? sepa_debit?.fingerprint ?? null,
  }
}

async function waiting(tx: Tx, { source_id }: SourceToAsk, setup: Stripe.SetupIntent): Promise<void> {
  await tx`
    update payment_sources
    set state = 'pending', next_action_url = ${setup.next_action?.redirect_to_url?.url ?? null},
      next_check_at = now() + interval '31 minutes'
    where source_id = ${source_id}`
}

async function failed(tx: Tx, source: SourceToAsk, setup: Stripe.SetupIntent): Promise<void> {
  const { last_setup_error } = setup
  const code = source.failure_code ?? last_setup_error?.decline_code ?? last_setup_error?.code ?? null
  await tx`
    update payment_sources
    set state = 'failed', failure_code = ${code}, next_action_url = null, next_check_at = null
    where source_id = ${source.source_id}`
  await moveMandate(tx, source.source_id, 'revoked', {
    text: 'Il metodo non è stato salvato',
    actor: 'provider',
  })
}
