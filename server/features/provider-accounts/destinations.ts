import type { Tx } from '../../db/connection.ts'
import type { ProviderAccount } from '../../provider/providers.ts'

/** Each account once, and whose it is: an office's own, or of the only office whose condominiums name it. */
const destinations = (tx: Tx, provider_account: ProviderAccount) => tx`
  select destination,
    coalesce(min(customer_id) filter (where own), case when count(distinct customer_id) = 1 then min(customer_id) end) as customer_id
  from (
    select account_destination as destination, customer_id, true as own from provider_accounts
    where provider_account = ${provider_account} and account_destination is not null
    union all
    select account_destination, customer_id, false from accounts
    where provider_account = ${provider_account} and account_destination is not null
    union all
    select destination, null, false from payout_readings
    where provider_account = ${provider_account} and destination is not null
  ) named
  group by destination`

/** The accounts (acct_…) to which the payments of a provider account go, or went. */
export async function destinationsOf(tx: Tx, provider_account: ProviderAccount): Promise<string[]> {
  const rows = await tx<{ destination: string }[]>`
    select destination from (${destinations(tx, provider_account)}) d order by 1`
  return rows.map(({ destination }) => destination)
}

/** The customer whose account this is. Null: of several, or of nobody any more. */
export async function ownerOfDestination(
  tx: Tx,
  provider_account: ProviderAccount,
  destination: string,
): Promise<number | null> {
  const [found] = await tx<{ customer_id: number | null }[]>`
    select customer_id from (${destinations(tx, provider_account)}) d where destination = ${destination}`
  return found?.customer_id ?? null
}
