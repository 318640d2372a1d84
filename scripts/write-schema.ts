// npm run schema: writes schema.sql from a database that is made for it and migrated.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { describeSchema } from '../server/db/describe-schema.ts'
import { migrate } from '../server/db/migrate.ts'
import { startDatabaseServer } from '../server/testing/database-server.ts'

const file = new URL('../server/db/schema.sql', import.meta.url)
const server = await startDatabaseServer()
try {
  await migrate(server.url)
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  writeFileSync(file, `${await describeSchema(sql)}\n`)
  await sql.end()
  console.log(`Wrote ${fileURLToPath(file)}`)
} finally {
  await server.stop()
}
