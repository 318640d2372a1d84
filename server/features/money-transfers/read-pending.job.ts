import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { idOf } from '../../provider/provider-object.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { readBalance } from './read-balance.ts'

/**
 * Reads which part of each platform balance is not available yet, and whose it is. It walks the movements of some weeks,
 * which is too long for a person to wait for; so requests and approvals use what it stored. If one account does not answer,
 * the others are still read.
 */
export const readPending: JobHandler<'read-pending'> = async (services) => {
  const read = await Promise.allSettled(services.providers.configured.map((each) => readOne(services, each)))
  const errors = read.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (errors.length > 0) throw new AggregateError(errors, 'a platform balance could not be read')
}

async function readOne(services: Services, provider_account: ProviderAccount): Promise<void> {
  // By the clock of PostgreSQL, which also times the entries: what is booked later is not in this reading.
  const [clock] = await services.asSystem((tx) => tx<{ began: string }[]>`select now()::text as began`)
  const { delay_days } = await readBalance(services, { provider_account, destination: null })
  const pending = await pendingCharges(services, provider_account, delay_days)
  await services.asSystem((tx) => storePending(tx, provider_account, clock?.began as string, pending))
}

const dayLength = 86_400
/** Money of debits becomes available later than the schedule says. */
const mostDaysPending = 14

/** The cents that are not available yet, by charge. The provider says which, by its own clock. */
async function pendingCharges(
  services: Services,
  provider_account: ProviderAccount,
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

/**
 * What payments of each condominium are not available yet; a negative sum (a refund of such a payment) frees nothing. An
 * older reading never replaces a newer one.
 */
async function storePending(
  tx: Tx,
  provider_account: ProviderAccount,
  began: string,
  pending: ReadonlyMap<string, number>,
): Promise<void> {
  const [stored] = await tx`
    update provider_balances set pending_read_at = ${began}
    where provider_account = ${provider_account} and destination is null
      and (pending_read_at is null or pending_read_at < ${began}) returning provider_account`
  if (!stored) return
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
