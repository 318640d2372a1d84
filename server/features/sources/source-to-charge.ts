import type { SourceType } from '@saldo/contract/payments/sources'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { type BillToSettle, type SourceFacts, whyNotSource } from './why-not-source.ts'

export type SourceToCharge = {
  source_id: number
  type: SourceType
  email: string
  holder: string | null
  provider_method: string
  provider_customer: string
}

/**
 * Locks a saved method that may pay this bill: visible to the actor, of the bill's subject, at the condominium's
 * provider account, with an active mandate. Throws 404, or 409 that says what is missing.
 */
export async function sourceToCharge(tx: Tx, bill: BillToSettle, source_id: number): Promise<SourceToCharge> {
  const [source] = await tx`
    select s.source_id, s.customer_id, s.subject_id, s.type, s.state, s.provider_account, s.provider_method,
      s.provider_customer, s.email, s.holder, s.exp_month, s.exp_year
    from payment_sources s where s.source_id = ${source_id} for update`
  if (!source) throw notFound('Questo metodo di pagamento')
  const [mandate] = await tx`
    select from mandates
    where customer_id = ${source.customer_id} and source_id = ${source_id} and state = 'active'`
  const why = whyNotSource(bill, { ...source, mandated: mandate !== undefined } as SourceFacts)
  if (why) throw conflict('source_not_usable', why)
  return source as unknown as SourceToCharge
}

/** Throws 404 for a saved method that the actor does not see. Locks nothing. */
export async function expectSource(tx: Tx, source_id: number): Promise<void> {
  const [source] = await tx`select from payment_sources where source_id = ${source_id}`
  if (!source) throw notFound('Questo metodo di pagamento')
}
