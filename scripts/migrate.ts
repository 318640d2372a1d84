// npm run migrate: brings the database of DATABASE_URL, or that of this SALDO_HOME, up to date.
import { migrate } from '../server/db/migrate.ts'
import { readSettings } from './home/settings.ts'
import { withDatabase } from './home/with-database.ts'
import { root } from './run.mjs'

process.chdir(root)
try {
  const applied = await withDatabase(readSettings(process.env), process.env.DATABASE_URL, (url) =>
    migrate(url),
  )
  if (applied.length === 0) console.log('The database is up to date: nothing to apply.')
  for (const name of applied) console.log(`Applied ${name}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
