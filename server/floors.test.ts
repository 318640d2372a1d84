import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sections } from './features.ts'
import { floors, foundation, ground } from './floors.ts'

const root = new URL('./', import.meta.url).pathname

/** Folders from the lowest to the highest; whatever is in none of them may use all of them. */
const folders = [
  ...ground,
  ...floors.flatMap(({ features }) => features.map((name) => `features/${name}`)),
] as string[]
/** These put the whole product together: they may use every folder. */
const roof = new Set(['db/migrate.ts'])

const files = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.(test|d)\.ts$|(^|\/)(node_modules|testing|access)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

describe('the floors', () => {
  it('have a place for every folder', () => {
    const unplaced = files.filter(({ file }) => file.includes('/') && folderOf(file) === undefined)
    expect(unplaced.map(({ file }) => file)).toEqual([])
  })

  it('are imported from above only: what must happen upstairs is told by an event', () => {
    const upwards = files
      .filter(({ file }) => !roof.has(file))
      .flatMap(({ file, text }) =>
        valueImports(file, text)
          .filter((imported) => rank(imported) > rank(file))
          .map((imported) => `${file} imports ${imported}`),
      )
    expect(upwards[0]).toBeUndefined()
    expect(upwards).toEqual([])
  })
})

describe('what counts as an import', () => {
  it.each([
    ["import { pay } from './pay.ts'", ['features/bills/pay.ts']],
    ["import {\n  type Paid,\n  pay,\n} from '../payments/pay.ts'", ['features/payments/pay.ts']],
    ["await import('../payments/pay.ts')", ['features/payments/pay.ts']],
    ["export { pay } from '../payments/pay.ts'", ['features/payments/pay.ts']],
    ["import type { Paid } from '../payments/pay.ts'", []],
    ["import { type Paid } from '../payments/pay.ts'", []],
    ["import { z } from 'zod'", []],
  ])('%s', (text, imported) => {
    expect(valueImports('features/bills/bill.ts', text)).toEqual(imported)
  })
})

describe('the sections', () => {
  it('are the folders of server/features', () => {
    const found = globSync('features/*/feature.ts', { cwd: root }).map((file) => dirname(file))
    const listed = Object.keys(sections).map((name) => `features/${name}`)
    expect(listed.sort()).toEqual(found.sort())
  })
})

function folderOf(file: string): string | undefined {
  return folders.find((folder) => file.startsWith(`${folder}/`))
}

/** The foundation stands below every folder, any other file in none of them above. */
function rank(file: string): number {
  if ((foundation as readonly string[]).includes(file)) return -1
  const folder = folderOf(file)
  return folder === undefined ? folders.length : folders.indexOf(folder)
}

/** Files of the server that this one imports for more than their types. */
function valueImports(file: string, text: string): string[] {
  const statements = text.matchAll(
    /(?:import|export)\s+(type\s+)?([^;'"]*?)\s*from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'/g,
  )
  return [...statements].flatMap(([, type, names = '', from, lazily]) => {
    const target = from ?? lazily
    return type || namesTypesOnly(names) || !target ? [] : [relative(root, join(root, dirname(file), target))]
  })
}

const namesTypesOnly = (names: string): boolean => {
  const listed = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]
  const each = listed?.split(',').map((name) => name.trim()) ?? []
  return each.some(Boolean) && each.filter(Boolean).every((name) => name.startsWith('type '))
}
