import { versions } from '@saldo/contract/settings'
import { isOlder } from '@saldo/domain/app-version'
import type { FastifyInstance } from 'fastify'
import { minimum } from '../version.ts'
import { ApiError } from './errors.ts'

const asksVersions = versions.route.slice('GET '.length)

/**
 * Refuses with 426 the calls of a web app older than `minimum`, which could misread the answers. A request without a
 * valid `app-version` does not come from our web app and is served. The endpoint that tells the versions always
 * answers.
 */
export function refuseOldApps(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const given = request.headers['app-version']
    if (typeof given !== 'string' || !isOlder(given, minimum)) return
    if (request.routeOptions.url === asksVersions) return
    throw new ApiError(426, 'app_version_too_old', 'Versione non aggiornata, pulire la cache del browser')
  })
}
