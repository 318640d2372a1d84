import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import styles from './PaymentProgress.module.css'

export type ProgressState = 'open' | 'pending' | 'partial' | 'settled' | GoneBack
/** The money came and went back, or a dispute holds it. */
export type GoneBack = 'refunded' | 'disputed'

/**
 * Progress of a payment: one line for what is due, one for what was received. `due` and `received` are cents. When it
 * becomes settled on screen, or at once with `draw`, the second line is animated (420 ms). `thick` for public pages and
 * headers.
 */
export function PaymentProgress({
  due,
  received,
  state,
  thick = false,
  draw = false,
  toPayer = false,
}: {
  due: number
  received: number
  state: ProgressState
  thick?: boolean
  draw?: boolean
  /** The reader is who pays: *pagato*, not *incassato*. */
  toPayer?: boolean
}) {
  const drawing = useSettling(state, draw)
  const share = percentReceived(due, received)
  return (
    <span
      className={styles.lines}
      data-state={state}
      data-thick={thick || undefined}
      data-drawing={drawing || undefined}
      style={
        {
          '--share': `${state === 'partial' || (state === 'disputed' && received > 0) ? share : 100}%`,
        } as React.CSSProperties
      }
    >
      <span className={styles.due} />
      <span className={styles.received} />
      <VisuallyHidden>{progressWords({ due, received, state }, toPayer)}</VisuallyHidden>
    </span>
  )
}

/** Percent of `due` received, 0–100; never 100 while a cent is missing, nor 0 once a cent was received. */
export function percentReceived(due: number, received: number) {
  if (due <= 0 || received >= due) return 100
  if (received <= 0) return 0
  return Math.min(99, Math.max(1, Math.round((received / due) * 100)))
}

/** What the lines show, for a screen reader. */
export function progressWords(
  { due, received, state }: { due: number; received: number; state: ProgressState },
  toPayer = false,
): string {
  const done = toPayer ? 'pagato' : 'incassato'
  const part = `${percentReceived(due, received)} % ${done}`
  if (state === 'settled') return `tutto ${done}`
  if (state === 'refunded') return `${done}, poi rimborsato`
  if (state === 'disputed') return received < due ? `${part}, contestato` : `tutto ${done}, contestato`
  if (state === 'pending') return received > 0 ? `${part}, pagamento in corso` : 'pagamento in corso'
  if (state === 'partial') return part
  return `niente ${done}`
}

function useSettling(state: ProgressState, draw: boolean) {
  const before = useRef(state)
  const [drawing, setDrawing] = useState(draw && state === 'settled')
  useEffect(() => {
    if (state === 'settled' && before.current !== 'settled') setDrawing(true)
    before.current = state
  }, [state])
  return drawing && state === 'settled'
}
