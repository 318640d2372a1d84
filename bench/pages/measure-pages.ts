// npm run bench:pages -- <address of a bill> : what a phone sees of the pages for payers, beside two floors.
import { chromium } from '@playwright/test'
import { emptyReactPage } from './empty-react-page.mjs'
import { type Measured, measureWithLighthouse } from './lighthouse.ts'
import { middleOf } from './middle-of.ts'
import { serveFloors } from './serve-floors.ts'
import { largestPaint, type Painted, residentOfDemo, resultOfResident } from './signed-in-home.ts'
import { onSlowNetwork } from './slow-network.ts'

const runs = 5

const [address] = process.argv.slice(2)
if (!address) {
  console.error('Usage: npm run bench:pages -- http://localhost:3000/mybill/… (npm start prints one)')
  process.exit(2)
}
const bill = new URL(address)
const at = (path: string) => new URL(path, bill).href
const token = bill.pathname.split('/').at(-1)
const hash = at(`/#/mybill/${token}`)
const drawn = await (await fetch(at(`/mybill/${token}`))).text()
const floors = await serveFloors({
  '/static': drawn.replace(/<script[\s\S]*?<\/script>/g, ''),
  '/react': await emptyReactPage(),
})
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const resident = await residentOfDemo(browser, bill.origin)
const result = await resultOfResident(resident, bill.origin)

console.log('Lighthouse, mobile, median of five runs: LCP ms, TBT ms, CLS, requests, kB of scripts')
await lighthouse('a static page with the same text', `${floors.url}/static`)
await lighthouse('an empty page of React', `${floors.url}/react`)
await lighthouse('bill, drawn by the server', at(`/mybill/${token}`))
await lighthouse('bill, at its address after #', hash)
await lighthouse('result of a payment', result)
await lighthouse('sign-in', at('/#/auth/login'))

console.log(
  '\n500 kb/s, 400 ms, processor ÷ 4, median of five runs: ms until the skeleton, the sum, a way to pay',
)
for (const [name, url] of [
  ['a static page with the same text', `${floors.url}/static`],
  ['bill, drawn by the server', at(`/mybill/${token}`)],
  ['bill, at its address after #', hash],
] as const) {
  const seen: Awaited<ReturnType<typeof onSlowNetwork>>[] = []
  for (let run = 0; run < runs; run += 1) seen.push(await onSlowNetwork(browser, url))
  console.log(
    [
      ...(['skeleton', 'sum', 'pay'] as const).map((of) => figure(middleOf(seen.map((each) => each[of])), 7)),
      ` ${name}`,
    ].join(' '),
  )
}

console.log('\n1.6 Mb/s, 150 ms, processor ÷ 4, empty cache, median of five runs: LCP ms, CLS')
for (const [name, url] of [
  ['a static page with the text of a bill', `${floors.url}/static`],
  ['a resident’s home, signed in', at('/#/dashboard')],
] as const) {
  const painted: Painted[] = []
  for (let run = 0; run < runs; run += 1) painted.push(await largestPaint(resident, url))
  const middle = (of: keyof Painted) => middleOf(painted.map((each) => each[of]))
  console.log([figure(middle('lcp'), 7), middle('cls').toFixed(3), ` ${name}`].join(' '))
}
await browser.close()
floors.stop()

/** Prints a line of figures. */
async function lighthouse(name: string, url: string): Promise<void> {
  const measured: Measured[] = []
  for (let run = 0; run < runs; run += 1) measured.push(await measureWithLighthouse(url))
  const middle = (of: keyof Measured) => middleOf(measured.map((each) => each[of]))
  console.log(
    [
      figure(middle('lcp'), 6),
      figure(middle('tbt'), 5),
      middle('cls').toFixed(3),
      figure(middle('requests'), 4),
    ]
      .concat([middle('scripts').toFixed(1).padStart(7), ` ${name}`])
      .join(' '),
  )
}

function figure(value: number, width: number): string {
  return (Number.isFinite(value) ? value.toFixed(0) : '–').padStart(width)
}
