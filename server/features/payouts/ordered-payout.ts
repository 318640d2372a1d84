import type { Tx } from '../../db/connection.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { ProviderPayout } from './store-payout.ts'

/** A payout that Saldo orders by hand. In cents. */
export type OrderedPayout = {
  /** What it is ordered for, for example `money_transfer:12`. It is in the payout's metadata. */
  order_key: string
  customer_id: number
  account_id: number
  provider_account: ProviderAccount
  destination: string
  amount: number
}

/** The field of a payout's metadata that holds its order. */
export const orderField = 'saldo_order'

/**
 * Says before the provider is asked whose money a payout will be. So its money is posted to that condominium, whoever reads
 * the payout first, and once.
 */
export const expectPayout = (tx: Tx, order: OrderedPayout) => tx`
  insert into ordered_payouts ${tx(order)} on conflict (order_key) do nothing`

/**
 * The order that this payout executes; null if Saldo did not order it. Its metadata, which others may write, is trusted only
 * while the order has no payout, and only if account and amount are the order's.
 */
export async function orderOf(tx: Tx, told: ProviderPayout): Promise<string | null> {
  const { provider_account, destination, provider_object, claimed_order, total, automatic } = told
  if (automatic || destination === null) return null
  if (claimed_order !== null)
    await tx`
      update ordered_payouts set provider_object = ${provider_object}
      where order_key = ${claimed_order} and provider_object is null and provider_account = ${provider_account}
        and destination = ${destination} and amount = ${total}`
  const [order] = await tx<{ order_key: string }[]>`
    select order_key from ordered_payouts
    where provider_account = ${provider_account} and provider_object = ${provider_object}`
  return order?.order_key ?? null
}
