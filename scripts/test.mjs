// npm test: everything CI checks, in the order in which it fails fastest. `--without-browsers` is npm run check.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { findBrowser, installForTests, missingVerifiers } from './find-browser.mjs'
import { ensureInstalled } from './install.mjs'
import { bold, colourEnvironment, dim, green, plain, red, seconds, step } from './progress.mjs'
import { endWithNpm, node24, root, run } from './run.mjs'

const start = performance.now()
const withBrowsers = !process.argv.includes('--without-browsers')
const failed = []
const skipped = []

endWithNpm()
console.log(bold(withBrowsers ? 'Saldo: tutti i controlli' : 'Saldo: i controlli, senza browser'))
await check('Dipendenze', ensureInstalled)
if (failed.length === 0) await checkEverything()
conclude()

async function checkEverything() {
  await check('Strumenti per i test', prepareTools)
  await check('Tipi', () => tool('Tipi', 'typescript/bin/tsc', ['-p', 'tsconfig.json']))
  await check('Tipi web', () =>
    tool('Tipi delle pagine web', 'typescript/bin/tsc', ['-p', 'web/tsconfig.json']),
  )
  await check('Stile', () => tool('Stile e dipendenze fra cartelle', '@biomejs/biome/bin/biome', ['ci', '.']))
  await check('Test', () =>
    tool('Test', 'vitest/vitest.mjs', ['run', '--root', root], {
      summary: /Test Files|Tests /,
      failures: /⎯ (Failed|Unhandled)/,
    }),
  )
  const built = await check('Pagine web', async () => tell(await ensureWebBuilt()))
  if (built && withBrowsers) await check('Test nel browser', browserTests)
}

async function check(name, work) {
  try {
    await work()
    return true
  } catch (error) {
    failed.push(name)
    console.log(error.message.replace(/^/gm, '    '))
    return false
  }
}

async function prepareTools() {
  const lacks = missingVerifiers().length > 0 || (withBrowsers && !findBrowser())
  if (!lacks) return
  await step('Installo gli strumenti per i test', async (note) => {
    const why = await installForTests({ browser: withBrowsers, note })
    if (why) skipped.push(`alcune verifiche con strumenti esterni (${why})`)
  })
}

async function browserTests() {
  const config = join('e2e', 'playwright.config.ts')
  if (!existsSync(join(root, config))) return
  const browser = findBrowser()
  if (!browser) {
    if (process.env.CI) throw new Error('Nessun Chromium: installalo o indicalo con CHROMIUM_PATH.')
    skipped.push('i test nel browser (nessun Chromium: installalo o indicalo con CHROMIUM_PATH)')
    return
  }
  const env = { CHROMIUM_PATH: browser }
  const summary = /^\s*\d+ (passed|skipped|flaky)/
  await tool('Test nel browser', '@playwright/test/cli.js', ['test', '-c', config], { env, summary })
}

function tool(label, bin, args, options) {
  return program(label, [join(root, 'node_modules', bin), ...args], options)
}

/** A step that succeeds says only its summary; one that fails says everything from where `failures` begin. */
async function program(label, args, { summary, failures = /^/, ...more } = {}) {
  const env = { ...process.env, ...colourEnvironment, ...more.env }
  const output = await step(label, async (note) => {
    const result = await run(node24, args, { env, onLine: (line) => note(plain(line)) })
    if (result.code !== 0)
      throw new Error(result.output.slice(Math.max(0, result.output.search(failures))).trim())
    return plain(result.output)
  })
  if (summary) tell(output.split('\n').filter((line) => summary.test(line)))
}

function tell(lines) {
  for (const line of lines) console.log(dim(`      ${line.trim()}`))
}

function conclude() {
  const time = seconds(start)
  for (const what of skipped) console.log(`  – saltato: ${what}`)
  if (failed.length > 0) console.log(red(`Non va: ${failed.join(', ')} (${time})`))
  else console.log(green(skipped.length > 0 ? `Verde, con parti saltate (${time})` : `Tutto verde (${time})`))
  process.exitCode = failed.length > 0 ? 1 : 0
}
