import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contract } from '@saldo/contract/contract'
import { type Permission, permissionFor } from '@saldo/contract/sections'
import { describe, expect, it } from 'vitest'
import { permissionOfPage } from './page-permissions.ts'

/**
 * Between a page and what changes something (a call that needs a section's `write`, or the way to a page that does)
 * somebody has to ask `may`: the page itself, because it opens to nobody else, or a file on the way. Files are the grain
 * of it; what a file does with the answer is seen in the browser (e2e/sub-users.spec.ts).
 */
type File = { imports: readonly string[]; acts: ReadonlyMap<string, Permission>; asks: readonly string[] }
type House = ReadonlyMap<string, File>
type Page = { path: string; file: string }

const web = join(import.meta.dirname, '..')
const house = readHouse()
const pages = readPages()

describe('what a sub-user may not do', () => {
  it.each(pages)('$path leads to no act without asking', (page) => {
    expect(unasked(house, page)).toEqual([])
  })

  it('is looked for in all of them: every call of the contract that a screen makes is found', () => {
    const found = new Set([...house.values()].flatMap(({ acts }) => [...acts.keys()]))
    expect(found.size).toBeGreaterThan(100)
    expect(pages.length).toBeGreaterThan(35)
    expect(pages.filter(({ file }) => !house.has(file))).toEqual([])
  })

  it('is found where nobody asks, however far from the page', () => {
    const acts = new Map<string, Permission>([['POST /v1/bills', 'bills:write']])
    const made = (asks: readonly string[]): House =>
      new Map([
        ['Page.tsx', { imports: ['Tab.tsx'], acts: new Map(), asks: ['accounts:write'] }],
        ['Tab.tsx', { imports: ['act.ts', 'Page.tsx'], acts: new Map(), asks }],
        ['act.ts', { imports: [], acts, asks: [] }],
      ])
    const way = 'POST /v1/bills needs bills:write: Page.tsx, Tab.tsx, act.ts'
    expect(unasked(made([]), { path: '/condomini', file: 'Page.tsx' })).toEqual([way])
    expect(unasked(made(['bills:write']), { path: '/condomini', file: 'Page.tsx' })).toEqual([])
    expect(unasked(made([]), { path: '/bollette/nuova', file: 'Page.tsx' })).toEqual([])
    expect(unasked(made([]), { path: '/bollette', file: 'Page.tsx' })).toEqual([way])
  })
})

/** The acts that a page reaches although nobody has asked for their permission, each with the way to it. */
function unasked(among: House, { path, file }: Page): string[] {
  const needed = new Set([...among.values()].flatMap(({ acts }) => [...acts.values()]))
  const found: string[] = []
  for (const permission of needed) {
    if (permissionOfPage(path) === permission) continue
    const ways = new Map([[file, file]])
    for (const [here, way] of ways) {
      const { imports = [], acts = new Map<string, Permission>(), asks = [] } = among.get(here) ?? {}
      if (asks.includes(permission)) continue
      for (const [act, needs] of acts)
        if (needs === permission) found.push(`${act} needs ${permission}: ${way}`)
      for (const next of imports) if (!ways.has(next)) ways.set(next, `${way}, ${next}`)
    }
  }
  return found
}

/**
 * Pages by the addresses of their routes: not the back office's, nor what a resident pays. The layout is on all of them.
 * The pages of imports ask for the section of what is imported; their desk has the calls of both kinds.
 */
function readPages(): Page[] {
  const routes = readdirSync(join(web, 'routes')).filter((name) => !/^(back-office|outside)/.test(name))
  return routes
    .flatMap((name) => read(`routes/${name}`).split('createRoute(').slice(1))
    .filter((route) => !route.includes("pagesOf('b2c')"))
    .flatMap((route) => {
      const file = /import\('\.\.\/([^']+)'/.exec(route)?.[1]
      return file ? [{ path: /path: '([^']+)'/.exec(route)?.[1] ?? '/', file }] : []
    })
}

/** Every file of the shell: public pages know links instead of permissions. */
function readHouse(): House {
  const needs = new Map(contract.map((endpoint) => [endpoint.route as string, permissionFor(endpoint)]))
  const pageOf = new Map(
    [...read('paths.ts').matchAll(/(\w+): \([^)]*\) =>\s*\(\{\s*to: '([^']+)'/g)].map(([, name, to]) => [
      name,
      to ?? '',
    ]),
  )
  const names = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$|(^|\/)node_modules\/|^public\//.test(name),
  )
  return new Map(
    names.map((name) => {
      const text = read(name)
      // In angle or square brackets a call is only the name of a type.
      const calls = [...text.matchAll(/(?<![<[])'((?:GET|POST|PUT|DELETE) \/v1[^']*)'/g)].map(
        ([, route = '']) => [route, needs.get(route)] as const,
      )
      const ways = [...text.matchAll(/paths\.(\w+)\(/g)].map(
        ([way, to]) => [`${way})`, permissionOfPage(pageOf.get(to) ?? '')] as const,
      )
      const acts = [...calls, ...ways].filter((act): act is readonly [string, Permission] =>
        Boolean(act[1]?.endsWith(':write')),
      )
      const asks = [...text.matchAll(/['"]([a-z]+:write)['"]/g)].map(([, permission = '']) => permission)
      return [name, { imports: importsOf(name, text), acts: new Map(acts), asks }]
    }),
  )
}

/** What a file brings in to run, now or later; types alone do nothing. */
function importsOf(name: string, text: string): string[] {
  return [...text.matchAll(/(import\s[^'"]*?from\s|import\()\s*'(\.[^']+)'/g)]
    .filter(([, how = '']) => !/^import\s+type\s/.test(how))
    .map(([, , to = '']) => join(dirname(name), to))
}

function read(name: string): string {
  return readFileSync(join(web, name), 'utf8')
}
