import { openSessions } from '../../db/connection.ts'

/** Said at the start of a server that nobody can use yet. */
export const noUserSentence =
  'Nobody can sign in: the database has no user yet. Make the first one, of the back office: npm run first-user -- mail@example.it'

/** Whether the database of this address, its owner's, has no user at all. */
export async function hasNoUser(ownerUrl: string): Promise<boolean> {
  const sql = openSessions(ownerUrl, { max: 1 })
  try {
    return (await sql`select from users limit 1`).length === 0
  } finally {
    await sql.end()
  }
}
