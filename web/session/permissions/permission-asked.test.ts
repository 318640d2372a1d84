import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contract } from '@saldo/contract/contract'
import { type Permission, permissionFor } from '@saldo/contract/sections'
import { describe, expect, it } from 'vitest'

/**
 * Between a page and an act that changes something (a call that needs a section's `write`, or a link to a page that
 * does), the permission must be asked for: by the page's route, or by a file on the way. The test works per file; what
 * a file does with the answer is tested in the browser (e2e/sign-in/sub-users.spec.ts).
 */
type File = {
  imports: readonly string[]
  acts: ReadonlyMap<string, Permission>
  asks: readonly string[]
  /** The permissions that its calls of the contract and its links need. */
  needs: readonly (Permission | null)[]
}
type SourceFiles = ReadonlyMap<string, File>
type Page = { path: string; permission: string | null; file: string }

const web = join(import.meta.dirname, '../..')
const routes = readRoutes()
const pages = routes.filter(({ route }) => !/admits: (backOffice|\['b2c'\])/.test(route))
const sourceFiles = readSourceFiles()
/** A tab is tried as a page of its own, because its page asks only for the page's own buttons. */
const tabs = [...readTabs()]
  .filter(([record]) => !['agent', 'customer'].includes(record))
  .flatMap(([record, files]) =>
    files.map((file) => ({ path: `tab of ${record}, ${file}`, permission: null, file })),
  )

describe('permission of every act that a page reaches', () => {
  it.each([...pages, ...tabs])('$path: asked for each act', (page) => {
    expect(missingChecks(sourceFiles, page)).toEqual([])
  })

  it.each(pages.filter(({ permission }) => permission))(
    '$path: its permission is one of its calls',
    (page) => {
      expect(
        neededBy(sourceFiles, page.file),
        `the route ${page.path} has permission '${page.permission}', but no call of its page needs it: give it the permission of the list or record that the page reads`,
      ).toContain(page.permission)
    },
  )

  it('finds every call of the contract that a page makes', () => {
    const found = new Set([...sourceFiles.values()].flatMap(({ acts }) => [...acts.keys()]))
    expect(found.size).toBeGreaterThan(100)
    expect(pages.length).toBeGreaterThan(35)
    expect(pages.filter(({ file }) => !sourceFiles.has(file))).toEqual([])
  })

  it('reports an act whose permission is not asked for, however many imports away', () => {
    const acts = new Map<string, Permission>([['POST /v1/bills', 'bills:write']])
    const made = (asks: readonly string[]): SourceFiles =>
      new Map([
        ['Page.tsx', { imports: ['Tab.tsx'], acts: new Map(), asks: ['accounts:write'], needs: [] }],
        ['Tab.tsx', { imports: ['act.ts', 'Page.tsx'], acts: new Map(), asks, needs: [] }],
        ['act.ts', { imports: [], acts, asks: [], needs: [] }],
      ])
    const way = 'POST /v1/bills needs bills:write: Page.tsx, Tab.tsx, act.ts'
    expect(
      missingChecks(made([]), { path: '/condomini', permission: 'accounts:read', file: 'Page.tsx' }),
    ).toEqual([way])
    expect(
      missingChecks(made(['bills:write']), {
        path: '/condomini',
        permission: 'accounts:read',
        file: 'Page.tsx',
      }),
    ).toEqual([])
    expect(
      missingChecks(made([]), { path: '/bollette/nuova', permission: 'bills:write', file: 'Page.tsx' }),
    ).toEqual([])
    expect(
      missingChecks(made([]), { path: '/bollette', permission: 'bills:read', file: 'Page.tsx' }),
    ).toEqual([way])
  })
})

