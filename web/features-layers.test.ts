import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { valueImports } from '../scripts/checks/value-imports.ts'

/**
 * Features form layers: value imports (not type imports) among features have no circle. `ui` and `records` are below
 * the features and import none of them.
 */
type Import = { from: string; to: string }
type FeatureGraph = ReadonlyMap<string, ReadonlyMap<string, Import>>

const web = import.meta.dirname
const imports = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)node_modules\//.test(file))
  .flatMap((file) => importsOf(file, readFileSync(join(web, file), 'utf8')))

describe('imports among features', () => {
  it('have no circle', () => {
    expect(firstCircle(graphOf(imports))).toBeNull()
  })

  it('are found, and all resolve to a file', () => {
    expect(imports.length).toBeGreaterThan(1000)
    expect(imports.filter(({ to }) => !existsSync(join(web, to)))).toEqual([])
  })

  it('come from no file below the features (ui, records)', () => {
    const upwards = imports.filter(({ from, to }) => /^(ui|records)\//.test(from) && /^features\//.test(to))
    expect(upwards.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  it('are reported with the whole circle', () => {
    const circle = graphOf([
      { from: 'features/bills/BillPage.tsx', to: 'features/payments/list/PaymentRows.tsx' },
      { from: 'features/payments/PaymentPage.tsx', to: 'features/payouts/PayoutLines.tsx' },
      { from: 'features/payouts/PayoutLines.tsx', to: 'features/bills/list/bills-list.tsx' },
      { from: 'features/plans/PlanPage.tsx', to: 'features/bills/list/bills-list.tsx' },
    ])
    expect(firstCircle(circle)).toBe(
      'bills → payments → payouts → bills: features/bills/BillPage.tsx imports features/payments/list/PaymentRows.tsx',
    )
  })
})

/** The value imports of a file of ours, static or lazy. */
function importsOf(file: string, text: string): Import[] {
  return valueImports(text)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => ({ from: file, to: normalize(join(dirname(file), specifier)) }))
}

const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1]

/** The features that each feature imports, with the first import that does. */
function graphOf(imports: readonly Import[]): FeatureGraph {
  const graph = new Map<string, Map<string, Import>>()
  for (const one of imports) {
    const [from, to] = [featureOf(one.from), featureOf(one.to)]
    if (!from || !to || from === to) continue
    const known = graph.get(from) ?? new Map<string, Import>()
    if (!known.has(to)) graph.set(from, known.set(to, one))
  }
  return graph
}

/** The first circle, with its first import; null if there is none. */
function firstCircle(graph: FeatureGraph): string | null {
  for (const start of graph.keys()) {
    const ways = new Map<string, string[]>([[start, [start]]])
    for (const [here, way] of ways)
      for (const next of graph.get(here)?.keys() ?? []) {
        if (next !== start) {
          if (!ways.has(next)) ways.set(next, [...way, next])
          continue
        }
        const first = graph.get(start)?.get(way[1] ?? start) as Import
        return `${[...way, start].join(' → ')}: ${first.from} imports ${first.to}`
      }
  }
  return null
}
