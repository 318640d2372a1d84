import { describe, expect, it } from 'vitest'
import { hardReload } from './hard-reload.ts'

const chrome = 'Mozilla/5.0 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X) Version/19.0 Safari/605.1.15'
const firefox = 'Mozilla/5.0 (Macintosh; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('hard reload by system', () => {
  it.each([
    ['Windows', 'Win32', chrome, 0, ['Ctrl+Shift+R', 'Ctrl+F5']],
    ['a Windows tablet', 'Win32', chrome, 10, ['Ctrl+Shift+R', 'Ctrl+F5']],
    ['Linux', 'Linux x86_64', chrome, 0, ['Ctrl+Shift+R', 'Ctrl+F5']],
    ['Chrome on macOS', 'MacIntel', chrome, 0, ['⌘+⇧+R']],
    ['Firefox on macOS', 'MacIntel', firefox, 0, ['⌘+⇧+R']],
    ['Safari on macOS', 'MacIntel', safari, 0, ['⌘+⌥+R', '⌘+⇧+R']],
    ['an unknown system', '', '', 0, ['Ctrl+Shift+R', 'Ctrl+F5']],
  ])('%s: keys', (_who, platform, userAgent, touches, keys) => {
    const found = hardReload(platform, userAgent, touches)
    expect(found.keys.map((together) => together.join('+'))).toEqual(keys)
    expect(found.steps).toEqual([])
  })

  it.each([
    ['iPhone e iPad', 'iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', 5],
    ['iPhone e iPad', 'MacIntel', safari, 5],
    ['Android', 'Linux armv81', `Mozilla/5.0 (Linux; Android 16; K) ${chrome}`, 5],
  ])('%s: steps, since there are no keys to press', (system, platform, userAgent, touches) => {
    const found = hardReload(platform, userAgent, touches)
    expect(found.system).toBe(system)
    expect(found.keys).toEqual([])
    expect(found.steps.length).toBeGreaterThan(1)
  })
})
