import type { MandateState } from '@saldo/domain/sepa/mandate'
import type { Tx } from '../../db/connection.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { mailMandateCopy } from './mail-mandate-copy.ts'
import { recordMandateEvent } from './mandate-event.ts'

/** Records the mandate that a source's holder accepted, before the provider confirms the source. */
export async function draftMandate(
  tx: Tx,
  mandate: {
    customer_id: number
    subject_id: number | null
    source_id: number
    provider_account: ProviderAccount
    payment_method_id: string
    text: string
    accepted_from: string
    accepted_with: string
    signed_on: string
  },
  actor: string,
): Promise<void> {
  const accepted_at = new Date().toISOString()
  const [row] = await tx`
    insert into mandates ${tx({
      ...mandate,
      accepted_at,
      signing: mandate.accepted_from === 'carta' ? 'paper' : 'online',
    })} returning mandate_id`
  const { customer_id, signed_on, accepted_from } = mandate
  const how = accepted_from === 'carta' ? `firmato su carta il ${signed_on}` : 'accettato'
  const event = { customer_id, mandate_id: row?.mandate_id as number, kind: 'accepted', actor }
  await recordMandateEvent(tx, { ...event, text: `Mandato ${how}` })
}

/** The provider confirmed the source: the mandate is active, with the reference that the payer's bank shows. */
export async function activateMandate(
  services: Services,
  tx: Tx,
  source_id: number,
  of: { provider_mandate: string | null; umr: string | null; last4: string | null },
): Promise<void> {
  const [mandate] = await tx`
    update mandates set state = 'active', provider_mandate = ${of.provider_mandate}, umr = ${of.umr}, last4 = ${of.last4}
    where source_id = ${source_id} and state = 'draft' returning customer_id, mandate_id, signing`
  if (!mandate) return
  const { customer_id, mandate_id } = mandate as unknown as Mandate
  const text = of.umr ? `Attivo, riferimento ${of.umr}` : 'Attivo'
  await recordMandateEvent(tx, { customer_id, mandate_id, kind: 'active', text, actor: 'provider' })
  if (mandate.signing === 'online') await mailMandateCopy(services, tx, mandate_id)
}

/** Ends or suspends a source's mandate. A mandate that has ended stays ended. */
export async function moveMandate(
  tx: Tx,
  source_id: number,
  to: Exclude<MandateState, 'draft' | 'active'>,
  why: { text: string; actor: string },
): Promise<void> {
  const moved = await tx<Mandate[]>`
    update mandates set state = ${to}
    where source_id = ${source_id} and state in ('draft', 'active', 'suspended') and state <> ${to}
    returning customer_id, mandate_id`
  for (const mandate of moved) await recordMandateEvent(tx, { ...mandate, kind: to, ...why })
}

/** A collection succeeded: the 36 months start again. */
export async function useMandate(tx: Tx, source_id: number, text: string): Promise<void> {
  const used = await tx<Mandate[]>`
    update mandates set last_used_at = now() where source_id = ${source_id} and state in ('active', 'suspended')
    returning customer_id, mandate_id`
  for (const mandate of used)
    await recordMandateEvent(tx, { ...mandate, kind: 'collected', text, actor: 'provider' })
}

type Mandate = { customer_id: number; mandate_id: number }
