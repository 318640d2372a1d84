import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import { type ShortcutSection, useShortcuts } from '../shortcuts.ts'
import type { ListSelection } from './selection/useSelection.ts'
import type { CurrentRow } from './useCurrentRow.ts'

/** Debounce in milliseconds before the open panel follows the arrow keys. */
const restsFor = 120

/** Handled by the grid while it has the focus. */
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
 * Wherever the focus is, j and k move to the next and previous row (with Shift they also select it), and x selects the
 * row (with Shift a range); the grid takes the focus. Within the grid, arrows, Home/End, PageUp/PageDown move; Space selects (with Shift a range), Ctrl+A selects the whole result; Enter
 * opens the panel, a second Enter the record's page; Escape closes the panel, then clears the selection.
 */
export function useGridKeys<Row>({
  grid,
  rows,
  current,
  page,
  selection,
  openId,
  rowId,
  onOpen,
  onClose,
}: {
  grid: RefObject<HTMLElement | null>
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

  const follow = (row: Row | undefined) => {
    clearTimeout(resting.current)
    if (row && openId !== null) resting.current = setTimeout(() => onOpen(row, false), restsFor)
  }

  const step = (by: number, selects: boolean) => {
    const from = current.row()
    const at = current.index()
    grid.current?.focus({ preventScroll: true })
    const to = current.moveTo(at + by)
    follow(to)
    if (selects && to) selection.markAll(from ? [from, to] : [to], true)
  }
  const select = (range: boolean) => {
    const row = current.row()
    grid.current?.focus({ preventScroll: true })
    if (row && range) selection.toggleTo(row, rows)
    else if (row) selection.toggle(row)
  }
  const latest = useRef({ step, select })
  latest.current = { step, select }
  useShortcuts(useMemo(() => lettersOf(latest), []))
  useShortcuts(gridKeys)

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

/** The letters, which work wherever the focus is on the page; they act on what is on screen now. */
const lettersOf = (
  latest: RefObject<{ step: (by: number, selects: boolean) => void; select: (range: boolean) => void }>,
): ShortcutSection => ({
  name: 'Negli elenchi',
  shortcuts: [
    { keys: 'j', does: 'Riga dopo', repeats: true, run: () => latest.current.step(1, false) },
    { keys: 'k', does: 'Riga prima', repeats: true, run: () => latest.current.step(-1, false) },
    {
      keys: 'shift+j',
      does: 'Seleziona e vai alla riga dopo',
      repeats: true,
      run: () => latest.current.step(1, true),
    },
    {
      keys: 'shift+k',
      does: 'Seleziona e vai alla riga prima',
      repeats: true,
      run: () => latest.current.step(-1, true),
    },
    { keys: 'x', does: 'Seleziona o deseleziona la riga', run: () => latest.current.select(false) },
    { keys: 'shift+x', does: 'Seleziona da qui all’ultima scelta', run: () => latest.current.select(true) },
  ],
})
