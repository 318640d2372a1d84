import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = import.meta.dirname

it('the list of sections names every feature with a manifest', () => {
  const declared = readdirSync(join(web, 'features')).filter((folder) =>
    existsSync(join(web, 'features', folder, 'feature.ts')),
  )
  const list = readFileSync(join(web, 'sections.ts'), 'utf8')
  const imported = [...list.matchAll(/import \{ (\w+) \} from '\.\/features\/([\w-]+)\/feature\.ts'/g)]
  expect(imported.map(([, , folder]) => folder).sort()).toEqual(declared.sort())
  const listed = list.slice(list.indexOf('export const sections')).match(/^ {2}\w+(?=,$)/gm) ?? []
  expect(listed.map((name) => name.trim()).sort()).toEqual(imported.map(([, name]) => name).sort())
})
