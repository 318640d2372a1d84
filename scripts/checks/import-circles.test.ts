import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { valueImports } from './value-imports.ts'

const root = join(import.meta.dirname, '../..')
const workspaces = ['bench', 'contract', 'domain', 'e2e', 'faults', 'sandbox', 'scripts', 'server', 'web']

/** A circle makes a module see another one half-loaded, and neither can be understood alone. Lazy imports do not. */
describe('imports among files', () => {
  it('have no circle', () => {
    const graph = readGraph()
    expect(graph.size).toBeGreaterThan(1_900)
    expect(firstCircle(graph)).toBeNull()
  })

  it('are reported with the whole circle', () => {
    const graph = new Map([
      ['a.ts', ['b.ts', 'outside.ts']],
      ['b.ts', ['d.ts', 'c.ts']],
      ['c.ts', ['b.ts']],
      ['d.ts', []],
    ])
    expect(firstCircle(graph)).toBe('b.ts → c.ts → b.ts')
  })
})

describe('a value import', () => {
  it.each([
    ["import { pay } from './pay.ts'", ['./pay.ts']],
    ["import {\n  type Paid,\n  pay,\n} from '../pay.ts'", ['../pay.ts']],
    ["import pay, { type Paid } from '../pay.ts'", ['../pay.ts']],
    ["import './instrument.ts'", ['./instrument.ts']],
    ["export { pay } from '../pay.ts'", ['../pay.ts']],
    ["export * from '../pay.ts'", ['../pay.ts']],
    ["import { z } from 'zod'", ['zod']],
    ["import type { Paid } from '../pay.ts'", []],
    ["import { type Paid, type Due } from '../pay.ts'", []],
    ["export type { Paid } from '../pay.ts'", []],
    ["export const from = 'x'", []],
  ])('%s', (source, specifiers) => {
    expect(valueImports(source)).toEqual(specifiers.map((specifier) => ({ specifier, lazy: false })))
  })
  it('is lazy when the file imports it while it runs', () => {
    expect(valueImports("const { pay } = await import('./pay.ts')")).toEqual([
      { specifier: './pay.ts', lazy: true },
    ])
  })
})

/** Which file imports which, statically. */
function readGraph(): ReadonlyMap<string, readonly string[]> {
  const files = globSync(`{${workspaces}}/**/*.{ts,tsx,mjs}`, {
    cwd: root,
    exclude: ['**/{node_modules,dist}'],
  })
  const known = new Set(files)
  const resolved = (file: string, specifier: string) => {
    const shared = /^@saldo\/(.+)$/.exec(specifier)?.[1]
    return shared ? `${shared}.ts` : normalize(join(dirname(file), specifier))
  }
  return new Map(
    files.map((file) => [
      file,
      valueImports(readFileSync(join(root, file), 'utf8'))
        .filter(({ lazy, specifier }) => !lazy && /^(\.|@saldo\/)/.test(specifier))
        .map(({ specifier }) => resolved(file, specifier))
        .filter((imported) => known.has(imported)),
    ]),
  )
}

function firstCircle(graph: ReadonlyMap<string, readonly string[]>): string | null {
  const done = new Set<string>()
  const way: string[] = []
  const visit = (file: string): string | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].join(' → ')
    if (done.has(file)) return null
    way.push(file)
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next)
      if (circle) return circle
    }
    way.pop()
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const circle = visit(file)
    if (circle) return circle
  }
  return null
}
