import { useMemo, useRef } from 'react'
import { useShortcuts } from '../../ui/shortcuts.ts'

/** The keys of the page: to another movement, and the last act taken back. They act on what is on screen now. */
export function useTransferKeys(now: { onStep: (by: 1 | -1) => void; onUndo: () => void }) {
  const latest = useRef(now)
  latest.current = now
  const section = useMemo(
    () => ({
      name: 'Bonifici',
      shortcuts: [
        {
          keys: 'arrows',
          presses: ['arrowdown', 'arrowup'],
          does: 'Movimento prima o dopo',
          run: (key: string) => latest.current.onStep(key === 'arrowdown' ? 1 : -1),
        },
        { keys: 'j', does: 'Movimento dopo', run: () => latest.current.onStep(1) },
        { keys: 'k', does: 'Movimento prima', run: () => latest.current.onStep(-1) },
        { keys: 'u', does: 'Annulla l’ultimo abbinamento', run: () => latest.current.onUndo() },
      ],
    }),
    [],
  )
  useShortcuts(section)
}
