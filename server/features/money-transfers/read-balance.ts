import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { askProvider } from '../../provider/ask-provider.ts'
import { idOf } from '../../provider/provider-object.ts'
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
 * one. Throws a 503 if the provider does not answer.
 */
export async function readBalance(services: Services, of: Balance): Promise<void> {
  const began = new Date()
  const told = await askProvider(() => tell(services, of))
  const pending =
    of.destination === null ? await askProvider(() => pendingCharges(services, of, told.delay_days)) : null
  await services.asSystem(async (tx) => {
    const { delay_days: _days, ...row } = told
    const [stored] = await tx`
      insert into provider_balances ${tx({ ...of, ...row, read_at: began.toISOString() })}
      on conflict (provider_account, destination) do update
      set available = excluded.available, pending = excluded.pending, automatic = excluded.automatic,
        payouts_enabled = excluded.payouts_enabled, bank_country = excluded.bank_country, bank_last4 = excluded.bank_last4,
        read_at = excluded.read_at
      where provider_balances.read_at <= excluded.read_at
      returning provider_account`
    if (stored && pending) await storePending(tx, of.provider_account, pending)
  })
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

const dayLength = 86_400
/** Money of debits becomes available later than the schedule says. */
const mostDaysPending = 14

/** The cents that are not available yet, by charge. The provider says which, by its own clock. */
async function pendingCharges(
  services: Services,
  { provider_account }: Balance,
  delay_days: number,
): Promise<Map<string, number>> {
  const { stripe } = services.providers.get(provider_account)
  const since = Math.floor(Date.now() / 1000) - (Math.max(delay_days, mostDaysPending) + 1) * dayLength
  const sums = new Map<string, number>()
  const movements = stripe.balanceTransactions.list({
    ...{ created: { gte: since }, limit: 100, expand: ['data.source'] },
  })
  for await (const { status, source, net } of movements) {
    if (status !== 'pending') continue
    const charge = chargeOf(source)
    if (charge) sums.set(charge, (sums.get(charge) ?? 0) + net)
  }
  return sums
}

function chargeOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (!source || typeof source !== 'object') return null
  if (source.object === 'charge') return source.id
  return source.object === 'refund' || source.object === 'dispute'
    ? source.charge && idOf(source.charge)
    : null
}

/** What payments of each condominium are not available yet; a negative sum (a refund of such a payment) frees nothing. */
async function storePending(
  tx: Tx,
  provider_account: ProviderAccount,
  pending: ReadonlyMap<string, number>,
): Promise<void> {
  const told = [...pending].map(([charge, net]) => ({ charge, net }))
  await tx`delete from provider_pending where provider_account = ${provider_account}`
  await tx`
    insert into provider_pending (provider_account, customer_id, account_id, pending)
    select ${provider_account}, p.customer_id, p.account_id, sum(greatest(t.net, 0))
    from json_to_recordset(${JSON.stringify(told)}::json) as t (charge text, net bigint)
    join payment_attempts a on a.provider_account = ${provider_account} and a.provider_charge = t.charge
    join payments p on p.customer_id = a.customer_id and p.payment_id = a.payment_id
    where a.request ? 'transfer_data' is not true
    group by p.customer_id, p.account_id`
}
