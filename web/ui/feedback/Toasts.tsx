import { CheckCircle, InfoCircle, WarningTriangle, Xmark } from 'iconoir-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../buttons/PlainButton.tsx'
import { Icon } from '../icons/Icon.tsx'
import styles from './Toasts.module.css'
import { dismissToast, onToasts, readToasts, type Toast } from './toast.ts'

/** The two toasts, plain and alert; mounted once. */
export function Toasts() {
  const { plain, alert } = useSyncExternalStore(onToasts, readToasts, () => noToasts)
  return (
    <div className={styles.host} data-print="away">
      <div role="status">{plain && <ToastCard key={plain.id} toast={plain} />}</div>
      <div role="alert">{alert && <ToastCard key={alert.id} toast={alert} />}</div>
    </div>
  )
}

/** What a page that was drawn beforehand shows. */
const noToasts: ReturnType<typeof readToasts> = { plain: null, alert: null }

const icons = { plain: InfoCircle, success: CheckCircle, danger: WarningTriangle }

function ToastCard({ toast }: { toast: Toast }) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = pointed || focused
  useVanishing(toast, paused)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking at it or reaching into it only holds the clock
    <div
      className={styles.toast}
      data-tone={toast.tone}
      data-paused={paused || undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon of={icons[toast.tone]} />
      <span className={styles.text}>{toast.text}</span>
      {toast.undo && (
        <>
          <span className={styles.time} style={{ animationDuration: `${toast.lasts}ms` }} />
          <button
            type="button"
            className={styles.undo}
            onClick={() => {
              toast.undo?.()
              dismissToast(toast)
            }}
          >
            Annulla
          </button>
        </>
      )}
      <IconButton icon={Xmark} label="Chiudi" onClick={() => dismissToast(toast)} />
    </div>
  )
}

function useVanishing(toast: Toast, paused: boolean) {
  const left = useRef(toast.lasts)
  useEffect(() => {
    if (paused) return
    const from = performance.now()
    const timer = setTimeout(() => dismissToast(toast), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - from
    }
  }, [paused, toast])
}
