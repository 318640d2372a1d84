import { connect } from '../../db/connection.ts'
import { type Entrance, transactionAs } from '../../db/transaction.ts'
import { type Env, environmentOf } from '../../env.ts'
import { verifyPassword } from '../../identity/hash-password.ts'
import { demoPassword, demoUsers } from './generate/studios.ts'

/**
 * Refuses a database that holds the demo where real money moves: everybody knows the passwords of its users. `jobs_url` is
 * the login of jobs. Called before anything is served or mailed. @throws an Error that says what to do.
 */
export async function refuseDemoLive(env: Env, jobs_url: string): Promise<void> {
  if (environmentOf(env) !== 'production') return
  const hashes = await passwordsOfDemoUsers(jobs_url)
  const public_ones = await Promise.all(hashes.map((hash) => verifyPassword(hash, demoPassword)))
  if (public_ones.includes(true))
    throw new Error(
      'This database holds the demo, whose passwords are public, and the keys of the provider are live. Start with a ' +
        'database of its own (DATABASE_URL, or another SALDO_HOME).',
    )
}

async function passwordsOfDemoUsers(jobs_url: string): Promise<string[]> {
  const names = demoUsers.map(({ user_name }) => user_name)
  const sql = connect(jobs_url, { max: 1 })
  try {
    const become: Entrance<null> = {
      become: (tx) => tx`select enter('saldo_system', null, null, null)`,
      recognise: () => null,
    }
    const found = await transactionAs(
      sql,
      become,
      (tx) => tx<{ password_hash: string }[]>`
        select c.password_hash from credentials c join users u using (user_id)
        where u.user_name = any (${names}) and u.state <> 'removed'`,
    )
    return found.map(({ password_hash }) => password_hash)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
