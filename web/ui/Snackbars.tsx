import { CheckCircle, InfoCircle, WarningTriangle, Xmark } from 'iconoir-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './PlainButton.tsx'
import styles from './Snackbars.module.css'
import { dismiss, onSlots, readSlots, type Snack } from './snackbars.ts'

/** The two snackbars, plain and alert; mounted once. */
export function Snackbars() {
  const { plain, alert } = useSyncExternalStore(onSlots, readSlots)
  return (
    <div className={styles.host} data-print="away">
      <div role="status">{plain && <Snackbar key={plain.id} snack={plain} />}</div>
      <div role="alert">{alert && <Snackbar key={alert.id} snack={alert} />}</div>
    </div>
  )
}

const icons = { plain: InfoCircle, settled: CheckCircle, late: WarningTriangle }

function Snackbar({ snack }: { snack: Snack }) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = pointed || focused
  useVanishing(snack, paused)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking at it or reaching into it only holds the clock
    <div
      className={styles.snack}
      data-tone={snack.tone}
      data-paused={paused || undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon of={icons[snack.tone]} />
      <span className={styles.text}>{snack.text}</span>
      {snack.undo && (
        <>
          <span className={styles.time} style={{ animationDuration: `${snack.lasts}ms` }} />
          <button
            type="button"
            className={styles.undo}
            onClick={() => {
              snack.undo?.()
              dismiss(snack)
            }}
          >
            Annulla
          </button>
        </>
      )}
      <IconButton icon={Xmark} label="Chiudi" onClick={() => dismiss(snack)} />
    </div>
  )
}

function useVanishing(snack: Snack, paused: boolean) {
  const left = useRef(snack.lasts)
  useEffect(() => {
    if (paused) return
    const from = performance.now()
    const timer = setTimeout(() => dismiss(snack), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - from
    }
  }, [paused, snack])
}
