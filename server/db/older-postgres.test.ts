import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const server = join(import.meta.dirname, '..')

it('no query takes the least or the greatest of rows, which PostgreSQL can from version 18 only', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(ts|sql)$/.test(name) && !/node_modules|\.test\.ts$/.test(name),
  )
  expect(files.length).toBeGreaterThan(500)
  const ofRows = files.filter((name) =>
    /\b(min|max)\(\(\s*[\w.]+\s*,/i.test(readFileSync(join(server, name), 'utf8')),
  )
  expect(ofRows).toEqual([])
})
