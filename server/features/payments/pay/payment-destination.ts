import type { Tx } from '../../../db/connection.ts'
import { conflict } from '../../../http/errors.ts'
import { destinationOf } from '../../provider-accounts/destination-of.ts'
import type { BillToPay } from './pay-bill.sql.ts'

/** The connected account that receives a payment (null: the platform), and the platform's fee in cents. */
export type PaymentDestination = { account_destination: string | null; application_fee_amount: number }
/** The destination and fee that the client expects, if it sends them. */
export type ExpectedDestination = {
  account_destination?: string | undefined
  application_fee_amount?: number | undefined
}

/** The condominium's own destination, without a fee; else the administrator's account at the provider. */
export async function paymentDestination(
  tx: Tx,
  bill: BillToPay,
  amount: number,
): Promise<PaymentDestination> {
  const own = bill.account_destination
  if (own) return { account_destination: own, application_fee_amount: 0 }
  const found = await destinationOf(tx, bill.customer_id, bill.provider_account)
  return {
    account_destination: found?.account_destination ?? null,
    application_fee_amount: found?.application_fee_amount(amount) ?? 0,
  }
}

/** The server decides destination and fee. 409, before anything is recorded, if the client sent other values. */
export function refuseOtherDestination(presumed: ExpectedDestination = {}, goes: PaymentDestination): void {
  const { account_destination: destination, application_fee_amount: fee } = presumed
  if (destination !== undefined && destination !== goes.account_destination)
    throw conflict(
      'other_destination',
      'L’incasso non va al conto indicato: toglilo dalla richiesta, lo decide il condominio.',
    )
  if (fee !== undefined && fee !== goes.application_fee_amount)
    throw conflict(
      'other_fee',
      'La commissione indicata non è quella concordata: toglila dalla richiesta, la calcola il server.',
    )
}
