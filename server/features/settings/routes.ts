import * as contract from '@saldo/contract/settings'
import { serveOpenly } from '../../http/serve.ts'
import { builtVersion, minimum } from '../../version.ts'

/** Read once: a deploy starts a new process with its new build. */
const newest = { frontend: builtVersion('business'), frontend_b2c: builtVersion('b2c'), minimum }

const versions = serveOpenly(contract.versions, async () => newest)

export const settingRoutes = [versions]
