import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type HelpText, helpTexts } from './help-texts.ts'

const web = join(import.meta.dirname, '../..')
const topics: [string, HelpText][] = Object.entries(helpTexts)
/** The words on screen of the glossary, from the first column of its table. */
const words = readFileSync(join(web, '../docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => (line.split('|')[1] ?? '').split(/[,:()]/))
  .map((word) => word.trim())
const pages = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx$/.test(file) && !/(^|\/)node_modules\//.test(file))
  .map((file) => readFileSync(join(web, file), 'utf8'))

describe('help', () => {
  it.each(topics)('%s: its word is in the glossary', (_, { glossary }) => expect(words).toContain(glossary))
  it.each(topics)('%s: stands on a page', (topic) =>
    expect(pages.some((page) => page.includes(`help="${topic}"`))).toBe(true),
  )
  it.each(topics)('%s: is short enough to be read', (_, { text }) => {
    expect(text.join(' ').length).toBeLessThan(420)
    expect(text.join(' ')).not.toMatch(/ufficio|collegamento|!/)
  })
})
