import type { ProviderAccount } from '../../../provider/providers.ts'
import type { Services } from '../../../services.ts'
import { rememberIntent } from './attempts.sql.ts'

/**
 * Links the provider's object to its attempt when our answer was lost; the object's metadata names the attempt. Null:
 * the attempt has an object already, or does not exist.
 */
export const linkIntent = (
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
