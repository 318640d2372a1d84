import { beforeEach, describe, expect, it, vi } from 'vitest'

class FakeElement {
  isContentEditable = false
  matches: () => boolean
  closest: () => object | null
  constructor(typed: boolean, pressed = false) {
    this.matches = () => typed
    this.closest = () => (pressed ? {} : null)
  }
}
let press: (event: object) => void
let modal: object | null = null
vi.stubGlobal('HTMLElement', FakeElement)
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('document', {
  addEventListener: (_name: string, listener: typeof press) => {
    press = listener
  },
  querySelector: () => modal,
})
const { registerShortcuts, registeredShortcuts } = await import('./shortcuts.ts')
const { setPreferences } = await import('./theme/preferences.ts')

const did: string[] = []
const run = (what: string) => () => void did.push(what)
registerShortcuts({
  name: 'Ovunque',
  shortcuts: [
    { keys: '?', does: 'Aiuto', run: run('help') },
    { keys: '[', does: 'Menu', run: run('menu') },
    { keys: 'mod+k', does: 'Cerca', run: run('search') },
  ],
})
registerShortcuts({
  name: 'Bonifici',
  shortcuts: [
    {
      keys: 'arrows',
      presses: ['arrowup', 'arrowdown'],
      does: 'Movimento',
      run: (key) => void did.push(key),
    },
    { keys: 'enter', does: 'Conferma', run: run('confirm') },
    { keys: 'j', does: 'Dopo', repeats: true, run: run('next') },
    { keys: 'y', does: 'Seleziona', run: run('select') },
    { keys: 'shift+y', does: 'Seleziona fin qui', run: run('select to') },
  ],
})
registerShortcuts({ name: 'Vai a', shortcuts: [{ keys: 'g b', does: 'Bollette', run: run('bills') }] })

let time = 0
const page = new FakeElement(false)
const field = new FakeElement(true)
const key = (name: string, more: object = {}) => {
  time += 100
  press({
    key: name,
    target: page,
    timeStamp: time,
    getModifierState: () => false,
    preventDefault: () => undefined,
    ...more,
  })
}

beforeEach(() => {
  did.length = 0
  modal = null
  time += 10_000
  setPreferences({ single_keys: true })
})

describe('a shortcut', () => {
  it('is one key, or two keys in sequence', () => {
    key('?', { shiftKey: true })
    key('g')
    key('b')
    expect(did).toEqual(['help', 'bills'])
  })
  it('of two keys needs them in order, quickly, and with no other key between', () => {
    key('b')
    key('g')
    time += 2000
    key('b')
    key('g')
    key('x')
    key('b')
    expect(did).toEqual([])
  })
  it('with Ctrl or Command works while typing; single keys do not', () => {
    key('k', { ctrlKey: true, target: field })
    key('k', { metaKey: true, target: field })
    key('?', { target: field })
    key('g', { target: field })
    key('b', { target: field })
    expect(did).toEqual(['search', 'search'])
  })
  it('of a symbol works where it is typed with AltGr or Option', () => {
    const altGraph = (name: string) => name === 'AltGraph'
    key('[', { ctrlKey: true, altKey: true, getModifierState: altGraph })
    key('[', { altKey: true })
    expect(did).toEqual(['menu', 'menu'])
  })
  it('may be run by several keys, and is told which', () => {
    key('ArrowDown')
    key('arrows')
    expect(did).toEqual(['arrowdown'])
  })
  it('with Shift may be another one than the letter alone', () => {
    key('y')
    key('Y', { shiftKey: true })
    // With the caps lock a letter is large without Shift.
    key('Y')
    expect(did).toEqual(['select', 'select to', 'select'])
  })
  it('runs again while its key is held down only if it says so', () => {
    key('j')
    key('j', { repeat: true })
    key('y', { repeat: true })
    expect(did).toEqual(['next', 'next'])
  })
  it('of Enter is left to a button or link that has the focus', () => {
    key('Enter', { target: new FakeElement(false, true) })
    expect(did).toEqual([])
    key('Enter')
    expect(did).toEqual(['confirm'])
  })
  it('ignores keys with other modifiers, and events that were already handled', () => {
    key('b', { altKey: true })
    key('k', { ctrlKey: true, defaultPrevented: true })
    key('?', { repeat: true })
    expect(did).toEqual([])
  })
  it('of single keys is off behind a dialog, and when turned off in the preferences', () => {
    modal = {}
    key('?')
    modal = null
    setPreferences({ single_keys: false })
    key('?')
    key('k', { ctrlKey: true })
    expect(did).toEqual(['search'])
  })
})

it('sections of one name are merged, and removed by whoever registered them', () => {
  const leave = registerShortcuts({ name: 'Ovunque', shortcuts: [{ keys: 'x', does: 'Prova' }] })
  expect(registeredShortcuts().map(({ name }) => name)).toEqual(['Ovunque', 'Bonifici', 'Vai a'])
  expect(registeredShortcuts()[0]?.shortcuts).toHaveLength(4)
  leave()
  expect(registeredShortcuts()[0]?.shortcuts).toHaveLength(3)
})

it('a list leaves its key to the page that uses it otherwise, and does not list it', () => {
  const list = { keys: '/', does: 'Cerca nell’elenco', run: run('list') }
  const leaveList = registerShortcuts({ name: 'Elenchi', yields: true, shortcuts: [list] })
  const leavePage = registerShortcuts({
    ...{ name: 'Pagina', shortcuts: [{ keys: '/', does: 'Cerca una bolletta', run: run('page') }] },
  })
  const listed = () => registeredShortcuts().find(({ name }) => name === 'Elenchi')?.shortcuts
  did.length = 0
  key('/')
  expect([did, listed()]).toEqual([['page'], []])
  leavePage()
  key('/')
  expect([did, listed()]).toEqual([['page', 'list'], [list]])
  leaveList()
})
