import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/run.mjs'

/** Fetched when it is asked for: it weighs more than all that Saldo needs to run. */
const lighthouse = 'lighthouse@13.5.0'

/** Milliseconds, a shift without unit, a count, and transferred kB. */
export type Measured = { lcp: number; tbt: number; cls: number; requests: number; scripts: number }

type Audit = { numericValue: number; details: { items: { resourceType: string; transferSize: number }[] } }

/** One run of Lighthouse with its settings for a phone. */
export async function measureWithLighthouse(url: string): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saldo-lighthouse-'))
  const file = join(folder, 'report.json')
  await run('npx', [
    ...['--yes', lighthouse, url, '--quiet', '--only-categories=performance'],
    ...['--output=json', `--output-path=${file}`, '--chrome-flags=--headless=new --no-sandbox'],
  ])
  const { audits } = JSON.parse(readFileSync(file, 'utf8')) as { audits: Record<string, Audit> }
  rmSync(folder, { recursive: true })
  const of = (name: string) => audits[name] as Audit
  const requests = of('network-requests').details.items
  return {
    lcp: of('largest-contentful-paint').numericValue,
    tbt: of('total-blocking-time').numericValue,
    cls: of('cumulative-layout-shift').numericValue,
    requests: requests.length,
    scripts: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize }) => sum + transferSize / 1000, 0),
  }
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', failed)
    child.on('exit', (code) => (code === 0 ? done() : failed(new Error(`${command} ended with ${code}`))))
  })
}
