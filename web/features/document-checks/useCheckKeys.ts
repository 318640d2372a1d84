import { useMemo, useRef } from 'react'
import { useShortcuts } from '../../ui/shortcuts.ts'

/** The keys of the page. They act on what is on screen now. */
export function useCheckKeys(now: {
  onStep: (by: 1 | -1) => void
  onValid: () => void
  onInvalid: () => void
  onUndo: () => void
}) {
  const latest = useRef(now)
  latest.current = now
  const section = useMemo(
    () => ({
      name: 'Verifica documenti',
      shortcuts: [
        { keys: 'j', does: 'Documento dopo', run: () => latest.current.onStep(1) },
        { keys: 'k', does: 'Documento prima', run: () => latest.current.onStep(-1) },
        { keys: 'v', does: 'Verificato', run: () => latest.current.onValid() },
        { keys: 'n', does: 'Non valido, con il motivo', run: () => latest.current.onInvalid() },
        {
          keys: 'z',
          does: 'Annulla l’ultima decisione, prima che lo studio la sappia',
          run: () => latest.current.onUndo(),
        },
      ],
    }),
    [],
  )
  useShortcuts(section)
}
