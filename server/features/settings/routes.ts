import * as contract from '@saldo/contract/settings'
import { type Env, environmentOf, readsMailInProduct } from '../../env.ts'
import { serveOpenly } from '../../http/serve.ts'
import { builtVersion, minimum } from '../../version.ts'

/** Read once: a deploy starts a new process. */
const newest = { frontend: builtVersion('business'), frontend_b2c: builtVersion('b2c'), minimum }

const versions = serveOpenly(contract.versions, async ({ services: { env } }) => ({
  ...newest,
  outbox: readsMailInProduct(env),
  web_push: webPushOf(env),
  environment: environmentOf(env),
}))

/** Null unless messages are sent to devices at all. */
function webPushOf({ FIREBASE_SERVICE_ACCOUNT: account, FIREBASE_WEB_APP: app }: Env) {
  if (!account || !app) return null
  return { api_key: app.apiKey, app_id: app.appId, project_id: app.projectId, vapid_key: app.vapidKey }
}

export const settingRoutes = [versions]
