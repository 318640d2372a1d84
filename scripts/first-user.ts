// npm run first-user -- mail@example.it: makes a user of the back office, and prints the link to their first password.
import { buildApp } from '../server/app.ts'
import { loginsOf } from '../server/db/logins.ts'
import { migrate } from '../server/db/migrate.ts'
import { readEnv } from '../server/env.ts'
import { type FirstUserMail, makeFirstUser } from '../server/features/users/first-user.ts'
import { serverEnvironment } from './home/environments.ts'
import { requireHome } from './home/require-home.mjs'
import { inventSecrets } from './home/secrets.ts'
import { readSettings } from './home/settings.ts'
import { withDatabase } from './home/with-database.ts'
import { root } from './run.mjs'

const usage =
  'Whose e-mail address? npm run first-user -- mail@example.it (with --another: one more of the back office)'

const mailSentences: Record<FirstUserMail, string> = {
  queued: 'It also waits as a mail to that address, which leaves while Saldo runs.',
  withheld:
    'It is not mailed, because that mailbox got too many mails within an hour or a day: pass it on yourself.',
  'no mail server': 'No mail server is set (SMTP_URL), so it is not mailed: pass it on yourself.',
}

process.chdir(root)
try {
  const { email, another } = readArguments(process.argv.slice(2))
  const settings = readSettings(process.env)
  requireHome(settings.home)
  await withDatabase(settings, process.env.DATABASE_URL, async (url, where) => {
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
        `${email} is a user of the back office ${where}.\nThe link to choose a password. It is valid for 72 hours, once:\n\n  ${made.url}\n`,
      )
      console.log(mailSentences[made.mail])
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
