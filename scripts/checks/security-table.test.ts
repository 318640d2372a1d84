import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/security.md')

/**
 * The requirements of level 1 and 2 of OWASP ASVS 5.0.0: after each section one digit for each of them, its level. So
 * `7.4 11222` is 7.4.1 to 7.4.5. Those of level 3 come last in their sections and are left out.
 */
const standard = `
  1.1 22, 1.2 111112222, 1.3 11222222222, 1.4 222, 1.5 12
  2.1 122, 2.2 112, 2.3 1222, 2.4 2
  3.2 11, 3.3 1222, 3.4 112222, 3.5 11122, 3.7 22
  4.1 122, 4.2 2, 4.3 22, 4.4 1222
  5.1 2, 5.2 112, 5.3 11, 5.4 222
  6.1 122, 6.2 111111112222, 6.3 1122, 6.4 1122, 6.5 22222, 6.6 222, 6.8 2222
  7.1 222, 7.2 1111, 7.3 22, 7.4 11222, 7.5 22, 7.6 22
  8.1 12, 8.2 112, 8.3 1, 8.4 2
  9.1 111, 9.2 1222
  10.1 22, 10.2 22, 10.3 2222, 10.4 11111222222, 10.5 22222, 10.6 22, 10.7 222
  11.1 22, 11.2 222, 11.3 112, 11.4 1222, 11.5 2, 11.6 2
  12.1 122, 12.2 11, 12.3 2222
  13.1 2, 13.2 22222, 13.3 22, 13.4 12222
  14.1 22, 14.2 1222, 14.3 122
  15.1 122, 15.2 122, 15.3 1222222
  16.1 2, 16.2 22222, 16.3 2222, 16.4 222, 16.5 222
  17.1 2, 17.2 2222, 17.3 22`
/** Number and level, in the order of the standard. */
const required = [...standard.matchAll(/(\d+\.\d+) (\d+)/g)].flatMap(([, section, levels = '']) =>
  [...levels].map((level, at) => ({ number: `${section}.${at + 1}`, level })),
)
const chapterOf = ({ number }: { number: string }) => Number(number.split('.')[0])
const chapters = [...new Set(required.map(chapterOf))]

const states = ['met', 'partly', 'not met', 'does not apply']

/** The rows of requirements of a text; a cell holds no bar. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(([, number = '', rest = '']) => {
    const [level = '', asks = '', state = '', how = '', shown = '', ...more] = rest
      .split('|')
      .map((cell) => cell.trim())
    return { number, level, asks, state, how, shown, more }
  })
const rows = rowsOf(page)

/** `path/to/file.test.ts` “title of the test” */
const named = rows.flatMap(({ number, shown }) =>
  [...shown.matchAll(/`([^`]+\.(?:spec|test)\.tsx?)`(?: “([^”]+)”)?/g)].map(([, file = '', title = '']) => ({
    ...{ number, file, title },
  })),
)
const files = [
  ...new Set([...page.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|md))`/g)].map(([, file = '']) => file)),
]

describe('docs/security.md', () => {
  it('knows the 70 requirements of level 1 and the 183 of level 2', () => {
    expect(required.filter(({ level }) => level === '1')).toHaveLength(70)
    expect(required.filter(({ level }) => level === '2')).toHaveLength(183)
  })
  it.each(chapters)('V%i has each of its requirements once, in order, with its level', (chapter) => {
    const [, section = ''] = page.split(`\n## V${chapter} `)
    const found = rowsOf(section.split('\n## ')[0] ?? '').map(({ number, level }) => ({ number, level }))
    expect(found).toEqual(required.filter((each) => chapterOf(each) === chapter))
  })
  it('has no requirement twice, and none outside its chapter', () => {
    expect(rows.map(({ number }) => number)).toEqual(required.map(({ number }) => number))
  })
  it.each(rows)('$number says what it asks, its state and why', ({ asks, state, how, more }) => {
    expect(states).toContain(state)
    expect(asks).not.toBe('')
    expect(how.length, 'how, or why not').toBeGreaterThan(1)
    expect(more, 'a cell has a bar').toEqual([])
  })
  it.each(rows.filter(({ state }) => state === 'met' || state === 'partly'))(
    '$number names a test, or says why there is none',
    ({ shown }) => {
      expect(shown).toMatch(/`[^`]+\.(?:spec|test)\.tsx?` “|^no test: \S.{5,}/)
    },
  )
  it.each(named)('$number: $file “$title”', ({ file, title }) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(titlesIn(read(file)), `${file} has no title “${title}”`).toContain(title)
  })
  it.each(files)('names %s, which exists', (file) => {
    expect(existsSync(join(root, file))).toBe(true)
  })
  it.each([...states, 'all'])('counts the rows: %s', (state) => {
    const counted = rows.filter((row) => state === 'all' || row.state === state).length
    expect(page).toContain(`\n| ${state} | ${counted} |\n`)
  })
  it('lists what is not met, with the reason', () => {
    const [, section = ''] = page.split('\n## Not met\n')
    const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^- (\d+\.\d+\.\d+): \S/gm)]
    expect(listed.map(([, number]) => number)).toEqual(
      rows.filter(({ state }) => state === 'not met').map(({ number }) => number),
    )
  })
  it('leaves nothing to be checked later', () => {
    expect(page).not.toContain('[[check]]')
  })
})

/** The texts in quotes of a source file, among them the titles of its tests. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  )
}
