import { useEffect } from 'react'
import { storedPreferences } from './theme/preferences.ts'

/**
 * A keyboard shortcut. `keys`: one key (`?`, `[`), a letter with the shift key (`shift+x`), two keys in sequence (`g b`),
 * or one with Ctrl, on a Mac Command (`mod+k`); `presses`: the keys that run it, if `keys` only describes them (`arrows`).
 * Without `run` it is only listed: the focused element handles it. `repeats`: also while the key is held down.
 */
export type Shortcut = {
  keys: string
  presses?: readonly string[]
  does: string
  run?: (pressed: string) => void
  repeats?: true
}
/** `yields`: where another section has a shortcut of the same keys, that one counts and this one's is not listed. */
export type ShortcutSection = { name: string; shortcuts: readonly Shortcut[]; yields?: true }

/** The second key must follow within so many milliseconds. */
const followsWithin = 1500

const sections = new Set<ShortcutSection>()
let listening = false

/** Registers a section of shortcuts, also listed in the sheet that `?` opens; returns a function that removes it. */
export function registerShortcuts(section: ShortcutSection): () => void {
  if (!listening) document.addEventListener('keydown', answer)
  listening = true
  sections.add(section)
  return () => sections.delete(section)
}

/** Registers shortcuts while a component is mounted. Keep `section` stable between renders. */
export const useShortcuts = (section: ShortcutSection) =>
  useEffect(() => registerShortcuts(section), [section])

/** All registered shortcuts; sections of one name are merged. */
export function registeredShortcuts(): ShortcutSection[] {
  const byName = new Map<string, Shortcut[]>()
  for (const { name, shortcuts, yields } of sections) {
    const listed = yields ? shortcuts.filter((shortcut) => find(shortcut.keys) === shortcut) : shortcuts
    byName.set(name, [...(byName.get(name) ?? []), ...listed])
  }
  return [...byName].map(([name, shortcuts]) => ({ name, shortcuts }))
}

/** Runs the shortcut of these keys, for a button or menu that offers the same. */
export const pressShortcut = (keys: string) => find(keys)?.run?.(keys)

let first = ''
let firstAt = 0

function answer(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  const key = event.key.toLowerCase()
  // Italian keyboards type `[` with AltGr, which Windows reports as Ctrl and Alt together.
  const composed = (event.altKey || event.getModifierState('AltGraph')) && !/^[a-z0-9]$/.test(key)
  if (event.altKey && !composed) return
  const held = (event.ctrlKey || event.metaKey) && !composed
  const sequence = firstAt > event.timeStamp - followsWithin ? `${first} ${key}` : ''
  const shortcut = held
    ? find(`mod+${key}`)
    : mayPressSingleKeys(event.target) && !(key === 'enter' && isPressedByEnter(event.target))
      ? (sequence && find(sequence)) || (event.shiftKey && find(`shift+${key}`)) || find(key)
      : undefined
  if (event.repeat && !shortcut?.repeats) return
  first = held || shortcut ? '' : key
  firstAt = event.timeStamp
  if (!shortcut?.run) return
  event.preventDefault()
  shortcut.run(key)
}

function find(keys: string): Shortcut | undefined {
  const answers = ({ keys: own, presses, run }: Shortcut) =>
    run && (presses ? presses.includes(keys) : own === keys)
  const firstOf = (some: ShortcutSection[]) => some.flatMap(({ shortcuts }) => shortcuts).find(answers)
  const all = [...sections]
  return firstOf(all.filter(({ yields }) => !yields)) ?? firstOf(all.filter(({ yields }) => yields))
}

/** Single keys are off while typing, behind a dialog, and when turned off in the preferences. */
function mayPressSingleKeys(target: EventTarget | null) {
  if (!storedPreferences().values.single_keys) return false
  if (document.querySelector('[aria-modal="true"], [role="menu"]')) return false
  return !(target instanceof HTMLElement && isTyped(target))
}

/** Enter works the button or link that has the focus. A link to what is open already leaves it to the page. */
const isPressedByEnter = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('a:not([aria-current]), button, summary') !== null

const isTyped = (element: HTMLElement) =>
  element.isContentEditable ||
  element.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"])')
