// Whether SALDO_HOME can be used, asked before minutes of installing. A plain .mjs, because it runs before Node 24 is there.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { root } from '../run.mjs'

/**
 * The folder of data, secrets and logs, absolute.
 * @param {NodeJS.ProcessEnv} env
 */
export const homeOf = (env) => resolve(root, env.SALDO_HOME || '.saldo')

/** What the supervisor and the server write there. PostgreSQL's own folder may belong to its own account. */
const ours = ['files', 'logs', 'running', 'sandbox', 'secrets.json', 'instance.json', 'lock']

/**
 * Refuses a SALDO_HOME that this user cannot write, and one of another user when this is root: what root makes there, that
 * user cannot change.
 * @param {string} home absolute
 * @throws {Error} with one sentence that names the setting, the user and what to do
 */
export function requireHome(home) {
  const known = [home, ...ours.map((name) => join(home, name))].filter((path) => existsSync(path))
  if (known.length === 0) return requireWritable(nearest(home), home)
  if (!statSync(home).isDirectory()) throw new Error(`SALDO_HOME: ${home} is no folder.`)
  const owner = statSync(home).uid
  if (process.getuid?.() === 0 && owner !== 0)
    throw new Error(
      `SALDO_HOME: ${home} belongs to ${nameOf(owner)}, and this is root, whose files ${nameOf(owner)} could not change. ` +
        `Run it as that user: runuser -u ${nameOf(owner)} -- npm …`,
    )
  for (const path of known) requireWritable(path, home)
}

function requireWritable(path, home) {
  try {
    accessSync(path, constants.W_OK | (statSync(path).isDirectory() ? constants.X_OK : 0))
  } catch {
    const user = nameOf(process.getuid?.() ?? 0)
    const belongs = `${path}, which belongs to ${nameOf(statSync(path).uid)}`
    throw new Error(
      path === home || known(path, home)
        ? `SALDO_HOME: ${user} cannot write ${belongs}. Give the folder to them: chown -R ${user} ${quoted(home)}`
        : `SALDO_HOME: ${user} cannot make ${home} in ${belongs}. Make it for them: install -d -o ${user} -m 700 ${quoted(home)}`,
    )
  }
}

const known = (path, home) => dirname(path) === home

const nearest = (path) => (existsSync(path) ? path : nearest(dirname(path)))

const quoted = (path) => (/^[\w/.-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

/** The name of a user, or the number where the machine knows none. */
function nameOf(uid) {
  try {
    return execFileSync('id', ['-nu', String(uid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return String(uid)
  }
}
