import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { instance } from './instances.ts'

/**
 * The database of the instance under test, for what would take days, and for mails, which are not readable elsewhere.
 * Journeys change nothing else in it, except the password or second step of users created for one journey.
 */
export function ownDatabase(): postgres.Sql {
  const { home } = instance
  const { postgres_owner_password } = JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8'))
  // The fourth line of the server's pid file is its port.
  const port = Number(readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3])
  return postgres({
    host: '127.0.0.1',
    port,
    user: 'saldo',
    password: postgres_owner_password,
    database: 'saldo',
    max: 1,
    onnotice: () => {},
  })
}

/** The first link to `page` in the latest mail of this kind to that address. */
export async function linkMailedTo(sql: postgres.Sql, address: string, template: string, page: string) {
  const [mail] = await sql`
    select text from emails where to_address = ${address} and template = ${template} order by email_id desc limit 1`
  return new RegExp(`(?:/#)?/${page}/[\\w-]+`).exec(mail?.text ?? '')?.[0] ?? null
}
