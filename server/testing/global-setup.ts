import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { startDatabaseServer } from './database-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's connection to the database `postgres`, from which `saldo_template` is cloned. */
    postgresUrl: string
  }
}

/** One Postgres for the whole run, migrated once; every test then clones the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startDatabaseServer()
  try {
    await migrate(server.url)
    const postgresUrl = server.url.replace(/saldo_template$/, 'postgres')
    await close(postgresUrl)
    project.provide('postgresUrl', postgresUrl)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server.stop
}

/** A template that somebody is connected to cannot be cloned. */
async function close(postgresUrl: string) {
  const sql = postgres(postgresUrl, { max: 1 })
  await sql`alter database saldo_template with is_template true allow_connections false`
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'saldo_template'`
  await sql.end()
}
