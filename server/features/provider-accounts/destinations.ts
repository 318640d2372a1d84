import type { Tx } from '../../db/connection.ts'
import type { ProviderAccount } from '../../provider/providers.ts'

/** All connected accounts with their customer: the office's own, or the only office whose condominiums use it. */
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

/** The connected accounts (acct_…) that receive payments of a provider account, or once did. */
export async function destinationsOf(tx: Tx, provider_account: ProviderAccount): Promise<string[]> {
  const rows = await tx<{ destination: string }[]>`
    select destination from (${destinations(tx, provider_account)}) d order by 1`
  return rows.map(({ destination }) => destination)
}

/** The customer of this account. Null when it has several, or none any more. */
export async function ownerOfDestination(
  tx: Tx,
  provider_account: ProviderAccount,
  destination: string,
): Promise<number | null> {
  const [found] = await tx<{ customer_id: number | null }[]>`
    select customer_id from (${destinations(tx, provider_account)}) d where destination = ${destination}`
  return found?.customer_id ?? null
}
