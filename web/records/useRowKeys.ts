import { type RefObject, useMemo } from 'react'
import { type ShortcutSection, useShortcuts } from '../ui/shortcuts.ts'

/** The rows of lists and tables whose name is a link: that one takes the focus, so Enter opens the row. */
const rows = ':is(ul[aria-label] > li, tbody > tr):has(a[href])'

/** In a list of records that is no grid (in a tab), j and k move to the next and previous row, and Enter opens it. */
export function useRowKeys(container: RefObject<HTMLElement | null>) {
  useShortcuts(
    useMemo<ShortcutSection>(
      () => ({
        name: 'Negli elenchi',
        shortcuts: [
          { keys: 'j', does: 'Riga dopo', repeats: true, run: () => step(container.current, 1) },
          { keys: 'k', does: 'Riga prima', repeats: true, run: () => step(container.current, -1) },
        ],
      }),
      [container],
    ),
  )
}

function step(container: HTMLElement | null, by: 1 | -1) {
  const all = [...(container?.querySelectorAll(rows) ?? [])]
  const at = all.findIndex((row) => row.contains(document.activeElement))
  all[Math.max(0, at + by)]?.querySelector<HTMLElement>('a[href]')?.focus()
}
