import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { Feature } from './feature.ts'
import { groundFeatures, sections } from './features.ts'

const root = fileURLToPath(new URL('./', import.meta.url))
const page = readFileSync(new URL('../docs/events.md', import.meta.url), 'utf8')

it('docs/events.md names the emitter and the listeners of each event', () => {
  const emitters = new Map<string, Set<string>>()
  for (const file of globSync('{features/*,*}/**/*.ts', { cwd: root }).filter(
    (each) => !each.endsWith('.test.ts'),
  ))
    for (const [, event] of readFileSync(join(root, file), 'utf8').matchAll(
      /\bemit\(\s*services,\s*tx,\s*'(\w+)'/g,
    ))
      emitters.set(event as string, (emitters.get(event as string) ?? new Set<string>()).add(sectionOf(file)))
  const listeners = Object.entries<Feature>({ ...groundFeatures, ...sections }).flatMap(
    ([name, { on = {} }]) => Object.keys(on).map((event) => [event, name] as const),
  )
  const rows = [...emitters]
    .map(([event, from]) => {
      const to = listeners.filter(([heard]) => heard === event).map(([, name]) => name)
      return `| \`${event}\` | ${[...from].sort().join(', ')} | ${to.join(', ')} |`
    })
    .sort()
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows)
})

const sectionOf = (file: string): string =>
  /^features\/([^/]+)\//.exec(file)?.[1] ?? (dirname(file).split('/')[0] as string)
