import { provision } from '../postgres/postgres.ts'
import { superviseChild } from '../processes/child.ts'
import { clusterOf, postgresChild } from '../processes/children.ts'
import { stopOrphans } from '../processes/orphans.ts'
import { claimHome } from './instance.ts'
import { readOrCreateSecrets } from './secrets.ts'
import { placesIn, type Settings } from './settings.ts'

/**
 * Calls `work` with the owner's address of the database: that of DATABASE_URL if `given`, else of Saldo's own in this
 * SALDO_HOME. It uses the PostgreSQL of a running instance; otherwise it starts it and stops it again.
 */
export async function withDatabase<Result>(
  settings: Settings,
  given: string | undefined,
  work: (owner_url: string) => Promise<Result>,
): Promise<Result> {
  if (given) return work(given)
  const running = claimHome(settings.home, settings.server_url) !== null
  const secrets = readOrCreateSecrets(placesIn(settings.home).secrets)
  const cluster = clusterOf(settings, secrets)
  const owner = { password: secrets.postgres_owner_password, database: 'saldo' }
  if (running) return work(await provision(cluster, owner))
  await stopOrphans(settings.home)
  const postgres = superviseChild(await postgresChild(cluster, settings.home), () => {})
  await postgres.start()
  try {
    return await work(await provision(cluster, owner))
  } finally {
    await postgres.stop()
  }
}
