import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { mailMandateCopy } from './mail-mandate-copy.ts'

/** Records the mandate that a payer accepted while paying, before the provider knows it. */
export async function draftAttemptMandate(
  tx: Tx,
  mandate: {
    customer_id: number
    account_id: number
    bill_id: number
    subject_id: number
    attempt_id: number
    provider_account: string
    payment_method_id: string | null
    text: string
    accepted_from: string
    accepted_with: string
  },
): Promise<void> {
  await tx`insert into mandates ${tx({ ...mandate, accepted_at: new Date().toISOString() })}`
}

/** Follows the state of the payment's charge. An active mandate can only be revoked. */
export async function moveAttemptMandate(
  tx: Tx,
  attempt_id: number,
  state: 'active' | 'revoked',
  of: { provider_mandate: string | null; last4: string | null },
): Promise<void> {
  await tx`
    update mandates
    set state = ${state}, provider_mandate = coalesce(${of.provider_mandate}, provider_mandate),
      last4 = coalesce(${of.last4}, last4)
    where attempt_id = ${attempt_id} and (state = 'draft' or ${state} = 'revoked')`
}

/** Stores the reference that the payer's bank shows, the first one, and mails the copy of the mandate. */
export async function storeMandateReference(
  services: Services,
  tx: Tx,
  attempt_id: number,
  of: { provider_mandate: string; umr: string | null },
): Promise<void> {
  const stored = await tx<{ mandate_id: number }[]>`
    update mandates set umr = ${of.umr}, provider_mandate = ${of.provider_mandate}
    where attempt_id = ${attempt_id} and umr is null returning mandate_id`
  for (const { mandate_id } of stored) await mailMandateCopy(services, tx, mandate_id)
}

/** The payment's method was saved: its mandate now belongs to the saved source. */
export async function adoptAttemptMandate(tx: Tx, attempt_id: number, source_id: number): Promise<void> {
  await tx`
    update mandates set source_id = ${source_id}, signed_on = (accepted_at at time zone 'Europe/Rome')::date
    where attempt_id = ${attempt_id}`
}
