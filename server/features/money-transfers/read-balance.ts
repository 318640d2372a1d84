import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { askProvider } from '../../provider/ask-provider.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'

type Balance = { provider_account: ProviderAccount; destination: string | null }

/** The balance at the provider that holds this condominium's money; null if it does not exist for the actor. */
export async function balanceOf(tx: Tx, account_id: number): Promise<Balance | null> {
  const [row] = await tx<Balance[]>`
    select provider_account, destination from movable_balances where account_id = ${account_id}`
  return row ?? null
}

/**
 * Asks the provider for a balance and how it is paid out, and stores the answer. An older answer never replaces a newer
 * one. The number of calls does not grow with the movements, so a person may wait for it. Throws a 503 if the provider does
 * not answer. Returns after how many days money of cards becomes available.
 */
export async function readBalance(services: Services, of: Balance): Promise<{ delay_days: number }> {
  const began = new Date()
  const told = await askProvider(() => tell(services, of))
  await services.asSystem(async (tx) => {
    const { delay_days: _days, ...row } = told
    await tx`
      insert into provider_balances ${tx({ ...of, ...row, read_at: began.toISOString() })}
      on conflict (provider_account, destination) do update
      set available = excluded.available, pending = excluded.pending, automatic = excluded.automatic,
        payouts_enabled = excluded.payouts_enabled, bank_country = excluded.bank_country, bank_last4 = excluded.bank_last4,
        read_at = excluded.read_at
      where provider_balances.read_at <= excluded.read_at`
  })
  return told
}

async function tell(services: Services, { provider_account, destination }: Balance) {
  const { stripe } = services.providers.get(provider_account)
  const options = destination === null ? {} : { stripeAccount: destination }
  const account =
    destination === null
      ? await stripe.accounts.retrieveCurrent()
      : await stripe.accounts.retrieve(destination)
  const { available, pending } = await stripe.balance.retrieve({}, options)
  const bank = account.external_accounts?.data.find(({ object }) => object === 'bank_account')
  const schedule = account.settings?.payouts?.schedule
  return {
    available: euroOf(available),
    pending: euroOf(pending),
    // Without a schedule it is not known that the provider waits for an order.
    automatic: schedule?.interval !== 'manual',
    payouts_enabled: account.payouts_enabled,
    bank_country: bank?.country ?? null,
    bank_last4: bank?.last4 ?? null,
    delay_days: schedule?.delay_days ?? 0,
  }
}

const euroOf = (parts: readonly Stripe.Balance.Available[]) =>
  parts.find(({ currency }) => currency === 'eur')?.amount ?? 0
