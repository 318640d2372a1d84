// npm run first-user -- mail@example.it: makes a user of the back office, and prints the link to their first password.
import { buildApp } from '../server/app.ts'
import { loginsOf } from '../server/db/logins.ts'
import { migrate } from '../server/db/migrate.ts'
import { readEnv } from '../server/env.ts'
import { makeFirstUser } from '../server/features/users/first-user.ts'
import { serverEnvironment } from './home/environments.ts'
import { inventSecrets } from './home/secrets.ts'
import { readSettings } from './home/settings.ts'
import { withDatabase } from './home/with-database.ts'
import { root } from './run.mjs'

const usage =
  'Whose e-mail address? npm run first-user -- mail@example.it (with --another: one more of the back office)'

process.chdir(root)
try {
  const { email, another } = readArguments(process.argv.slice(2))
  const settings = readSettings(process.env)
  await withDatabase(settings, process.env.DATABASE_URL, async (url) => {
    await migrate(url)
    const given = { ...process.env, LOG_LEVEL: 'silent' }
    // The link derives from no secret, so that any will do here.
    const app = await buildApp(
      readEnv(serverEnvironment(settings, inventSecrets(), url, given)),
      await loginsOf(url),
      { worker: false },
    )
    try {
      const made = await makeFirstUser(app.services, { email, another })
      console.log(
        `The link for ${email} to choose a password. It is valid for 72 hours, once:\n\n  ${made.url}\n`,
      )
      console.log(
        made.mailed
          ? 'It is also mailed to that address.'
          : 'No mail server is set (SMTP_URL), so it is not mailed: pass it on yourself.',
      )
    } finally {
      await app.close()
    }
  })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

/** @throws with the usage when there is not one address, or an option that does not exist. */
function readArguments(given: string[]): { email: string; another: boolean } {
  const options = given.filter((each) => each.startsWith('--'))
  const [email, ...more] = given.filter((each) => !each.startsWith('--'))
  if (!email || more.length > 0 || options.some((each) => each !== '--another')) throw new Error(usage)
  return { email, another: options.length > 0 }
}
