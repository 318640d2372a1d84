import * as contract from '@saldo/contract/settings'
import type { Env } from '../../env.ts'
import { serveOpenly } from '../../http/serve.ts'
import { builtVersion, minimum } from '../../version.ts'

/** Read once: a deploy starts a new process. */
const newest = { frontend: builtVersion('business'), frontend_b2c: builtVersion('b2c'), minimum }

type Environment = 'production' | 'sandbox' | 'develop'

const versions = serveOpenly(contract.versions, async ({ services }) => ({
  ...newest,
  environment: environmentOf(services.env),
}))

/** Real money moves only with the provider's live key. */
function environmentOf({ STRIPE_SECRET_KEY, STRIPE_API_BASE, ENVIRONMENT }: Env): Environment {
  if (!STRIPE_API_BASE && /^[rs]k_live_/.test(STRIPE_SECRET_KEY ?? '')) return 'production'
  return ENVIRONMENT ?? 'sandbox'
}

export const settingRoutes = [versions]
