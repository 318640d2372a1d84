import type Stripe from 'stripe'
import { idOf } from '../../provider/provider-object.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { type MovementRow, movementRow } from './movement-row.ts'

/**
 * All movements of one charge's transfers: transfers, reversals and fees, in the platform's book and in the connected
 * account's.
 */
export async function connectedRows(
  services: Services,
  provider_account: ProviderAccount,
  charge: Stripe.Charge,
): Promise<MovementRow[]> {
  const { stripe } = services.providers.get(provider_account)
  const rows: MovementRow[] = []
  const read = async (source: string | null, book: string | null) => {
    if (!source) return
    const list = stripe.balanceTransactions.list(
      { source, limit: 100, expand: ['data.source'] },
      book ? { stripeAccount: book } : {},
    )
    for await (const movement of list) rows.push(movementRow(provider_account, movement, book))
  }
  for (const id of await transfersOf(services, charge)) {
    const transfer = await stripe.transfers.retrieve(id)
    const book = idOf(transfer.destination)
    await read(id, null)
    await read(idOf(transfer.destination_payment), book)
    for await (const reversal of stripe.transfers.listReversals(id, { limit: 100 })) {
      await read(reversal.id, null)
      await read(idOf(reversal.destination_payment_refund), book)
    }
  }
  const fee = idOf(charge.application_fee)
  await read(fee, null)
  if (fee)
    for await (const refund of stripe.applicationFees.listRefunds(fee, { limit: 100 }))
      await read(refund.id, null)
  return rows
}

/** The charge's own transfers, and later transfers that returned money to the account, as the ledger knows them. */
async function transfersOf(services: Services, charge: Stripe.Charge): Promise<Set<string>> {
  const later = await services.asSystem(
    (tx) => tx<{ id: string }[]>`
      select substr(e.source, length('transfer:') + 1) as id
      from payment_attempts t
      join ledger_entries e on e.customer_id = t.customer_id and e.payment_id = t.payment_id and e.kind = 'transfer'
      where t.provider_charge = ${charge.id} and e.source like 'transfer:%'`,
  )
  const own = idOf(charge.transfer)
  return new Set([...(own ? [own] : []), ...later.map(({ id }) => id)])
}
