import { type Shortcut, type ShortcutSection, useShortcuts } from '../shortcuts.ts'

/** The key that a list's main button declares as `aria-keyshortcuts`; it exists only for those who may press it. */
export const newKey = 'n'

const inMain = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`)

const toSearch: Shortcut = {
  keys: '/',
  does: 'Cerca in questo elenco; Esc torna alle righe',
  run: () => inMain('search input')?.focus(),
}
const searchKey: ShortcutSection = { name: 'Negli elenchi', shortcuts: [toSearch] }
const keys: ShortcutSection = {
  name: 'Negli elenchi',
  shortcuts: [
    {
      keys: newKey,
      does: 'Aggiungi, dove si può',
      run: () => inMain(`[aria-keyshortcuts="${newKey}"]`)?.click(),
    },
    toSearch,
  ],
}

/** In every list: `n` presses its button that makes a new record, `/` goes to its search field. */
export const useListKeys = () => useShortcuts(keys)
/** The same where nothing is made, so that `n` is free for something else. */
export const useSearchKey = () => useShortcuts(searchKey)
