// npm start, once Node 24 and the dependencies are there: three processes, kept alive, stopped in order.
import { existsSync } from 'node:fs'
import { readEnv } from '../server/env.ts'
import { hasNoUser } from '../server/features/users/no-user.ts'
import { filesIn } from '../server/files/file-store.ts'
import { countPlainFiles } from '../server/files/rotate-file-keys.ts'
import { ensureWebBuilt } from './build-web.mjs'
import { sandboxEnvironment, serverEnvironment } from './home/environments.ts'
import { claimHome } from './home/instance.ts'
import { inventSecrets, readOrCreateSecrets, type Secrets } from './home/secrets.ts'
import { placesIn, readSettings, type Settings, SettingsError } from './home/settings.ts'
import { provision } from './postgres/postgres.ts'
import { type Child, type ChildNews, type ChildSpec, superviseChild } from './processes/child.ts'
import { clusterOf, pagesChild, postgresChild, sandboxChild, serverChild } from './processes/children.ts'
import { stopOrphans } from './processes/orphans.ts'
import { freePortLike, isFree } from './processes/ports.ts'
import { stopInOrder, stopOnRequest } from './processes/shutdown.ts'
import { restartOnChange } from './processes/watch-sources.ts'
import { dim, green, red, seconds, step } from './progress.mjs'
import { root } from './run.mjs'
import { welcome } from './welcome.ts'

const started = performance.now()
const watching = process.argv.includes('--watch')
const say = (line: string) => console.log(`  ${line}`)
const children: Child[] = []
const { stopping } = stopOnRequest(children, say)

process.chdir(root)
try {
  const settings = checkSettings()
  takeOwnership(settings)
  await clearTheWay(settings)
  await buildPages()
  // Only this account may read the files that this process and its children write from here on.
  process.umask(0o077)
  await startEverything(settings, readOrCreateSecrets(placesIn(settings.home).secrets))
} catch (error) {
  if (!stopping()) {
    console.error(red((error as Error).message))
    await stopInOrder(children)
    process.exit(1)
  }
}

/** Everything that can be known to be wrong before anything starts. */
function checkSettings(): Settings {
  const settings = readSettings(process.env)
  readEnv(
    serverEnvironment(
      settings,
      inventSecrets(),
      process.env.DATABASE_URL || 'postgres://saldo@localhost/saldo',
      process.env,
    ),
  )
  return settings
}

function takeOwnership({ home, port }: Settings) {
  const other = claimHome(home, `http://localhost:${port}`)
  if (!other) return
  const where = other.url ? `: ${other.url} (process ${other.pid})` : ''
  throw new SettingsError(
    `Saldo is already running on ${home}${where}. To start another: SALDO_HOME=.saldo-2 PORT=${port + 1000} npm start`,
  )
}

async function clearTheWay(settings: Settings) {
  const orphans = await stopOrphans(settings.home)
  if (orphans.length > 0) say(dim(`Stopped processes left over from the last run: ${orphans.join(', ')}`))
  const wanted = [
    { port: settings.port, what: 'Saldo' },
    ...(settings.own_sandbox ? [{ port: settings.sandbox_port, what: 'the payment sandbox' }] : []),
    ...(settings.own_postgres ? [{ port: settings.postgres_port, what: 'PostgreSQL' }] : []),
    ...(watching ? [{ port: settings.pages_port, what: 'the pages with reload' }] : []),
  ]
  for (const { port, what } of wanted) {
    if (await isFree(port)) continue
    const instead = await freePortLike(settings.port, wanted.length)
    throw new SettingsError(`Port ${port} (for ${what}) is in use. Choose others: PORT=${instead} npm start`)
  }
}

async function buildPages() {
  try {
    await ensureWebBuilt()
  } catch (error) {
    // Under `npm run dev` the developer sees the error where Vite shows it.
    if (!watching) throw error
    say((error as Error).message)
  }
}

async function startEverything(settings: Settings, secrets: Secrets) {
  const { home, server_url } = settings
  const database_url = settings.own_postgres
    ? await startPostgres(settings, secrets)
    : process.env.DATABASE_URL
  const shown = { home, on_terminal: watching }
  if (settings.own_sandbox) {
    const env = sandboxEnvironment(settings, secrets)
    const sandbox = await start(sandboxChild(settings.sandbox_port, { env, ...shown }))
    if (watching) restartOnChange(sandbox, ['sandbox'], say)
  }
  const given = watching ? { ENVIRONMENT: 'develop', ...process.env } : process.env
  const env = serverEnvironment(settings, secrets, database_url ?? '', given)
  const plain = existsSync(filesIn(home)) ? await countPlainFiles(filesIn(home)) : 0
  if (plain > 0) say(`${plain} uploaded files are not encrypted yet. Encrypt them: npm run rotate-file-keys`)
  const server = await start(serverChild(server_url, { env, ...shown }))
  if (watching) {
    restartOnChange(server, ['server', 'contract', 'domain'], say)
    await start(pagesChild(settings.pages_port, { env: { ...process.env, SALDO_API: server_url }, ...shown }))
  }
  for (const line of welcome({
    address: env.PUBLIC_URL ?? server_url,
    demo: settings.demo,
    no_user: await hasNoUser(env.DATABASE_URL ?? ''),
    bill_url: await demoBill(server_url),
    pages_url: watching ? `http://localhost:${settings.pages_port}` : null,
    seconds: seconds(started),
  })) {
    console.log(line)
  }
}

/** @returns the address with which the server owns its database. */
async function startPostgres(settings: Settings, secrets: Secrets): Promise<string> {
  const cluster = clusterOf(settings, secrets)
  await start(await postgresChild(cluster, settings.home))
  return provision(cluster, { password: secrets.postgres_owner_password, database: 'saldo' })
}

async function start(spec: ChildSpec): Promise<Child> {
  const child = superviseChild(spec, tell)
  children.push(child)
  await step(spec.label, child.start)
  return child
}

function tell(news: ChildNews) {
  if (stopping()) return
  if (news.kind === 'back') return say(`${green('✓')} ${news.label} is ready again`)
  const what = news.kind === 'stopped' ? `${news.label} stopped (${news.why}).` : news.why
  say(red(`✗ ${what} Restarting in ${news.again_in_ms / 1000} s`))
  for (const line of news.lines) say(dim(`    ${line}`))
}

async function demoBill(server_url: string): Promise<string | null> {
  const ready = (await (await fetch(`${server_url}/readyz`)).json()) as { demo_bill_url?: string | null }
  return ready.demo_bill_url ?? null
}
