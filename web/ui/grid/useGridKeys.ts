import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type ShortcutSection, useShortcuts } from '../shortcuts.ts'
import type { ListSelection } from './selection/useSelection.ts'
import type { CurrentRow } from './useCurrentRow.ts'

/** Debounce in milliseconds before the open panel follows the arrow keys. */
const restsFor = 120

const gridKeys: ShortcutSection = {
  name: 'Negli elenchi',
  shortcuts: [
    { keys: 'arrows', does: 'Riga prima o dopo' },
    { keys: 'pages', does: 'Una schermata indietro o avanti' },
    { keys: 'ends', does: 'Prima o ultima riga' },
    { keys: 'enter', does: 'Apri la riga; di nuovo: a tutta pagina' },
    { keys: 'space', does: 'Seleziona la riga' },
    { keys: 'shift+space', does: 'Seleziona fino a questa riga' },
    { keys: 'mod+a', does: 'Seleziona tutto il risultato' },
    { keys: 'escape', does: 'Chiudi il dettaglio, poi togli la selezione' },
  ],
}

/**
 * Arrows, Home/End, PageUp/PageDown move; Space selects (with Shift a range), Ctrl+A selects the whole result; Enter
 * opens the panel, a second Enter the record's page; Escape closes the panel, then clears the selection.
 */
export function useGridKeys<Row>({
  rows,
  current,
  page,
  selection,
  openId,
  rowId,
  onOpen,
  onClose,
}: {
  rows: readonly Row[]
  current: CurrentRow<Row>
  /** Visible rows. */
  page: () => number
  selection: ListSelection<Row>
  openId: string | null
  rowId: (row: Row) => string
  onOpen: (row: Row, again: boolean) => void
  onClose: () => void
}) {
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  useShortcuts(gridKeys)

  const follow = (row: Row | undefined) => {
    clearTimeout(resting.current)
    if (row && openId !== null) resting.current = setTimeout(() => onOpen(row, false), restsFor)
  }

  return (event: KeyboardEvent<HTMLElement>) => {
    // Buttons in the header handle their own keys.
    if (event.target !== event.currentTarget && !(event.target as HTMLElement).closest('[data-index]')) return
    const to = destination(event.key, current.index(), page(), rows.length - 1)
    const row = current.row()
    if (to !== null) follow(current.moveTo(to))
    else if (event.key === ' ' && row) {
      if (event.shiftKey) selection.toggleTo(row, rows)
      else selection.toggle(row)
    } else if (event.key === 'Enter' && row) onOpen(row, rowId(row) === openId)
    else if (event.key === 'Escape' && openId !== null) onClose()
    else if (event.key === 'Escape' && selection.count > 0) selection.clear()
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.selectEverything()
    else return
    event.preventDefault()
  }
}

/** The row that a key leads to from row `at` (−1: none yet); null for keys that do not move. */
function destination(key: string, at: number, page: number, last: number): number | null {
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'PageDown') return at + page
  if (key === 'PageUp') return at - page
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}
