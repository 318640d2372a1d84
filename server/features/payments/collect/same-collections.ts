import type { SameCollection } from '@saldo/contract/payments/collections'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { handMethods, noticeMethods } from '@saldo/domain/payments/payment-method'
import { type Collected, isProbableDuplicate } from '@saldo/domain/payments/same-collection'
import type { Tx } from '../../../db/connection.ts'
import { ApiError } from '../../../http/errors.ts'

/** How many of the person's latest collections of the same amount are compared. */
const lookedAt = 200

/**
 * Registered collections of the same person for the same condominium that look like duplicates of this one, latest
 * first, also if they came in another way. A reversed one is no duplicate.
 */
export async function sameCollections(
  tx: Tx,
  of: Collected & { customer_id: number; account_id: number; subject_id: number },
): Promise<SameCollection[]> {
  const registered = await tx<SameCollection[]>`
    select payment_id, method, amount, (settled_at at time zone 'Europe/Rome')::date as received_on, reference
    from payments
    where customer_id = ${of.customer_id} and subject_id = ${of.subject_id} and account_id = ${of.account_id}
      and method in ${tx([...handMethods, ...noticeMethods])} and state <> 'reversed' and amount = ${of.amount} and settled_at is not null
    order by created_at desc, payment_id desc limit ${lookedAt}`
  return registered.filter((earlier) => isProbableDuplicate(earlier, of))
}

/** 409 for a collection that looks like a duplicate, unless the request confirms that it is another one. */
export function looksLikeDuplicate([first, ...others]: SameCollection[], where = ''): ApiError {
  const { payment_id, amount, received_on } = first as SameCollection
  const more = others.length > 0 ? ` (e altri ${others.length})` : ''
  const said = `${where}C’è già un incasso uguale di questa persona: PG-${payment_id} del ${formatDate(received_on)}, ${formatEuro(amount)}${more}. Se questo è un altro, confermalo.`
  return new ApiError(409, 'looks_like_duplicate', said, { fields: { confirm_duplicate: said } })
}
