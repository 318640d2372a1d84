import { ibanReasons } from '@saldo/domain/iban'
import type { Tx } from '../../../db/connection.ts'
import { conflict } from '../../../http/errors.ts'

/** 409 at the field for a blacklisted IBAN. */
export async function refuseBlockedIban(tx: Tx, iban: string | null | undefined): Promise<void> {
  if (!iban) return
  const [row] = await tx`select iban_is_blocked(${iban}) as blocked`
  if (row?.blocked)
    throw conflict('iban_blacklisted', ibanReasons.blacklisted, { iban: ibanReasons.blacklisted })
}

/** 409 at the field for an IBAN of another of the customer's condominiums, visible to the actor or not. */
export async function refuseTakenIban(
  tx: Tx,
  { customer_id, account_id }: { customer_id: number; account_id: number },
  iban: string,
): Promise<void> {
  const [row] = await tx`select iban_is_taken(${customer_id}, ${account_id}, ${iban}) as taken`
  if (row?.taken) throw conflict('already_exists', ibanReasons.duplicate, { iban: ibanReasons.duplicate })
}
