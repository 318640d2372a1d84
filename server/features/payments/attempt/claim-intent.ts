import type { ProviderAccount } from '../../../provider/providers.ts'
import type { Services } from '../../../services.ts'
import { rememberIntent } from './attempts.sql.ts'

/** Gives an attempt whose answer was lost the provider's object that names it; null: it has one already, or is not there. */
export const claimIntent = (
  services: Services,
  of: { provider_account: ProviderAccount; attempt_id: number; payment_intent: string },
): Promise<number | null> =>
  services.asSystem(async (tx) => {
    const [attempt] = await tx`
      select attempt_id from payment_attempts
      where attempt_id = ${of.attempt_id} and provider_account = ${of.provider_account} and provider_object is null
      for update`
    if (!attempt) return null
    await rememberIntent(tx, of.attempt_id, of.payment_intent)
    return of.attempt_id
  })
