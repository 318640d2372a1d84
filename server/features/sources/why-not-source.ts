import type { SourceType } from '@saldo/contract/payments/sources'
import { today } from '@saldo/domain/dates'
import type { ProviderAccount } from '../../provider/providers.ts'

/** What decides whether a saved method may pay; `mandated`: its mandate is active. */
export type SourceFacts = {
  customer_id: number
  subject_id: number | null
  type: SourceType
  state: string
  provider_account: ProviderAccount
  provider_method: string | null
  provider_customer: string | null
  exp_month: number | null
  exp_year: number | null
  mandated: boolean
}
export type BillToSettle = { customer_id: number; subject_id: number; provider_account: ProviderAccount }

/** Why a saved method cannot pay this bill, for who pays; null when it can. */
export function whyNotSource(bill: BillToSettle, source: SourceFacts): string | null {
  if (source.customer_id !== bill.customer_id || source.subject_id !== bill.subject_id)
    return 'Questo metodo è di un’altra persona: non può pagare questa bolletta.'
  if (source.provider_account !== bill.provider_account)
    return 'Questo metodo è salvato per un altro conto di incasso: per questo condominio va salvato di nuovo.'
  if (source.state !== 'active' || !source.provider_method || !source.provider_customer)
    return 'Questo metodo non si può usare: non è ancora confermato, o è stato tolto.'
  if (!source.mandated) return 'Il mandato di questo metodo non è più valido: va dato di nuovo.'
  if (
    source.exp_year &&
    `${source.exp_year}-${String(source.exp_month).padStart(2, '0')}` < today().slice(0, 7)
  )
    return 'Questa carta è scaduta: aggiorna la scadenza o usane un’altra.'
  return null
}
