import type { Tx } from '../../../db/connection.ts'
import type { As } from '../../../http/actor.ts'
import { notFound } from '../../../http/errors.ts'
import type { ProviderAccount } from '../../../provider/providers.ts'
import { type Deadline, resultWithin } from '../../../provider/wait-for-provider.ts'
import type { Services } from '../../../services.ts'
import type { Owner } from '../owner.ts'
import { noAnswer } from './create-source.ts'
import { ensureProviderCustomer } from './provider-customer.ts'

/**
 * The bill's subject as a customer at the provider, so that the payer's method can be saved. It is created before the
 * payment is opened: if the provider does not answer, nothing has happened and the payer gets a 503.
 */
export async function payerAtProvider(
  services: Services,
  as: As,
  order: { bill_ids: readonly [number, ...number[]]; email: string | null },
  deadline: Deadline,
): Promise<string> {
  const { provider_account, ...owner } = await as((tx) => subjectOf(tx, order.bill_ids[0]))
  try {
    return await resultWithin(
      deadline,
      ensureProviderCustomer(services, owner, provider_account, order.email),
    )
  } catch (error) {
    services.log.warn({ err: error }, 'the provider did not answer')
    throw noAnswer()
  }
}

async function subjectOf(tx: Tx, bill_id: number) {
  const [row] = await tx<(Owner & { provider_account: ProviderAccount })[]>`
    select b.customer_id, b.subject_id, s.nominative as name, s.email, c.business_name, a.provider_account
    from bills b
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join customers c on c.customer_id = b.customer_id
    where b.bill_id = ${bill_id}`
  if (!row) throw notFound('La bolletta')
  return row
}

/** How a saved method pays; 404 when it is not visible to the actor. */
export async function methodOfSource(tx: Tx, source_id: number) {
  const [source] = await tx<{ type: 'card' | 'sepa_debit'; email: string; holder: string | null }[]>`
    select type, email, holder from payment_sources where source_id = ${source_id}`
  if (!source) throw notFound('Questo metodo di pagamento')
  return source
}
