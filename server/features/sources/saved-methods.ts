import type { CardBrand } from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../db/connection.ts'
import type { SourceFacts } from './why-not-source.ts'

export type SavedMethod = SourceFacts & {
  source_id: number
  brand: CardBrand | null
  last4: string | null
  is_default: boolean
}

/** A person has few; more would be a mistake, and the page stays light. */
const most = 24

/** The saved cards and accounts of people that the actor sees: the default first, then the newest. */
export const savedMethods = (tx: Tx): Promise<SavedMethod[]> => tx<SavedMethod[]>`
  select s.source_id, s.customer_id, s.subject_id, s.type, s.state, s.provider_account, s.provider_method,
    s.provider_customer, s.brand, s.last4, s.exp_month, s.exp_year, s.is_default,
    exists (select from mandates m
      where m.customer_id = s.customer_id and m.source_id = s.source_id and m.state = 'active') as mandated
  from payment_sources s
  where s.state in ('pending', 'active') and s.subject_id is not null
  order by s.is_default desc, s.source_id desc limit ${most}`
