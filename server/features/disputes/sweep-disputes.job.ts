import type { JobHandler } from '../../jobs/jobs.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { applyDisputeEvent } from './apply-dispute-event.ts'

const lookBackDays = 3

/** Finds disputes whose event was lost: reads recent disputes from the provider, and polls those that are open. */
export const sweepDisputes: JobHandler<'sweep-disputes'> = async (services) => {
  for (const account of services.providers.configured) await readLatest(services, account)
  const due = await services.asSystem(
    (tx) => tx<{ provider_account: ProviderAccount; provider_object: string }[]>`
      update disputes set next_check_at = now() + interval '6 hours'
      where dispute_id in (
        select dispute_id from disputes where next_check_at <= now() order by next_check_at limit 200
        for update skip locked)
      returning provider_account, provider_object`,
  )
  for (const { provider_account, provider_object } of due)
    await applyDisputeEvent(services, provider_account, provider_object).catch((error) =>
      services.log.warn({ err: error, provider_object }, 'a dispute is left for the next look'),
    )
}

async function readLatest(services: Services, account: ProviderAccount): Promise<void> {
  const since = Math.floor(Date.now() / 1000) - lookBackDays * 86_400
  const { stripe } = services.providers.get(account)
  const opened = await stripe.disputes
    .list({ created: { gte: since }, limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  const known = await services.asSystem(
    (tx) => tx<{ provider_object: string }[]>`
      select provider_object from disputes
      where provider_account = ${account} and provider_object = any(${opened.map(({ id }) => id)})`,
  )
  const here = new Set(known.map(({ provider_object }) => provider_object))
  for (const { id } of opened)
    if (!here.has(id))
      await applyDisputeEvent(services, account, id).catch((error) =>
        services.log.warn({ err: error, dispute: id }, 'a dispute is left for the next look'),
      )
}
