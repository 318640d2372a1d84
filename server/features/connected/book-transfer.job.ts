import type { JobHandler } from '../../jobs/jobs.ts'
import { ownerIds } from '../../ledger/owner-ids.ts'
import { postConnectedMoney } from '../../ledger/post-connected-money.ts'
import { allConnectedMoney, connectedFields } from '../../provider/connected-money.ts'
import type { Services } from '../../services.ts'
import { bookCharge } from '../payments/attempt/book-collection.ts'
import { lockAttempt } from '../payments/attempt/locked-attempt.ts'

/**
 * Asks the provider what part of a payment was transferred to a connected account, and posts it. Retried until the
 * provider has written the transfer.
 */
export const bookTransfer: JobHandler<'book-transfer'> = async (services, { attempt_id }) => {
  if (!(await bookTransferOf(services, attempt_id)))
    throw new Error(`the provider has not written the transfer of attempt ${attempt_id} yet`)
}

/** Books the transfer. True when nothing is left to book. */
export async function bookTransferOf(services: Services, attempt_id: number): Promise<boolean> {
  const [attempt] = await services.asSystem(
    (tx) => tx<{ provider_account: 'stripe' | 'stripe2'; provider_charge: string }[]>`
      select provider_account, provider_charge from payment_attempts
      where attempt_id = ${attempt_id} and request ? 'transfer_data' and provider_charge is not null`,
  )
  if (!attempt) return true
  const { stripe } = services.providers.get(attempt.provider_account)
  const charge = await stripe.charges.retrieve(attempt.provider_charge, {
    expand: ['balance_transaction', ...connectedFields()],
  })
  const money = await allConnectedMoney(stripe, charge)
  await services.asSystem(async (tx) => {
    const locked = await lockAttempt(tx, attempt_id)
    await bookCharge(tx, locked, charge)
    if (money) await postConnectedMoney(tx, ownerIds(locked), money)
  })
  return money !== null
}
