import { versions } from '@saldo/contract/settings'
import { type Edition, isOlder } from '@saldo/domain/app-version'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { minimum, version } from '../version.ts'
import { editionOf } from './edition-of.ts'
import { ApiError } from './errors.ts'
import { isCounted } from './request-rates.ts'

const asksVersions = versions.route.slice('GET '.length)

/**
 * Refuses with 426 the calls of a web app older than the minimum of its edition, which could misread the answers. A
 * request without a valid `app-version` does not come from our web app and is served. The endpoint that tells the
 * versions always answers. Only an app that is older than the server costs a look at the database, where super users
 * set the minimum: so it holds for all servers at once. It comes after the rate limit, and only where that counts: else a
 * header would make any number of requests cost a query.
 */
export function refuseOldApps(app: FastifyInstance, services: Services): void {
  app.addHook('preParsing', async (request) => {
    const given = request.headers['app-version']
    if (typeof given !== 'string' || !isOlder(given, version)) return
    if (request.routeOptions.url === asksVersions || !isCounted(request)) return
    if (isOlder(given, await oldestAnswered(services, editionOf(request))))
      throw new ApiError(426, 'app_version_too_old', 'Versione non aggiornata, pulire la cache del browser')
  })
}

/** The oldest web app of this edition that is answered. */
export async function oldestAnswered({ sql }: Services, edition: Edition): Promise<string> {
  const [row] = await sql<{ set: string | null }[]>`select minimum_version(${edition}) as set`
  return oldestOf(row?.set ?? null)
}

/** What a super user set, unless this release understands only newer web apps. */
export const oldestOf = (set: string | null): string =>
  set === null || isOlder(set, minimum) ? minimum : set
