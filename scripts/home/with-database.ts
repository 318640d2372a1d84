import { existsSync } from 'node:fs'
import { provision } from '../postgres/postgres.ts'
import { superviseChild } from '../processes/child.ts'
import { clusterOf, postgresChild } from '../processes/children.ts'
import { stopOrphans } from '../processes/orphans.ts'
import { claimHome } from './instance.ts'
import { requireHome } from './require-home.mjs'
import { readOrCreateSecrets } from './secrets.ts'
import { placesIn, type Settings, SettingsError } from './settings.ts'

/**
 * Calls `work` with the owner's address of the database, and where that is, in words: that of DATABASE_URL if `given`, else of Saldo's own in this
 * SALDO_HOME. It uses the PostgreSQL of a running instance; otherwise it starts it and stops it again.
 * @throws SettingsError when there is neither: an empty one made here would only look like the right one.
 */
export async function withDatabase<Result>(
  settings: Settings,
  given: string | undefined,
  work: (owner_url: string, where: string) => Promise<Result>,
): Promise<Result> {
  const { home } = settings
  if (given) return work(given, whereIs(given))
  requireHome(home)
  if (!existsSync(placesIn(home).postgres))
    throw new SettingsError(
      `There is no database: DATABASE_URL is not set, and ${home} holds no PostgreSQL of Saldo’s own. Give the settings ` +
        'that the server has (set -a; . /etc/saldo.env; set +a), or run npm start once to make one.',
    )
  const where = `in Saldo’s own PostgreSQL in ${home}`
  const running = claimHome(home, settings.server_url) !== null
  const secrets = readOrCreateSecrets(placesIn(home).secrets)
  const cluster = clusterOf(settings, secrets)
  const owner = { password: secrets.postgres_owner_password, database: 'saldo' }
  if (running) return work(await provision(cluster, owner), where)
  await stopOrphans(home)
  const postgres = superviseChild(await postgresChild(cluster, home), () => {})
  await postgres.start()
  try {
    return await work(await provision(cluster, owner), where)
  } finally {
    await postgres.stop()
  }
}

/** Without the name and the password of the owner. */
function whereIs(given: string): string {
  const url = URL.parse(given)
  return `in the database ${url?.pathname.slice(1)} on ${url?.host}`
}
