import * as contract from '@saldo/contract/settings'
import { environmentOf, readsMailInProduct } from '../../env.ts'
import { serveOpenly } from '../../http/serve.ts'
import { builtVersion, minimum } from '../../version.ts'

/** Read once: a deploy starts a new process. */
const newest = { frontend: builtVersion('business'), frontend_b2c: builtVersion('b2c'), minimum }

const versions = serveOpenly(contract.versions, async ({ services: { env } }) => ({
  ...newest,
  outbox: readsMailInProduct(env),
  environment: environmentOf(env),
}))

export const settingRoutes = [versions]
