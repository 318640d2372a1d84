import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from './lock.mjs'
import { red, step } from './progress.mjs'
import { node24, outsideEnvironment, root, run } from './run.mjs'

/**
 * Installs the dependencies when node_modules is missing or does not match package-lock.json; otherwise takes
 * milliseconds. Two at once take turns.
 * @throws with the end of npm's output when it fails.
 */
export async function ensureInstalled() {
  if (isInstalled(root)) return
  await oneAtATime('install', async () => {
    if (isInstalled(root)) return
    if (!matchesLock(root)) await step('Installing dependencies', install)
    if (!existsSync(node24))
      throw new Error('npm installed, but without Node 24: are install scripts disabled (ignore-scripts)?')
    stamp(root)
  })
}

/** The same for a command that can do nothing without them: says why and ends. */
export async function ensureInstalledOrExit() {
  try {
    await ensureInstalled()
  } catch (error) {
    console.error(red(error.message))
    process.exit(1)
  }
}

const STAMP = '.saldo-installed'

async function install(note) {
  // NODE_ENV=production would leave out what builds the web app.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await run('npm', args, { env: outsideEnvironment(), onLine: note })
  if (code !== 0) throw new Error(`npm ci failed:\n${output.trim().split('\n').slice(0, 20).join('\n')}`)
}

/** Whether node_modules carries the stamp of exactly this package-lock.json, on this kind of machine. */
export function isInstalled(folder) {
  try {
    return readFileSync(join(folder, 'node_modules', STAMP), 'utf8') === fingerprint(folder)
  } catch {
    return false
  }
}

/** Marks node_modules as what this package-lock.json asks for. */
export function stamp(folder) {
  writeFileSync(join(folder, 'node_modules', STAMP), fingerprint(folder))
}

function fingerprint(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

/**
 * Whether a developer's own `npm install` already put in place what the lock asks for: npm writes what it did
 * in node_modules/.package-lock.json, without the optional packages of other machines.
 */
export function matchesLock(folder) {
  try {
    const packagesOf = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).packages
    const there = packagesOf('node_modules/.package-lock.json')
    const wanted = Object.entries(packagesOf('package-lock.json')).filter(([path]) =>
      path.includes('node_modules/'),
    )
    return wanted.every(([path, { version, resolved, link, ...need }]) => {
      const found = there[path]
      if (!found) return Boolean(need.optional || need.devOptional || need.extraneous)
      return found.version === version && (link || found.resolved === resolved)
    })
  } catch {
    return false
  }
}
