import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@saldo/contract/contract'
import { describe, expect, it } from 'vitest'
import { calls, entities, missingCalls, pages } from './specification-lists.ts'

const root = join(import.meta.dirname, '../..')
const coverage = readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8')

const accessibility = readFileSync(join(root, 'docs/accessibility.md'), 'utf8')

/** `path/to/file.test.ts` “title of the test”, of both pages. */
const proofs = [
  ...`${coverage}\n${accessibility}`.matchAll(/`([\w./-]+\.(?:spec|test)\.tsx?)` “([^”]+)”/g),
].map(([, file = '', title = '']) => ({ file, title }))
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line) && !/^\| (sentence|call|route|entity) \|/.test(line))
const rows = rowsOf(coverage)
/** The first cells of the rows under a heading that begins so. */
const firstCells = (heading: string) => {
  const [, section = ''] = coverage.split(`\n## ${heading}`)
  return rowsOf(section.split('\n## ')[0] ?? '').map((row) => row.split(' | ')[0]?.replace(/^\| /, '') ?? '')
}
/** What the first cells name in backticks. */
const named = (heading: string) =>
  firstCells(heading).flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))

describe('docs/specification-coverage.md', () => {
  it('names a proof for every sentence', () => {
    const bare = rows.filter((row) => !/\.(?:spec|test)\.tsx?` “/.test(row))
    expect(bare).toEqual([])
    expect(rows.length).toBeGreaterThan(150)
  })
  it.each(proofs)('$file: $title', ({ file, title }) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    const source = readFileSync(join(root, file), 'utf8')
    const titles = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
      ([, single, double, template]) => single ?? double ?? template ?? '',
    )
    expect(titles, `${file} has no title “${title}”`).toContain(title)
  })
  it('has every route of §2', () => {
    expect(pages.filter((page) => !named('§2').includes(page))).toEqual([])
  })
  it('has every entity of §3, and no other', () => {
    expect(firstCells('§3').map((cell) => cell.split(':')[0])).toEqual(entities)
  })
  it('has every call of §7 once, and no other', () => {
    expect(named('§7').toSorted()).toEqual(calls.toSorted())
  })
  it('has every call that does not exist yet once, and no other', () => {
    expect(
      named('Not there yet')
        .filter((name) => /^[A-Z]+ /.test(name))
        .toSorted(),
    ).toEqual(missingCalls.toSorted())
  })
})

/** `POST /v1/stripe/charge/{token?}` also answers `POST /v1/stripe/charge`; the names of parameters do not matter. */
const shapes = new Set(
  contract.flatMap(({ route }) => {
    const optional = route.replace(/\/\{\w+\?\}$/, '')
    return [route, optional].map(shapeOf)
  }),
)
function shapeOf(route: string): string {
  return route.replace(/\{\w+\??\}/g, '{}')
}
/** `docs/{a}/{b}` is also `update-iban/{id}/{iban}`: the fixed part `0` of a push token is written out. */
describe('the calls of the specification', () => {
  it.each(calls)('%s is in the contract', (call) => {
    expect(shapes).toContain(shapeOf(call))
  })
  it.each(missingCalls)('%s is not: the page says so', (call) => {
    expect(shapes).not.toContain(shapeOf(call))
  })
})
