import type { JobHandler } from '../../jobs/jobs.ts'
import { isGone } from '../../provider/ask-provider.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import { balancesOf, readPayouts } from './read-payouts.ts'

/** Reads the payouts of one of our provider accounts and of all accounts connected to it. */
export const readPayoutsJob: JobHandler<'read-payouts'> = async (services, data) => {
  const provider_account = data.provider_account as ProviderAccount
  if (!services.providers.configured.includes(provider_account)) return
  for (const balance of await balancesOf(services, provider_account)) {
    try {
      await readPayouts(services, balance)
    } catch (error) {
      if (balance.destination === null || !isGone(error)) throw error
      services.log.warn({ err: error, ...balance }, 'payouts of a connected account cannot be read')
    }
  }
}
