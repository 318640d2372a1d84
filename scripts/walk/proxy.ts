import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { program } from '../checks/find-browser.mjs'
import { root } from '../run.mjs'
import { ask, type Front } from './client.ts'
import { until } from './journal.ts'
import { type Running, start } from './processes.ts'

const run = promisify(execFile)

export type Certificate = { certificate: string; key: string; ca: string }

/** A certificate for localhost that signs itself. Null: there is no openssl. */
export async function makeCertificate(folder: string): Promise<Certificate | null> {
  const openssl = program('openssl')
  if (!openssl) return null
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  await run(openssl, [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-out', certificate, '-keyout', key],
  ])
  return { certificate, key, ca: await readFile(certificate, 'utf8') }
}

export type RunningProxy = { front: Front; running: Running }
type Before = { folder: string; tls: Certificate; port: number; http_port: number; server_port: number }

/** On Linux all of 127.0.0.0/8 is this machine: a client of its own address, whom the proxy does not take for itself. */
const clientAddress = process.platform === 'linux' ? '127.0.0.9' : undefined
const frontOf = ({ port, tls }: Before): Front => ({
  url: `https://localhost:${port}`,
  ca: tls.ca,
  ...(clientAddress && { from: clientAddress }),
})

/** Starts nginx with docs/running/nginx.conf, only its names, ports and certificate replaced. */
export async function startNginx(nginx: string, before: Before): Promise<RunningProxy> {
  const { folder, tls, port, http_port, server_port } = before
  const home = join(folder, 'nginx')
  await mkdir(join(home, 'temporary'), { recursive: true })
  const example = await readFile(join(root, 'docs/running/nginx.conf'), 'utf8')
  const site = example
    .replaceAll('saldo.example', 'localhost')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http_port};`)
    .replace(/^ *listen 443/m, `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${server_port}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate "${tls.certificate}";`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key "${tls.key}";`)
  await writeFile(join(home, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    join(home, 'nginx.conf'),
    [
      process.getuid?.() === 0 ? 'user root;' : '',
      `daemon off;\npid "${join(home, 'pid')}";\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;`,
      ...temporary.map((name) => `${name}_temp_path "${join(home, 'temporary', name)}";`),
      `include "${join(home, 'site.conf')}";\n}`,
    ].join('\n'),
  )
  const running = start({
    command: nginx,
    args: ['-e', 'stderr', '-p', home, '-c', join(home, 'nginx.conf')],
    env: { PATH: process.env.PATH },
  })
  return { front: await answering(before, running), running }
}

/** Starts Caddy with docs/running/Caddyfile, only its name, port and certificate replaced. */
export async function startCaddy(caddy: string, before: Before): Promise<RunningProxy> {
  const { folder, tls, port, server_port } = before
  const example = await readFile(join(root, 'docs/running/Caddyfile'), 'utf8')
  const file = join(folder, 'Caddyfile')
  const site = example
    .replace('saldo.example {', `https://localhost:${port} {\n\ttls "${tls.certificate}" "${tls.key}"`)
    .replace('127.0.0.1:3000', `127.0.0.1:${server_port}`)
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  const running = start({
    command: caddy,
    args: ['run', '--config', file, '--adapter', 'caddyfile'],
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  return { front: await answering(before, running), running }
}

/** Waits until something answers, be it that Saldo is not there yet. */
async function answering(before: Before, running: Running): Promise<Front> {
  const front = frontOf(before)
  try {
    await until('the proxy', async () => (await ask(front, '/healthz')).status > 0, 15)
  } catch (error) {
    await running.stop()
    throw new Error(`${(error as Error).message}\n${running.said()}`)
  }
  return front
}

/** Where a program is that not every machine has. */
export const found = (name: string): string | undefined => {
  const path = program(name) ?? `/usr/sbin/${name}`
  return existsSync(path) ? path : undefined
}
