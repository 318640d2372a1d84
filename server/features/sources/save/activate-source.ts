import type { Tx } from '../../../db/connection.ts'
import { emit } from '../../../events.ts'
import type { Services } from '../../../services.ts'
import { activateMandate, moveMandate } from '../../mandates/source-mandate.ts'
import type { SourceToAsk } from '../sources.sql.ts'

/** A saved method as the provider describes it. */
export type Kept = {
  provider_method: string | null
  holder: string | null
  brand: string | null
  last4: string | null
  exp_month: number | null
  exp_year: number | null
  fingerprint: string | null
  provider_mandate: string | null
  umr: string | null
}

/**
 * Makes the source usable: its mandate is active, and it becomes the default if its owner has none. If the same card or
 * account was saved before, the new source replaces it: planned debits move to it, and the old one is removed at the
 * provider.
 */
export async function activateSource(
  services: Services,
  tx: Tx,
  source: SourceToAsk,
  kept: Kept,
): Promise<void> {
  const { provider_mandate, umr, ...shown } = kept
  await tx`
    update payment_sources
    set state = 'active', ${setOf(tx, shown)} next_action_url = null, failure_code = null, next_check_at = null, checks = 0
    where source_id = ${source.source_id}`
  await activateMandate(services, tx, source.source_id, { provider_mandate, umr, last4: kept.last4 })
  await replaceSame(services, tx, source, kept.fingerprint)
  await tx`
    update payment_sources s set is_default = true
    where source_id = ${source.source_id} and not exists (
      select from payment_sources o
      where o.customer_id = s.customer_id and o.subject_id is not distinct from s.subject_id and o.is_default)`
}

const setOf = (tx: Tx, shown: object) =>
  tx`${Object.entries(shown).map(([name, value]) => tx`${tx(name)} = ${value},`)}`

async function replaceSame(
  services: Services,
  tx: Tx,
  source: SourceToAsk,
  fingerprint: string | null,
): Promise<void> {
  if (!fingerprint) return
  const replaced = await tx`
    update payment_sources
    set state = 'removing', is_default = false, next_check_at = now()
    where customer_id = ${source.customer_id} and subject_id is not distinct from ${source.subject_id}
      and provider_account = ${source.provider_account} and type = ${source.type} and fingerprint = ${fingerprint}
      and state = 'active' and source_id <> ${source.source_id}
    returning source_id`
  for (const { source_id } of replaced) {
    await moveMandate(tx, source_id, 'revoked', { text: 'Sostituito da uno più recente', actor: 'sistema' })
    await emit(services, tx, 'source_replaced', { from: source_id, to: source.source_id })
  }
}
