// npm test: everything CI checks, in the order in which it fails fastest. `--without-browsers` is npm run check.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { findBrowser, installForTests, missingPackages } from './checks/find-browser.mjs'
import { failedTests, journeyRow, projectRows, table } from './checks/test-report.mjs'
import { ensureInstalled } from './install.mjs'
import { bold, colourEnvironment, dim, green, plain, red, seconds, step } from './progress.mjs'
import { endWithNpm, node24, root, run } from './run.mjs'

const start = performance.now()
const withBrowsers = !process.argv.includes('--without-browsers')
const failed = []
const skipped = []
/** The duration of each step: rows for the table at the end. */
const rows = []
const reports = join(root, 'node_modules', '.cache', 'test-reports')
const vitestReport = join(reports, 'vitest.json')
const journeyReport = join(reports, 'journeys.json')
/** Keeps compiled sources: each of the many Node processes that tests start is ready most of a second sooner. */
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile') }

endWithNpm()
console.log(bold(withBrowsers ? 'Saldo: all checks' : 'Saldo: checks, without browsers'))
await check('Dependencies', ensureInstalled)
if (failed.length === 0) await checkEverything()
conclude()

async function checkEverything() {
  rmSync(reports, { recursive: true, force: true })
  await check('Test tools', prepareTools)
  await check('Types', () => tool('Types', 'typescript/bin/tsc', ['-p', 'tsconfig.json']))
  await check('Web types', () => tool('Web types', 'typescript/bin/tsc', ['-p', 'web/tsconfig.json']))
  await check('Style', () =>
    tool('Style and imports between folders', '@biomejs/biome/bin/biome', ['ci', '.']),
  )
  await check('Tests', () =>
    tool(
      'Tests',
      'vitest/vitest.mjs',
      ['run', '--root', root, '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
      { summary: /Test Files|Tests /, failures: /⎯ (Failed|Unhandled)/ },
    ),
  )
  rows.push(...projectRows(vitestReport))
  const built = await check('Web pages', async () => tell(await ensureWebBuilt()))
  await check('Walk into production', walk)
  if (built && withBrowsers) await check('Journeys', journeys)
  rows.push(...journeyRow(journeyReport))
}

async function check(name, work) {
  const begun = performance.now()
  try {
    await work()
    return true
  } catch (error) {
    failed.push(name)
    console.log(error.message.replace(/^/gm, '    '))
    return false
  } finally {
    rows.push({ name, seconds: (performance.now() - begun) / 1000 })
  }
}

async function prepareTools() {
  if (missingPackages({ browser: withBrowsers }).length === 0) return
  await step('Installing test tools', async (note) => {
    const why = await installForTests({ browser: withBrowsers, note })
    if (why) skipped.push(`some checks with external tools (${why})`)
  })
}

/** From an empty machine to the first paid bill, at a path with a space and an accent. */
function walk() {
  return program('Walk into production', [join(root, 'scripts', 'walk-production.ts')], {
    summary: /passed, .*failed| skipped, /,
  })
}

async function journeys() {
  const config = join('e2e', 'playwright.config.ts')
  if (!existsSync(join(root, config))) return
  if (!findBrowser()) {
    if (process.env.CI) throw new Error('No Chromium: install it or name it with CHROMIUM_PATH.')
    skipped.push('the journeys (no Chromium: install it or name it with CHROMIUM_PATH)')
    return
  }
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport }
  const summary = /^\s*\d+ (passed|skipped|flaky)/
  const args = ['test', '-c', config, '--reporter=list,json']
  await tool('Journeys', '@playwright/test/cli.js', args, { env, summary })
}

function tool(label, bin, args, options) {
  return program(label, [join(root, 'node_modules', bin), ...args], options)
}

/** A step that succeeds says only its summary; one that fails says everything from where `failures` begin. */
async function program(label, args, { summary, failures = /^/, ...more } = {}) {
  const env = { ...process.env, ...colourEnvironment, ...compileCache, ...more.env }
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
  for (const line of table(rows)) console.log(`  ${line}`)
  for (const test of failedTests({ vitest: vitestReport, journeys: journeyReport }))
    console.log(red(`  ✗ ${test}`))
  for (const what of skipped) console.log(`  – skipped: ${what}`)
  if (failed.length > 0) console.log(red(`Failed: ${failed.join(', ')} (${time})`))
  else console.log(green(skipped.length > 0 ? `Green, with parts skipped (${time})` : `All green (${time})`))
  process.exitCode = failed.length > 0 ? 1 : 0
}
