import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissToast, readToasts, toast, toastWithUndo } from './toast.ts'

const shown = () => {
  const { plain } = readToasts()
  if (!plain) throw new Error('nothing is shown')
  return plain
}

describe('toastWithUndo', () => {
  beforeEach(() => {
    vi.stubGlobal('addEventListener', vi.fn())
    vi.stubGlobal('removeEventListener', vi.fn())
  })
  afterEach(() => vi.unstubAllGlobals())

  it('acts once, when the toast is gone', () => {
    const act = vi.fn()
    toastWithUndo('3 link in uscita', act)
    expect(act).not.toHaveBeenCalled()
    const toast = shown()
    dismissToast(toast)
    dismissToast(toast)
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('acts when another toast replaces it', () => {
    const act = vi.fn()
    toastWithUndo('3 link in uscita', act)
    toast('Altro')
    expect(act).toHaveBeenCalledTimes(1)
    dismissToast(shown())
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('does not act after undo', () => {
    const act = vi.fn()
    toastWithUndo('3 link in uscita', act)
    const toast = shown()
    toast.undo?.()
    dismissToast(toast)
    expect(act).not.toHaveBeenCalled()
  })
})
