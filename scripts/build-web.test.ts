import { cpSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { hashSources } from './build-web.mjs'
import { temporaryHome } from './home/temporary-home.ts'
import { run } from './run.mjs'

function project(files: Record<string, string>): string {
  const folder = temporaryHome()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const sources = {
  'web/main.tsx': 'a',
  'contract/bills/bills.ts': 'b',
  'domain/money.ts': 'c',
  'package-lock.json': '{}',
}

it('is the same for the same sources in any folder', () => {
  expect(hashSources(project(sources))).toBe(hashSources(project(sources)))
})

it.each(Object.keys(sources))('changes with %s', (path) => {
  expect(hashSources(project({ ...sources, [path]: 'changed' }))).not.toBe(hashSources(project(sources)))
})

it('changes when a file is renamed', () => {
  const folder = project(sources)
  const before = hashSources(folder)
  renameSync(join(folder, 'web/main.tsx'), join(folder, 'web/start.tsx'))
  expect(hashSources(folder)).not.toBe(before)
})

it('ignores files that the build does not read', () => {
  const others = {
    'web/main.test.tsx': 'x',
    'web/dist/business/index.html': 'x',
    'web/node_modules/a/b.js': 'x',
    'server/app.ts': 'x',
  }
  expect(hashSources(project({ ...sources, ...others }))).toBe(hashSources(project(sources)))
})

it('builds the pages in a folder with a blank and an accent', async () => {
  const folder = join(temporaryHome(), 'Saldo è qui')
  const root = join(import.meta.dirname, '..')
  for (const name of ['web', 'contract', 'domain', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/[\\/](?:node_modules|dist)$/.test(path),
    })
  for (const name of ['', 'web'])
    symlinkSync(join(root, name, 'node_modules'), join(folder, name, 'node_modules'))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const builds = [['vite.public.config.ts'], ['vite.public.config.ts', '--ssr'], ['vite.config.ts']]
  for (const config of builds) {
    const build = [vite, 'build', '--logLevel', 'warn', '--config', ...config]
    const { code, output } = await run(process.execPath, build, {
      cwd: join(folder, 'web'),
      env: { ...process.env, NODE_ENV: 'production' },
    })
    expect(output).not.toContain('Cannot resolve entry module')
    expect({ code, output }).toMatchObject({ code: 0 })
  }
  for (const file of ['public/manifest.json', 'business/sw.js'])
    expect(existsSync(join(folder, 'web/dist', file)), file).toBe(true)
})
