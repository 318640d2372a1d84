import { describe, expect, it } from 'vitest'
import { readAtOnce } from './read-at-once.ts'

const marked = (names: string[]) => {
  const bundle = Object.fromEntries(names.map((name) => [name, { type: 'chunk', name, code: 'run()' }]))
  const { generateBundle } = readAtOnce()
  const mark = typeof generateBundle === 'object' ? generateBundle.handler : generateBundle
  mark?.call({} as never, {} as never, bundle as never, true)
  return Object.values(bundle).map(({ code }) => code.startsWith('//# allFunctionsCalledOnLoad\nrun()'))
}

describe('readAtOnce', () => {
  it('marks the scripts of the first load at their very beginning, and no other', () => {
    expect(marked(['main', 'shared', 'maintenance'])).toEqual([true, true, false])
  })
})
