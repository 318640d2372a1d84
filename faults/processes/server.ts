import type { AddressInfo } from 'node:net'
import { buildApp } from '../../server/app.ts'
import { loginsOf } from '../../server/db/logins.ts'
import { readEnv } from '../../server/env.ts'
import { crashAt, type Death } from '../crash-at.ts'

/**
 * A server that has loaded its code and waits for `serve`, so that Node's start-up second is spent before it is needed.
 * From `serve` on it does what server/main.ts does, except migrating.
 */
export type Serve = { settings: Record<string, string>; death: Death | null }

process.once('message', async ({ settings, death }: Serve) => {
  const app = await buildApp(readEnv(settings), await loginsOf(settings.DATABASE_URL as string))
  if (death) crashAt(app, death)
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (app.server.address() as AddressInfo).port })
})
process.once('disconnect', () => process.exit())
process.send?.('warm')
