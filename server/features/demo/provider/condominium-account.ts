import type { Services } from '../../../services.ts'
import { readBalance } from '../../money-transfers/read-balance.ts'
import { completeAccount } from './open-provider-account.ts'

/** The condominium with a provider account of its own, paid out by hand: money of its balance can be moved. */
export const condominiumWithAccount = 'Residenza Antella'
/** So many past payments by card went to that account. */
const paidToIt = 8
/** Since so many days at least, so that their money is available. */
const availableAfter = 30

/** Opens the account at the sandbox. Returns its id; null without a sandbox. */
export async function openCondominiumAccount({ providers }: Services): Promise<string | null> {
  if (providers.api_base === null || !providers.configured.includes('stripe')) return null
  const { id } = await providers.get('stripe').stripe.accounts.create({
    country: 'IT',
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
  })
  await completeAccount(providers.api_base, id)
  return id
}

/**
 * Makes the condominium's IBAN that of its account, and marks some past payments as paid to it. Call it before the past is sent
 * to the sandbox. Idempotent.
 */
export async function payCondominiumAccount(services: Services): Promise<void> {
  const account = await accountOf(services)
  if (!account) return
  const { account_id, destination, iban } = account
  await services.providers.get('stripe').stripe.accounts.update(destination, {
    external_account: { object: 'bank_account', country: 'IT', currency: 'eur', account_number: iban },
  } as never)
  await services.asSystem(
    (tx) => tx`
      update payment_attempts
      set request = request || jsonb_build_object('transfer_data', jsonb_build_object('destination', ${destination}::text))
      where attempt_id in (
        select t.attempt_id from payment_attempts t
        join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
        where p.account_id = ${account_id} and p.method = 'CARD' and p.state = 'succeeded' and t.state = 'succeeded'
          and t.provider_account = 'stripe' and p.refunded = 0
          and p.settled_at < now() - make_interval(days => ${availableAfter})
        order by p.settled_at desc, t.attempt_id desc limit ${paidToIt})`,
  )
}

/** Reads the balance of the account, so that the page of balances shows at once what can be moved. */
export async function readCondominiumBalance(services: Services): Promise<void> {
  const account = await accountOf(services)
  if (account) await readBalance(services, { provider_account: 'stripe', destination: account.destination })
}

const accountOf = async (services: Services) => {
  const [row] = await services.asSystem(
    (tx) => tx<{ account_id: number; destination: string; iban: string }[]>`
      select account_id, account_destination as destination, iban from accounts
      where name = ${condominiumWithAccount} and provider_account = 'stripe' and account_destination is not null`,
  )
  return row
}
