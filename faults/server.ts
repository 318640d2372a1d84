import type { AddressInfo } from 'node:net'
import { buildApp } from '../server/app.ts'
import { readEnv } from '../server/env.ts'
import { crashAt, type Death } from './crash-at.ts'

/**
 * A server that has read its sources and waits to be told to serve: the second that Node needs to start is spent before
 * the one in its place is killed. From `serve` on it does what server/main.ts does, except migrating.
 */
export type Serve = { settings: Record<string, string>; death: Death | null }

process.once('message', async ({ settings, death }: Serve) => {
  const app = await buildApp(readEnv(settings))
  if (death) crashAt(app, death)
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (app.server.address() as AddressInfo).port })
})
process.once('disconnect', () => process.exit())
process.send?.('warm')
