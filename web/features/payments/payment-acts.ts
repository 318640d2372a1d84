import { api } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { paymentQuery } from './payment-query.ts'

/** Why an act did not go, in a sentence. */
export const errorSentence = (error: unknown) =>
  error instanceof ApiError ? error.error_description : 'Qualcosa non ha funzionato. Riprova fra poco.'

/** Has the payment and everything that counts money asked again. */
export async function showReallocated(payment_id: number) {
  await queries.invalidateQueries({ queryKey: paymentQuery(payment_id).queryKey })
  await Promise.all(
    ['payments', 'bills', 'accounts', 'subjects', 'dashboard'].map((noun) =>
      queries.invalidateQueries({ queryKey: [noun] }),
    ),
  )
}

/** Every instalment with something due of this person in this condominium, the oldest first. */
export const openInstalments = (of: { account_id: number; subject_id: number }, signal: AbortSignal) =>
  api('POST /v1/payments/preview', { body: { ...of, amount: mostCents }, signal })

/** More than anyone owes: what it would settle is all that is due. */
const mostCents = 99_999_999_999
