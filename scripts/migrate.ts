// npm run migrate: brings the database of DATABASE_URL, or that of this SALDO_HOME, up to date.
import { migrate } from '../server/db/migrate.ts'
import { claimHome } from './home/instance.ts'
import { readOrCreateSecrets } from './home/secrets.ts'
import { placesIn, readSettings, type Settings } from './home/settings.ts'
import { provision } from './postgres/postgres.ts'
import { superviseChild } from './processes/child.ts'
import { clusterOf, postgresChild } from './processes/children.ts'
import { stopOrphans } from './processes/orphans.ts'
import { root } from './run.mjs'

process.chdir(root)
try {
  const settings = readSettings(process.env)
  const applied = process.env.DATABASE_URL
    ? await migrate(process.env.DATABASE_URL)
    : await migrateOwnDatabase(settings)
  if (applied.length === 0) console.log('The database is up to date: nothing to apply.')
  for (const name of applied) console.log(`Applied ${name}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

/** Uses the PostgreSQL of a running instance; otherwise starts it and stops it again. */
async function migrateOwnDatabase(settings: Settings): Promise<string[]> {
  const running = claimHome(settings.home, settings.server_url) !== null
  const secrets = readOrCreateSecrets(placesIn(settings.home).secrets)
  const cluster = clusterOf(settings, secrets)
  const owner = { password: secrets.postgres_owner_password, database: 'saldo' }
  if (running) return migrate(await provision(cluster, owner))
  await stopOrphans(settings.home)
  const postgres = superviseChild(await postgresChild(cluster, settings.home), () => {})
  await postgres.start()
  try {
    return await migrate(await provision(cluster, owner))
  } finally {
    await postgres.stop()
  }
}
