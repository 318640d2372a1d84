import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const here = dirname(fileURLToPath(import.meta.url))
const root = resolve(here, '../..')

/** A file's imports, without type imports, which do not exist at run time. */
const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^(?:import|export)(?! type)[^'"]*?from ['"]([^'"]+)['"]/gms)].map(
    ([, from]) => from as string,
  )

it('the accountant imports nothing of the product, not even indirectly', () => {
  const seen = new Set<string>()
  const outside = new Set<string>()
  const follow = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const from of importsOf(path)) {
      if (from.startsWith('.')) follow(resolve(dirname(path), from))
      else outside.add(from)
    }
  }
  for (const name of readdirSync(here, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) follow(join(here, name))
  const elsewhere = [...seen]
    .map((path) => relative(root, path))
    .filter((path) => !path.startsWith('faults/accountant/'))
  expect(elsewhere).toEqual(['faults/random.ts'])
  expect([...outside].filter((from) => !from.startsWith('node:')).sort()).toEqual(['fflate'])
})
