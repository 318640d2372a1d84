import { expect, it } from 'vitest'
import { loginsOf } from '../../db/logins.ts'
import type { Env } from '../../env.ts'
import { hashPassword } from '../../identity/hash-password.ts'
import { withApp } from '../../testing/app.ts'
import { refuseDemoLive } from './refuse-demo-live.ts'

/** A database with a user of the demo's name, and what a start on it says with and without live keys. */
async function withUser(user_name: string, password: string) {
  const { services, database_url } = await withApp()
  const password_hash = await hashPassword(password)
  await services.asSystem(async (tx) => {
    const [user] = await tx<[{ user_id: number }]>`
      insert into users (user_name, nominative) values (${user_name}, 'Chiara Bartolini') returning user_id`
    await tx`insert into credentials ${tx({ user_id: user.user_id, password_hash })}`
  })
  const { jobs } = await loginsOf(database_url)
  const live: Env = { ...services.env, STRIPE_SECRET_KEY: 'sk_live_1' }
  return { start: () => refuseDemoLive(services.env, jobs), startLive: () => refuseDemoLive(live, jobs) }
}

it('a server with live keys does not start on the demo’s database', async () => {
  const { start, startLive } = await withUser('amministratore', 'saldo-demo')
  await expect(startLive()).rejects.toThrow(/^This database holds the demo, whose passwords are public/)
  await expect(start()).resolves.toBeUndefined()
})

it('it starts where somebody of that name has a password of their own, or somebody else has the demo’s', async () => {
  for (const [name, password] of [
    ['amministratore', 'una chiave mia'],
    ['lucia', 'saldo-demo'],
  ] as const)
    await expect((await withUser(name, password)).startLive()).resolves.toBeUndefined()
})
