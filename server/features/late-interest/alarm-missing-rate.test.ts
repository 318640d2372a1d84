import { legalRates } from '@saldo/domain/arrears/legal-rates'
import { expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { signIn } from '../../testing/people.ts'
import { alarmMissingRateOn } from './alarm-missing-rate.job.ts'

it('notifies every super user once from 15 December, and once more when the year has begun', async () => {
  const test = await withApp()
  const { services } = test
  const [one, other] = [await signIn(services, 'super_user'), await signIn(services, 'super_user')]
  const office = await signIn(services, 'customer')
  const told = () =>
    services.asSystem(
      (tx) => tx<{ user_id: number; title: string; body: string }[]>`
        select user_id, title, body from push_messages order by push_message_id`,
    )
  const rates = legalRates.filter(({ from }) => from <= '2026-01-01')

  await alarmMissingRateOn(services, '2026-12-14', rates)
  expect(await told()).toEqual([])

  for (const night of ['2026-12-15', '2026-12-16', '2026-12-31'])
    await alarmMissingRateOn(services, night, rates)
  const december = await told()
  expect(december.map(({ user_id }) => user_id).sort()).toEqual([one.user_id, other.user_id].sort())
  expect(december[0]?.title).toBe('Manca il saggio legale del 2027')
  expect(december[0]?.body).toContain('art. 1284 c.c.')

  for (const night of ['2027-01-01', '2027-01-02', '2027-05-02'])
    await alarmMissingRateOn(services, night, rates)
  const all = await told()
  expect(all).toHaveLength(4)
  expect(all.at(-1)?.body).toContain('gli interessi si calcolano fino al 31/12/2026')
  expect(all.some(({ user_id }) => user_id === office.user_id)).toBe(false)
})
