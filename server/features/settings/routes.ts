import * as contract from '@saldo/contract/settings'
import { type Env, environmentOf, readsMailInProduct } from '../../env.ts'
import { oldestAnswered } from '../../http/refuse-old-apps.ts'
import { serveOpenly } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { builtVersion, minimum } from '../../version.ts'

/** Read once: a deploy starts a new process. */
const newest = { frontend: builtVersion('business'), frontend_b2c: builtVersion('b2c') }

const versions = serveOpenly(contract.versions, async ({ services, services: { env } }) => ({
  ...newest,
  ...(await oldest(services)),
  outbox: readsMailInProduct(env),
  web_push: webPushOf(env),
  environment: environmentOf(env),
}))

/** The check answers also while the database does not: then with what the release says. */
async function oldest(services: Services): Promise<{ minimum: string; minimum_b2c: string }> {
  try {
    const [business, b2c] = await Promise.all([
      oldestAnswered(services, 'business'),
      oldestAnswered(services, 'b2c'),
    ])
    return { minimum: business, minimum_b2c: b2c }
  } catch (error) {
    services.log.warn({ err: error }, 'minimum versions not read')
    return { minimum, minimum_b2c: minimum }
  }
}

/** Null unless messages are sent to devices at all. */
function webPushOf({ FIREBASE_SERVICE_ACCOUNT: account, FIREBASE_WEB_APP: app }: Env) {
  if (!account || !app) return null
  return { api_key: app.apiKey, app_id: app.appId, project_id: app.projectId, vapid_key: app.vapidKey }
}

export const settingRoutes = [versions]
