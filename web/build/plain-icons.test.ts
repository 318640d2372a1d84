import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { plainIcon } from './plain-icons.ts'

const set = join(dirname(createRequire(import.meta.url).resolve('iconoir-react')), 'esm')
const files = globSync('{regular,solid}/*.mjs', { cwd: set }).filter((file) => !file.endsWith('index.mjs'))
/** What an icon draws, in the order in which it draws it. */
const shapesIn = (text: string) => text.match(/\bd[:=]"[^"]+"/g)?.map((each) => each.slice(2)) ?? []

describe('an icon of the public pages', () => {
  it('keeps all shapes of the set’s own file, whichever it is', () => {
    expect(files.length).toBeGreaterThan(1_000)
    for (const file of files) {
      const code = readFileSync(join(set, file), 'utf8')
      expect(shapesIn(plainIcon(code)), file).toEqual(shapesIn(code))
    }
  })

  it('draws what the set’s own component draws', async () => {
    const file = 'regular/CreditCard.mjs'
    const { default: theirs } = await import(join(set, file))
    const drawn = renderToStaticMarkup(createElement(theirs))
    const [, shapes] = /\[(.+)\]\)$/s.exec(plainIcon(readFileSync(join(set, file), 'utf8'))) ?? []
    const ours = new Function('h', `return [${shapes}]`)(createElement)
    expect(drawn).toContain(renderToStaticMarkup(createElement('g', null, ...ours)).slice(3, -4))
  })

  it('is refused when the set writes its files in another way', () => {
    expect(() => plainIcon('export default () => null')).toThrow(/another way/)
  })
})
