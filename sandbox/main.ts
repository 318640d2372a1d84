import { createServer } from 'node:net'
import { buildSandbox } from './app.ts'
import type { BootWebhook } from './resources/webhook-endpoints.ts'

const {
  PORT,
  SANDBOX_HOME,
  SANDBOX_HOST,
  SANDBOX_URL,
  SANDBOX_SEPA_SECONDS,
  SANDBOX_SEPA_LATER_SECONDS,
  SANDBOX_WEBHOOKS,
} = process.env

process.umask(0o077)
const port = whole('PORT', PORT, 3001)
const host = SANDBOX_HOST || '127.0.0.1'
await portMustBeFree()
const { app, close } = await buildSandbox({
  home: SANDBOX_HOME || '.sandbox',
  sepa_seconds: whole('SANDBOX_SEPA_SECONDS', SANDBOX_SEPA_SECONDS, 3),
  sepa_later_seconds: whole('SANDBOX_SEPA_LATER_SECONDS', SANDBOX_SEPA_LATER_SECONDS, 180),
  webhooks: webhooks(),
  public_url: SANDBOX_URL || undefined,
}).catch(stop)

await app.listen({ port, host }).catch(stop)
process.stdout.write(`sandbox: listening on http://${host}:${port}, book in ${SANDBOX_HOME || '.sandbox'}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    close().then(() => process.exit(0), stop)
  })

/** Checked before the book is opened: two processes must never write one book. */
async function portMustBeFree(): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve)).catch(
    stop,
  )
  await new Promise((resolve) => probe.close(resolve))
}

function webhooks(): BootWebhook[] {
  try {
    const list: unknown = JSON.parse(SANDBOX_WEBHOOKS || '[]')
    const texts = (entry: Record<string, unknown>) =>
      ['account_key', 'url', 'secret'].every((name) => typeof entry[name] === 'string')
    if (Array.isArray(list) && list.every(texts)) return list as BootWebhook[]
  } catch {
    // Reported below like any other wrong value.
  }
  stop(new Error('SANDBOX_WEBHOOKS must be JSON: [{"account_key", "url", "secret"}, …]'))
}

function whole(name: string, value: string | undefined, otherwise: number): number {
  const number = Number(value || otherwise)
  if (Number.isInteger(number) && number >= 0) return number
  stop(new Error(`${name} must be a whole number, not '${value}'`))
}

function stop(error: Error): never {
  process.stderr.write(`sandbox: ${error.message}\n`)
  process.exit(1)
}
