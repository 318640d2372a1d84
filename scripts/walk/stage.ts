import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '../../server/testing/sandbox.ts'
import { node24 } from '../run.mjs'
import { ask, type Front } from './client.ts'
import { type OwnDatabase, startOwnDatabase } from './database.ts'
import { type Journal, must, until } from './journal.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { copyProject, openPlace } from './place.ts'
import { type Running, start } from './processes.ts'
import {
  type Certificate,
  found,
  makeCertificate,
  type RunningProxy,
  startCaddy,
  startNginx,
} from './proxy.ts'

/** Everything around Saldo that in production is somebody else's, and Saldo's settings among it. */
export type Stage = {
  journal: Journal
  /** The copy of the project, at a path with a space and an accent. */
  project: string
  database: OwnDatabase
  mail: MailServer
  /** Where people reach Saldo. */
  front: Front
  /** The address of the server itself, which only the proxies use. */
  server_url: string
  settings: Record<string, string>
  /** Runs `npm …` in the copy, with exactly these settings. */
  npm: (args: string[], settings?: Record<string, string>) => Running
  /** Starts the second proxy; null where there is none. */
  caddy: () => Promise<RunningProxy | null>
  close: () => Promise<void>
}

type Ending = () => Promise<void>

/** Sets the stage. What has started is stopped in reverse order by `close`, also if a later part fails. */
export async function openStage(journal: Journal): Promise<Stage> {
  const endings: Ending[] = []
  const close = async () => {
    for (const end of endings.reverse().splice(0)) await end().catch(() => {})
  }
  // When the walk is interrupted, or its parent process ends, it stops all that it started.
  for (const sign of ['SIGINT', 'SIGTERM', 'disconnect'])
    process.once(sign, () => void close().then(() => process.exit(130)))
  try {
    return await setUp(journal, endings, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function setUp(journal: Journal, endings: Ending[], close: Ending): Promise<Stage> {
  const { step } = journal
  const { folder, remove } = await openPlace()
  endings.push(remove)
  const project = await step('The project is copied to a folder with a space and an accent', () =>
    copyProject(folder),
  )
  const database = await step('A PostgreSQL of its own runs; the README’s SQL makes owner and database', () =>
    startOwnDatabase(folder),
  )
  endings.push(database.stop)
  const mail = await step('A mail server of its own runs', startMailServer)
  endings.push(mail.stop)
  const [port, proxy_port, http_port, caddy_port, sandbox_port] = await freePorts(5)
  const server_url = `http://127.0.0.1:${port}`
  const tls = await makeCertificate(folder)
  const before = (at: number, certificate: Certificate) => ({
    ...{ folder, tls: certificate, port: at, http_port, server_port: port },
  })
  const nginx = found('nginx')
  const proxy = await maybe(
    journal,
    'nginx with docs/running/nginx.conf speaks HTTPS',
    nginx && tls,
    async () => {
      const started = await startNginx(nginx as string, before(proxy_port, tls as Certificate))
      const redirected = await ask({ url: `http://localhost:${http_port}` }, '/')
      must(redirected.status === 301, `http is not sent on to https: ${redirected.status}`)
      return started
    },
  )
  if (proxy) endings.push(() => proxy.running.stop())
  const front = proxy?.front ?? { url: server_url }
  const secret = `whsec_${randomBytes(12).toString('hex')}`
  const sandbox = await step('The payment sandbox stands for Stripe', () =>
    startSandbox(project, folder, sandbox_port, { front, secret, certificate: tls?.certificate }),
  )
  endings.push(() => sandbox.stop())
  const settings = {
    ...{ DATABASE_URL: database.url, SALDO_HOME: join(folder, 'Dati è qui'), PORT: String(port) },
    ...{ STRIPE_SECRET_KEY: 'sk_test_saldo', STRIPE_PUBLISHABLE_KEY: 'pk_test_saldo' },
    ...{ STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_BASE: `http://127.0.0.1:${sandbox_port}` },
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'Saldo <posta@saldo.example>' },
    ...{ SALDO_SECRET: randomBytes(32).toString('hex'), PUBLIC_URL: front.url, TRUST_PROXY: '127.0.0.1' },
  }
  const { PATH, HOME = folder } = process.env
  return {
    ...{ journal, project, database, mail, front, server_url, settings, close },
    npm: (args, given = settings) => {
      const env = { PATH, HOME, CI: 'true', ...given }
      const running = start({ command: 'npm', args, cwd: project, env })
      endings.push(() => running.stop())
      return running
    },
    caddy: async () => {
      const caddy = found('caddy')
      const other = await maybe(journal, 'Caddy with docs/running/Caddyfile speaks HTTPS', caddy && tls, () =>
        startCaddy(caddy as string, before(caddy_port, tls as Certificate)),
      )
      if (other) endings.push(() => other.running.stop())
      return other
    },
  }
}

/** Does the step where this machine has what it needs; else the log says that it does not. */
async function maybe<Result>(journal: Journal, title: string, can: unknown, work: () => Promise<Result>) {
  if (can) return journal.step(title, work)
  journal.skip(title, 'the program or openssl is not installed')
  return null
}

async function freePorts(count: number): Promise<[number, number, number, number, number]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports] as [number, number, number, number, number]
}

type Hooks = { front: Front; secret: string; certificate?: string }

async function startSandbox(
  project: string,
  folder: string,
  port: number,
  { front, secret, certificate }: Hooks,
) {
  const hook = { account_key: 'sk_test_saldo', url: `${front.url}/v1/stripe/webhook/stripe`, secret }
  const sandbox = start({
    command: node24,
    args: [join(project, 'sandbox/main.ts')],
    env: {
      ...{ PATH: process.env.PATH, PORT: String(port), SANDBOX_HOME: join(folder, 'sandbox') },
      SANDBOX_WEBHOOKS: JSON.stringify([hook]),
      // Its webhooks come through the proxy, whose certificate signs itself.
      ...(certificate && { NODE_EXTRA_CA_CERTS: certificate }),
    },
  })
  await until(
    'the sandbox',
    async () => (await ask({ url: `http://127.0.0.1:${port}` }, '/healthz')).status === 200,
  )
  return sandbox
}
