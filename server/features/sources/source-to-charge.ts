import type { SourceType } from '@saldo/contract/payments/sources'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import type { ProviderAccount } from '../../provider/providers.ts'

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
export async function sourceToCharge(
  tx: Tx,
  bill: { customer_id: number; subject_id: number; provider_account: ProviderAccount },
  source_id: number,
): Promise<SourceToCharge> {
  const [source] = await tx`
    select s.source_id, s.customer_id, s.subject_id, s.type, s.state, s.provider_account, s.provider_method,
      s.provider_customer, s.email, s.holder, s.exp_month, s.exp_year
    from payment_sources s where s.source_id = ${source_id} for update`
  if (!source) throw notFound('Questo metodo di pagamento')
  const [mandate] = await tx`
    select from mandates
    where customer_id = ${source.customer_id} and source_id = ${source_id} and state = 'active'`
  if (source.customer_id !== bill.customer_id || source.subject_id !== bill.subject_id)
    throw refused('Questo metodo è di un’altra persona: non può pagare questa bolletta.')
  if (source.provider_account !== bill.provider_account)
    throw refused(
      'Questo metodo è salvato per un altro conto di incasso: per questo condominio va salvato di nuovo.',
    )
  if (source.state !== 'active' || !source.provider_method || !source.provider_customer)
    throw refused('Questo metodo non si può usare: non è ancora confermato, o è stato tolto.')
  if (!mandate) throw refused('Il mandato di questo metodo non è più valido: va dato di nuovo.')
  if (
    source.exp_year &&
    `${source.exp_year}-${String(source.exp_month).padStart(2, '0')}` < today().slice(0, 7)
  )
    throw refused('Questa carta è scaduta: aggiorna la scadenza o usane un’altra.')
  return source as unknown as SourceToCharge
}

const refused = (why: string) => conflict('source_not_usable', why)
