import { createHash } from 'node:crypto'
import { openSessions } from './connection.ts'

/** The addresses of the database for the logins of the server, none of which owns anything. */
export type Logins = {
  /** May become each actor, but not the system. */
  requests: string
  /** May become the system, or a customer whose work it continues; also takes jobs from the queue. */
  jobs: string
  /** Runs the queries that super users write, and becomes nobody. */
  queries: string
}

/**
 * Asks a migrated database, by its owner's address, for the logins of the server. Their passwords follow from the owner's.
 */
export async function loginsOf(ownerUrl: string): Promise<Logins> {
  const sql = openSessions(ownerUrl, { max: 1 })
  try {
    const [row] = await sql<{ role_prefix: string }[]>`
      select role_prefix from migrations order by name desc limit 1`
    if (!row) throw new Error('The database is empty: run npm run migrate first.')
    return loginsWith(row.role_prefix, ownerUrl)
  } finally {
    await sql.end()
  }
}

function loginsWith(prefix: string, ownerUrl: string): Logins {
  const urlFor = (login: string) => {
    const url = new URL(ownerUrl)
    url.username = login
    url.password = loginPassword(login, ownerUrl)
    return url.href
  }
  return {
    requests: urlFor(`${prefix}_server`),
    jobs: urlFor(`${prefix}_worker`),
    queries: urlFor(`${prefix}_query`),
  }
}

/** @throws when the owner's address has no password, because anybody could then derive that of the logins. */
export function loginPassword(login: string, ownerUrl: string): string {
  const password = decodeURIComponent(new URL(ownerUrl).password)
  if (password === '')
    throw new Error(
      'DATABASE_URL: there is no password in it. The passwords of the logins of the server follow from it: give the owner of the ' +
        'database one.',
    )
  return createHash('sha256').update(`${login}:${password}`).digest('hex')
}