/** The acts that a page reaches without its permission being asked for, each with the import chain to it. */
function missingChecks(among: SourceFiles, { permission: granted, file }: Page): string[] {
  const needed = new Set([...among.values()].flatMap(({ acts }) => [...acts.values()]))
  const found: string[] = []
  for (const permission of needed) {
    if (granted === permission) continue
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

/** The permissions that a page's calls and links need: those in its section's folder, or else in any file below. */
function neededBy(among: SourceFiles, file: string): (Permission | null)[] {
  const reached = new Set([file])
  for (const here of reached) for (const next of among.get(here)?.imports ?? []) reached.add(next)
  const folder = file.split('/').slice(0, 2).join('/')
  const needed = (files: string[]) => [...new Set(files.flatMap((here) => among.get(here)?.needs ?? []))]
  const ofSection = needed([...reached].filter((here) => here.startsWith(`${folder}/`)))
  return ofSection.length > 0 ? ofSection : needed([...reached])
}

/** The routes of all sections, each with its source text. The layout is on all pages. */
function readRoutes(): (Page & { route: string })[] {
  return featureFiles().flatMap(([folder, text]) =>
    text
      .split('createRoute(')
      .slice(1)
      .flatMap((route) => {
        const file = /import\('\.\/([^']+)'/.exec(route)?.[1]
        const path = /path: '([^']+)'/.exec(route)?.[1]
        const permission = /permission: '([^']+)'/.exec(route)?.[1] ?? null
        return file && path ? [{ path, permission, file: `${folder}/${file}`, route }] : []
      }),
  )
}

/** The files of all record tabs, by kind of record. */
function readTabs(): Map<string, string[]> {
  const tabs = new Map<string, string[]>()
  for (const [folder, text] of featureFiles())
    for (const [, record = '', file] of text.matchAll(/record: '(\w+)'[^}]*?import\('\.\/([^']+)'/g))
      tabs.set(record, [...(tabs.get(record) ?? []), `${folder}/${file}`])
  return tabs
}

function featureFiles() {
  return readdirSync(join(web, 'features'))
    .map((name) => `features/${name}`)
    .filter((folder) => existsSync(join(web, folder, 'feature.ts')))
    .map((folder) => [folder, read(`${folder}/feature.ts`)] as const)
}

/** Every file of the shell. Public pages are left out: they use link tokens, not permissions. */
function readSourceFiles(): SourceFiles {
  const needs = new Map(contract.map((endpoint) => [endpoint.route as string, permissionFor(endpoint)]))
  const permissionOf = new Map(routes.map(({ path, permission }) => [path, permission]))
  const tabs = readTabs()
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
      // A route in angle or square brackets is only a type.
      const calls = [...text.matchAll(/(?<![<[])'((?:GET|POST|PUT|DELETE) \/v1[^']*)'/g)].map(
        ([, route = '']) => [route, needs.get(route)] as const,
      )
      const ways = [...text.matchAll(/paths\.(\w+)\(/g)].map(
        ([way, to]) => [`${way})`, permissionOf.get(pageOf.get(to) ?? '')] as const,
      )
      const acts = [...calls, ...ways].filter((act): act is readonly [string, Permission] =>
        Boolean(act[1]?.endsWith(':write')),
      )
      const asks = [...text.matchAll(/['"]([a-z]+:write)['"]/g)].map(([, permission = '']) => permission)
      const ofRecord = /<RecordTabs\s+of="(\w+)"/.exec(text)?.[1]
      const imports = [...importsOf(name, text), ...(tabs.get(ofRecord ?? '') ?? [])]
      const lists = [...text.matchAll(/listSource\('([^']+)'/g)].map(
        ([, noun]) => [`GET /v1/${noun}`, needs.get(`GET /v1/${noun}`)] as const,
      )
      const needed = [...calls, ...lists, ...acts].flatMap(([, each]) => (each === undefined ? [] : [each]))
      return [name, { imports, acts: new Map(acts), asks, needs: needed }]
    }),
  )
}

/** The files that a file imports to run, statically or lazily; type imports are left out. */
function importsOf(name: string, text: string): string[] {
  return [...text.matchAll(/(import\s[^'"]*?from\s|import\()\s*'(\.[^']+)'/g)]
    .filter(([, how = '']) => !/^import\s+type\s/.test(how))
    .map(([, , to = '']) => join(dirname(name), to))
}

function read(name: string): string {
  return readFileSync(join(web, name), 'utf8')
}
