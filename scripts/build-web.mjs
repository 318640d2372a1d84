import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { oneAtATime } from './lock.mjs'
import { colourEnvironment, plain, step } from './progress.mjs'
import { node24, root, run } from './run.mjs'

/**
 * The builds of the web app: where each lies under web/dist, Vite's mode for it, and the file that it cannot lack. The pages of
 * the apps name the files of the public pages, which are built first, together with what draws a bill on the server.
 */
const PUBLIC = { name: 'public', mode: 'production', config: 'vite.public.config.ts', needs: 'manifest.json' }
const DRAWN = { ...PUBLIC, name: 'public-drawn', needs: 'render.js', flags: ['--ssr'] }
const APPS = [
  { name: 'business', mode: 'production', config: 'vite.config.ts', needs: 'index.html' },
  { name: 'b2c', mode: 'b2c', config: 'vite.config.ts', needs: 'index.html' },
]
const BUILDS = [PUBLIC, DRAWN, ...APPS]
const SOURCES = ['web', 'contract', 'domain', 'package-lock.json']
const NOT_SOURCE = new Set(['node_modules', 'dist', '.vite'])

/**
 * Builds the public pages (web/dist/public) and the web app for business (web/dist/business) and for consumers
 * (web/dist/b2c), unless the sources are those of the last build. The build itself refuses pages over their budget.
 * @returns {Promise<string[]>} a line per budgeted page, what it weighs and may weigh.
 * @throws with the end of Vite's output when it fails; the previous build then stays in place.
 */
export async function ensureWebBuilt() {
  const dist = join(root, 'web', 'dist')
  const wanted = hashSources(root)
  if (builtFrom(dist) === wanted) return weights(dist)
  await oneAtATime('build', async () => {
    if (builtFrom(dist) === wanted) return
    await step('Building the web pages', () => build(dist))
    writeFileSync(join(dist, 'built-from'), wanted)
  })
  return weights(dist)
}

/** Built aside and then moved: a running server never serves half a build, a failed one changes nothing. */
async function build(dist) {
  const aside = join(dist, '.building')
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true })
  try {
    const pages = await Promise.all([PUBLIC, DRAWN].map((each) => vite(each, aside)))
    const outputs = [...pages, ...(await Promise.all(APPS.map((app) => vite(app, aside))))]
    const lines = outputs
      .join('\n')
      .split('\n')
      .filter((line) => / kB JS of /.test(line))
    writeFileSync(
      join(dist, 'weights'),
      [...new Set(lines.map((line) => plain(line).replace(/^\[.*?\] /, '')))].join('\n'),
    )
    rmSync(join(dist, 'built-from'), { force: true })
    for (const { name } of BUILDS) {
      rmSync(join(dist, name), { recursive: true, force: true })
      renameSync(join(aside, name), join(dist, name))
    }
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

async function vite({ name, mode, config, flags = [] }, aside) {
  const bin = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const to = ['--outDir', join(aside, name), '--emptyOutDir']
  const args = [bin, 'build', '--config', config, '--mode', mode, ...flags, ...to, '--logLevel', 'info']
  const env = {
    ...{ ...process.env, ...colourEnvironment, NODE_ENV: 'production' },
    SALDO_PUBLIC_PAGES: join(aside, PUBLIC.name),
  }
  const { code, output } = await run(node24, args, { cwd: join(root, 'web'), env })
  if (code !== 0) throw new Error(`Building the pages (${name}) failed:\n${output.trim()}`)
  return output
}

function weights(dist) {
  return readFileSync(join(dist, 'weights'), 'utf8').split('\n').filter(Boolean)
}

function builtFrom(dist) {
  const parts = [...BUILDS.map(({ name, needs }) => join(name, needs)), 'weights', 'built-from']
  return parts.every((part) => existsSync(join(dist, part)))
    ? readFileSync(join(dist, 'built-from'), 'utf8')
    : null
}

/** One hash over the names and contents of everything that the build may read; tests are not part of it. */
export function hashSources(folder) {
  const hash = createHash('sha256')
  for (const source of SOURCES.filter((name) => existsSync(join(folder, name)))) {
    for (const file of filesOf(join(folder, source))) {
      hash
        .update(`${relative(folder, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function filesOf(path) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    return [path]
  }
  return entries
    .filter(({ name }) => !NOT_SOURCE.has(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
}
