import type { AddressInfo } from 'node:net'
import { buildApp } from '../server/app.ts'
import { loginsOf } from '../server/db/logins.ts'
import { readEnv } from '../server/env.ts'

/** The real server on a free port, which it tells the parent process. */
const env = readEnv({
  DATABASE_URL: process.argv[2],
  SALDO_SECRET: 'be'.repeat(32),
  LOG_LEVEL: 'silent',
  STRIPE_SECRET_KEY: 'sk_test_saldo',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_saldo',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
})
// Requests are counted as ever, but none is refused.
const rates = { user: 1e9, network: 1e9, doors: 1e9 }
const app = await buildApp(env, await loginsOf(process.argv[2] as string), { worker: false, rates })
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit())
