import { type ShortcutSection, useShortcuts } from '../shortcuts.ts'

/** The key that a list's main button declares as `aria-keyshortcuts`; it exists only for those who may press it. */
export const newKey = 'n'

const inMain = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`)

const keys: ShortcutSection = {
  name: 'Negli elenchi',
  yields: true,
  shortcuts: [
    {
      keys: newKey,
      does: 'Aggiungi, dove si può',
      run: () => inMain(`[aria-keyshortcuts="${newKey}"]`)?.click(),
    },
    {
      keys: '/',
      does: 'Cerca in questo elenco; Esc torna alle righe',
      run: () => inMain('search input')?.focus(),
    },
  ],
}

/** In every list: `n` presses its button that makes a new record, `/` goes to its search field. A page may use them otherwise. */
export const useListKeys = () => useShortcuts(keys)
