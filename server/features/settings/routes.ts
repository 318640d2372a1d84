import * as contract from '@saldo/contract/settings'
import { serveOpenly } from '../../http/serve.ts'
import { version } from '../../version.ts'

const versions = serveOpenly(contract.versions, async () => ({ frontend: version, frontend_b2c: version }))

export const settingRoutes = [versions]
