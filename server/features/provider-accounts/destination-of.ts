import { applicationFee } from '@saldo/domain/payments/application-fee'
import type { Tx } from '../../db/connection.ts'
import type { ProviderAccount } from '../../provider/providers.ts'

/** The connected account that receives a payment, and the platform's fee of `amount` cents. */
export type Destination = {
  account_destination: string
  application_fee_amount: (amount: number) => number
}

/**
 * The customer's account at the provider, if it can receive payments. A condominium with its own destination does not
 * use it. Null: the money stays with the platform.
 */
export async function destinationOf(
  tx: Tx,
  customer_id: number,
  provider_account: ProviderAccount,
): Promise<Destination | null> {
  const [found] = await tx<{ account_destination: string; fee_bps: number; fee_fixed: number }[]>`
    select account_destination, fee_bps, fee_fixed from destination_of(${customer_id}, ${provider_account})`
  if (!found) return null
  return {
    account_destination: found.account_destination,
    application_fee_amount: (amount) => applicationFee(amount, found),
  }
}
