import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const coverage = readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8')

/** `path/to/file.test.ts` “title of the test” */
const proofs = [...coverage.matchAll(/`([\w./-]+\.(?:spec|test)\.tsx?)` “([^”]+)”/g)].map(
  ([, file = '', title = '']) => ({ file, title }),
)
const rows = coverage.split('\n').filter((line) => /^\| [^-]/.test(line) && !line.startsWith('| sentence'))

describe('docs/specification-coverage.md', () => {
  it('names a proof for every sentence', () => {
    const bare = rows.filter((row) => !/\.(?:spec|test)\.tsx?` “/.test(row))
    expect(bare).toEqual([])
    expect(rows.length).toBeGreaterThan(50)
  })
  it.each(proofs)('$file: $title', ({ file, title }) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8'), title).toContain(title)
  })
})
