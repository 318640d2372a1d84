import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismiss, readSlots, say, sayThen } from './snackbars.ts'

const shown = () => {
  const { plain } = readSlots()
  if (!plain) throw new Error('nothing is shown')
  return plain
}

describe('sayThen', () => {
  beforeEach(() => {
    vi.stubGlobal('addEventListener', vi.fn())
    vi.stubGlobal('removeEventListener', vi.fn())
  })
  afterEach(() => vi.unstubAllGlobals())

  it('acts once, when the text has gone', () => {
    const act = vi.fn()
    sayThen('3 link in uscita', act)
    expect(act).not.toHaveBeenCalled()
    const snack = shown()
    dismiss(snack)
    dismiss(snack)
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('acts when another text takes its place', () => {
    const act = vi.fn()
    sayThen('3 link in uscita', act)
    say('Altro')
    expect(act).toHaveBeenCalledTimes(1)
    dismiss(shown())
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('does not act once taken back', () => {
    const act = vi.fn()
    sayThen('3 link in uscita', act)
    const snack = shown()
    snack.undo?.()
    dismiss(snack)
    expect(act).not.toHaveBeenCalled()
  })
})
