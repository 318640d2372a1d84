import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { valueImports } from '../scripts/checks/value-imports.ts'
import { sections } from './features.ts'
import { floors, foundation, ground } from './floors.ts'

const root = fileURLToPath(new URL('./', import.meta.url))

/** Folders from the lowest to the highest; whatever is in none of them may use all of them. */
const folders = [
  ...ground,
  ...Object.values(floors).flatMap((floor) => Object.keys(floor).map((name) => `features/${name}`)),
] as string[]
/** These put the whole product together: they may use every folder. */
const roof = new Set(['db/migrate.ts'])

const files = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.(test|d)\.ts$|(^|\/)(node_modules|testing|access)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

describe('the floors', () => {
  it('have a place for every folder', () => {
    const unplaced = files.filter(({ file }) => file.includes('/') && folderOf(file) === undefined)
    const without = [...new Set(unplaced.map(({ file }) => file.split('/').slice(0, -1).join('/')))]
    expect(
      without.map(
        (folder) =>
          `server/${folder} is on no floor: add it to server/floors.ts, after the folders that it imports`,
      ),
    ).toEqual([])
  })

  it('are only imported by higher ones: lower ones emit events for what must happen above', () => {
    const upwards = files
      .filter(({ file }) => !roof.has(file))
      .flatMap(({ file, text }) =>
        importsOf(file, text)
          .filter((imported) => rank(imported) > rank(file))
          .map((imported) => `${file} imports ${imported}`),
      )
    expect(upwards[0]).toBeUndefined()
    expect(upwards).toEqual([])
  })
})

describe('the sections', () => {
  it('are the folders of server/features', () => {
    const found = globSync('features/*/feature.ts', { cwd: root }).map((file) => dirname(file))
    const listed = Object.keys(sections).map((name) => `features/${name}`)
    expect(
      found
        .filter((folder) => !listed.includes(folder))
        .map((folder) => `server/${folder} is not listed: add its manifest to floors in server/floors.ts`),
    ).toEqual([])
    expect(listed.sort()).toEqual(found.sort())
  })
})

function folderOf(file: string): string | undefined {
  return folders.find((folder) => file.startsWith(`${folder}/`))
}

/** Foundation files are below all folders; files outside the listed folders are above them. */
function rank(file: string): number {
  if ((foundation as readonly string[]).includes(file)) return -1
  const folder = folderOf(file)
  return folder === undefined ? folders.length : folders.indexOf(folder)
}

/** Files of the server that this one imports for more than their types. */
const importsOf = (file: string, text: string): string[] =>
  valueImports(text)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => relative(root, join(root, dirname(file), specifier)))
