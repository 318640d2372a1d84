// npm run bench:pages -- <address of a bill> : what Lighthouse measures of the public pages on a phone, beside two floors.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/run.mjs'
import { emptyReactPage } from './empty-react-page.mjs'

/** Fetched when it is asked for: it weighs more than all that Saldo needs to run. */
const lighthouse = 'lighthouse@13.5.0'
const runs = 5

const [address] = process.argv.slice(2)
if (!address) {
  console.error('Usage: npm run bench:pages -- http://localhost:3000/mybill/… (npm start prints one)')
  process.exit(2)
}
const bill = new URL(address)
const token = bill.pathname.split('/').at(-1)
const drawn = await (await fetch(new URL(`/mybill/${token}`, bill))).text()
const floors = await serve({ '/static': withoutScripts(drawn), '/react': await emptyReactPage() })

const pages = [
  ['a static page with the same text', `${floors.url}/static`],
  ['an empty page of React', `${floors.url}/react`],
  ['bill, drawn by the server', new URL(`/mybill/${token}`, bill).href],
  ['bill, at its address after #', new URL(`/#/mybill/${token}`, bill).href],
  ['sign-in', new URL('/#/auth/login', bill).href],
]
console.log('median of five runs, mobile: LCP ms, TBT ms, CLS, requests, kB of scripts')
for (const [name, url] of pages) {
  const measured = []
  for (let run = 0; run < runs; run += 1) measured.push(await measure(url))
  const middle = (of) => measured.map((each) => each[of]).toSorted((a, b) => a - b)[Math.floor(runs / 2)]
  console.log(
    [middle('lcp').toFixed(0).padStart(6), middle('tbt').toFixed(0).padStart(5), middle('cls').toFixed(3)]
      .concat([String(middle('requests')).padStart(4), middle('scripts').toFixed(1).padStart(7), ` ${name}`])
      .join(' '),
  )
}
floors.stop()

/** The document that the server drew, with its styles and without anything that runs. */
function withoutScripts(html) {
  return html.replace(/<script[\s\S]*?<\/script>/g, '')
}

async function serve(pages) {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? '']
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '')
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

async function measure(url) {
  const folder = mkdtempSync(join(tmpdir(), 'saldo-lighthouse-'))
  const file = join(folder, 'report.json')
  await run('npx', [
    ...['--yes', lighthouse, url, '--quiet', '--only-categories=performance'],
    ...['--output=json', `--output-path=${file}`, '--chrome-flags=--headless=new --no-sandbox'],
  ])
  const { audits } = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true })
  const requests = audits['network-requests'].details.items
  return {
    lcp: audits['largest-contentful-paint'].numericValue,
    tbt: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
    requests: requests.length,
    scripts: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize }) => sum + transferSize / 1000, 0),
  }
}

function run(command, args) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', failed)
    child.on('exit', (code) => (code === 0 ? done() : failed(new Error(`${command} ended with ${code}`))))
  })
}
