import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '../..')
const mantine = join(web, 'node_modules/@mantine/core/esm/components')
const files = (pattern: string) =>
  globSync(pattern, { cwd: web, exclude: (path) => path.includes('node_modules') })
const textOf = (file: string) => readFileSync(join(web, file), 'utf8')
const sheets = files('**/*.css').map(textOf).join('\n')

/** The components of Mantine that the pages import by name. */
function imported(): Set<string> {
  const names = new Set<string>()
  for (const file of files('**/*.tsx'))
    for (const [, list = ''] of textOf(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g))
      for (const name of list.split(',')) names.add(name.trim())
  return names
}

/** The style sheets that a component needs: its own, and those of the components in it. Cards (`Radio.Card`) are not used. */
function neededBy(component: string): string[] {
  const found = new Set<string>()
  const left = [join(mantine, component, `${component}.mjs`)]
  const seen = new Set<string>()
  for (let file = left.pop(); file; file = left.pop()) {
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)) {
      const sheet = /\/(\w+)\.module\.mjs$/.exec(path)?.[1]
      if (sheet?.endsWith('Card')) continue
      if (sheet) found.add(sheet)
      else left.push(join(dirname(file), path))
    }
  }
  return [...found]
}

it('every component of Mantine that a page uses has its style sheets', () => {
  const used = [...imported()].filter((name) => existsSync(join(mantine, name)))
  expect(used.length).toBeGreaterThan(10)
  const missing = used.flatMap((name) =>
    neededBy(name)
      .filter((sheet) => !sheets.includes(`/${sheet}.layer.css`))
      .map((sheet) => `${name}: ${sheet}`),
  )
  expect(missing).toEqual([])
})
