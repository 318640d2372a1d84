import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { hashSources } from './build-web.mjs'
import { temporaryHome } from './home/temporary-home.ts'

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
