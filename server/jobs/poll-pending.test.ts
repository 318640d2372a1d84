import { expect, it } from 'vitest'
import { sweepSources } from '../features/sources/sweep-sources.job.ts'
import { withApp } from '../testing/app.ts'
import { makeCustomer } from '../testing/people.ts'
import { scheduleCatchUp } from './poll-pending.ts'

it('polls everything that is due at once, also after a crash, and then waits', async () => {
  const { services } = await withApp()
  const customer_id = await makeCustomer(services)
  const left = 1_100
  await services.asSystem(
    (tx) => tx`
      insert into payment_sources (customer_id, provider_account, type, email, next_check_at)
      select ${customer_id}, 'stripe', 'card', 'lucia@example.it', now() - interval '1 minute'
      from generate_series(1, ${left})`,
  )
  await sweepSources(services, {})
  await sweepSources(services, {})
  const asked = await services.queue.boss.findJobs('settle-source', { limit: 2 * left })
  expect(new Set(asked.map(({ data }) => (data as { source_id: number }).source_id)).size).toBe(left)
  expect(asked).toHaveLength(left)
})

it('polls all recent rows at once after a server has started, but not otherwise', async () => {
  const { services } = await withApp()
  const customer_id = await makeCustomer(services)
  const begun = (hours: number) =>
    services.asSystem(async (tx) => {
      const [source] = await tx`
        insert into payment_sources (customer_id, provider_account, type, email, next_check_at, created_at)
        values (${customer_id}, 'stripe', 'card', 'lucia@example.it', now() + interval '1 hour',
          now() - ${hours} * interval '1 hour') returning source_id`
      return source?.source_id as number
    })
  await sweepSources(services, {})
  const [lately] = [await begun(0.5), await begun(30)]
  await sweepSources(services, {})
  expect(await services.queue.boss.findJobs('settle-source')).toEqual([])
  await scheduleCatchUp(services)
  await sweepSources(services, {})
  const asked = await services.queue.boss.findJobs('settle-source')
  expect(asked.map(({ data }) => data)).toEqual([{ source_id: lately }])
})
