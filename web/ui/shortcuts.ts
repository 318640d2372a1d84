import { useEffect } from 'react'
import { storedPreferences } from './theme/preferences.ts'

/**
 * Something the keyboard does. `keys`: one key (`?`, `[`), two in a row (`g b`), or one held with Ctrl, on a Mac with
 * Command (`mod+k`). Without `run` it is only told about: whoever has the focus answers it.
 */
export type Shortcut = { keys: string; does: string; run?: () => void }
export type ShortcutSection = { name: string; shortcuts: readonly Shortcut[] }

/** Milliseconds within which the second key follows the first. */
const followsWithin = 1500

const sections = new Set<ShortcutSection>()
let listening = false

/** Adds a section to what the keyboard does and to the sheet that `?` shows; returns how to take it away. */
export function registerShortcuts(section: ShortcutSection): () => void {
  if (!listening) document.addEventListener('keydown', answer)
  listening = true
  sections.add(section)
  return () => sections.delete(section)
}

/** The same for as long as a component is there. Keep `section` the same between renders. */
export const useShortcuts = (section: ShortcutSection) =>
  useEffect(() => registerShortcuts(section), [section])

/** What the keyboard does now; sections of one name as one. */
export function registeredShortcuts(): ShortcutSection[] {
  const byName = new Map<string, Shortcut[]>()
  for (const { name, shortcuts } of sections) byName.set(name, [...(byName.get(name) ?? []), ...shortcuts])
  return [...byName].map(([name, shortcuts]) => ({ name, shortcuts }))
}

/** Does what these keys do, for a button or a menu that offers the same. */
export const pressShortcut = (keys: string) => find(keys)?.run?.()

let first = ''
let firstAt = 0

function answer(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.repeat) return
  const key = event.key.toLowerCase()
  // On an Italian keyboard `[` is typed with AltGr, which Windows tells as Ctrl and Alt together.
  const composed = (event.altKey || event.getModifierState('AltGraph')) && !/^[a-z0-9]$/.test(key)
  if (event.altKey && !composed) return
  const held = (event.ctrlKey || event.metaKey) && !composed
  const sequence = firstAt > event.timeStamp - followsWithin ? `${first} ${key}` : ''
  const shortcut = held
    ? find(`mod+${key}`)
    : mayPressSingleKeys(event.target)
      ? (sequence && find(sequence)) || find(key)
      : undefined
  first = held || shortcut ? '' : key
  firstAt = event.timeStamp
  if (!shortcut?.run) return
  event.preventDefault()
  shortcut.run()
}

function find(keys: string): Shortcut | undefined {
  for (const { shortcuts } of sections) {
    const found = shortcuts.find((shortcut) => shortcut.run && shortcut.keys === keys)
    if (found) return found
  }
  return undefined
}

/** Not while somebody types, nor behind a dialog, nor for who has turned them off. */
function mayPressSingleKeys(target: EventTarget | null) {
  if (!storedPreferences().values.single_keys) return false
  if (document.querySelector('[aria-modal="true"], [role="menu"]')) return false
  return !(target instanceof HTMLElement && isTyped(target))
}

const isTyped = (element: HTMLElement) =>
  element.isContentEditable ||
  element.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"])')
