import { ask } from './client.ts'
import { must, until } from './journal.ts'
import type { Running } from './processes.ts'
import type { Stage } from './stage.ts'

/** What a start with live keys and nothing else must name. */
const wanted = ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'TRUST_PROXY', 'SALDO_SECRET']

/** Starts that must not be: with live keys, and with a proxy setting that trusts everybody. */
export async function tryWrongSettings({ journal, npm, settings }: Stage): Promise<void> {
  await journal.step(
    'npm start with live keys refuses, and names each missing setting and no secret',
    async () => {
      const run = npm(['start'], {
        ...{ DATABASE_URL: settings.DATABASE_URL as string, SALDO_HOME: settings.SALDO_HOME as string },
        ...{ STRIPE_SECRET_KEY: 'sk_live_geheim', STRIPE_PUBLISHABLE_KEY: 'pk_live_geheim' },
        STRIPE_WEBHOOK_SECRET: 'whsec_geheim',
      })
      must((await run.ended) !== 0, 'it started')
      for (const name of wanted)
        must(run.said().includes(`${name}: `), `${name} is not named:\n${run.said()}`)
      must(!run.said().includes('geheim'), 'a secret is in the message')
    },
  )
  await journal.step('npm start with TRUST_PROXY=true refuses', async () => {
    const run = npm(['start'], { ...settings, TRUST_PROXY: 'true' })
    must((await run.ended) !== 0, 'it started')
    must(run.said().includes('TRUST_PROXY: trusts everybody'), run.said())
  })
}

/** `npm start` until it says that it is ready. The first one builds the pages. */
export async function startSaldo(stage: Stage): Promise<Running> {
  const { npm, server_url } = stage
  const saldo = npm(['start'])
  let code: number | undefined
  void saldo.ended.then((ended) => {
    code = ended
  })
  await until(
    'npm start',
    async () => {
      if (code !== undefined) throw new Error(`it ended with ${code}: ${saldo.said()}`)
      return (
        saldo.said().includes('Saldo is ready') && (await ask({ url: server_url }, '/readyz')).status === 200
      )
    },
    240,
  ).catch((error: Error) => {
    throw new Error(`${error.message}\n${saldo.said()}`)
  })
  return saldo
}

/** Stops it as systemd does, and waits until nothing listens. */
export async function stopSaldo({ server_url }: Stage, saldo: Running): Promise<void> {
  await saldo.stop()
  await until('the end of the server', () =>
    ask({ url: server_url }, '/healthz').then(
      () => false,
      () => true,
    ),
  )
}
