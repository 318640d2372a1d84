import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { paymentQuery } from './payment-query.ts'

/** Refetches the payment and everything that sums money. */
export async function showReallocated(payment_id: number) {
  await queries.invalidateQueries({ queryKey: paymentQuery(payment_id).queryKey })
  await Promise.all(
    ['payments', 'bills', 'accounts', 'subjects', 'dashboard'].map((noun) =>
      queries.invalidateQueries({ queryKey: [noun] }),
    ),
  )
}

/** All open instalments of this person in this condominium, oldest first. */
export const openInstalments = (of: { account_id: number; subject_id: number }, signal: AbortSignal) =>
  api('POST /v1/payments/preview', { body: { ...of, amount: mostCents }, signal })

/** More than anyone owes, so that the preview settles everything due. */
const mostCents = 99_999_999_999
