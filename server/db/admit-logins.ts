import type postgres from 'postgres'
import { loginPassword } from './logins.ts'

/**
 * Gives the logins of the server their passwords, and lets nobody else into the database but its owner: the logins of
 * another Saldo of this PostgreSQL are nobody here. `sql` is the owner's. @throws when the login of the requests may become
 * the system.
 */
export async function admitLogins(sql: postgres.Sql, prefix: string, ownerUrl: string): Promise<void> {
  const logins = [`${prefix}_server`, `${prefix}_worker`, `${prefix}_query`]
  for (const login of logins)
    await sql.unsafe(`alter role ${login} password '${loginPassword(login, ownerUrl)}'`)
  const [database] = await sql<{ name: string; ours: boolean }[]>`
    select quote_ident(datname) as name, pg_has_role(datdba, 'usage') as ours
    from pg_database where datname = current_database()`
  // Only the owner of the database may change who connects.
  if (database?.ours) {
    await sql.unsafe(`grant connect on database ${database.name} to ${logins.join(', ')}`)
    await sql.unsafe(`revoke connect on database ${database.name} from public`)
  }
  const [{ may } = { may: true }] = await sql<{ may: boolean }[]>`
    select pg_has_role(${`${prefix}_server`}::name, ${`${prefix}_system`}::name, 'member') as may`
  if (may)
    throw new Error(
      `${prefix}_server, which serves requests, may become ${prefix}_system, which sees the data of all customers. ` +
        `Take that membership away.`,
    )
}
