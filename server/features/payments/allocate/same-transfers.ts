import type { SameTransfer } from '@saldo/contract/payments/allocations'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { isProbableDuplicate, type Transfer } from '@saldo/domain/sepa/same-transfer'
import type { Tx } from '../../../db/connection.ts'
import { ApiError } from '../../../http/errors.ts'

/** How many of the person's latest transfers of the same amount are compared. */
const lookedAt = 200

/** Transfers of the same person to the same condominium that look like duplicates of this one, latest first. */
export async function sameTransfers(
  tx: Tx,
  of: Transfer & { customer_id: number; account_id: number; subject_id: number },
): Promise<SameTransfer[]> {
  const registered = await tx<SameTransfer[]>`
    select payment_id, amount, (settled_at at time zone 'Europe/Rome')::date as received_on, reference
    from payments
    where customer_id = ${of.customer_id} and subject_id = ${of.subject_id} and account_id = ${of.account_id}
      and method = 'BANK_TRANSFER' and amount = ${of.amount} and settled_at is not null
    order by created_at desc, payment_id desc limit ${lookedAt}`
  return registered.filter((earlier) => isProbableDuplicate(earlier, of))
}

/** 409 for a transfer that looks like a duplicate, unless the request confirms that it is another one. */
export function looksLikeDuplicate([first, ...others]: SameTransfer[]): ApiError {
  const { payment_id, amount, received_on } = first as SameTransfer
  const more = others.length > 0 ? ` (e altri ${others.length})` : ''
  const said = `C’è già un bonifico uguale di questa persona: PG-${payment_id} del ${formatDate(received_on)}, ${formatEuro(amount)}${more}. Se questo è un altro, confermalo.`
  return new ApiError(409, 'looks_like_duplicate', said, { fields: { confirm_duplicate: said } })
}
