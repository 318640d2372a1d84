import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import styles from './CountdownDialog.module.css'
import { countdownLength } from './inactivity.ts'

/** Seconds left that a screen reader announces; announcing each second would drown everything else. */
const saidAt = [20, 10, 5]

/**
 * The inactivity countdown: two lines, the second one shrinking. A native dialog, so that it lies above whatever is
 * open. Escape stays connected.
 */
export function CountdownDialog({
  seconds,
  onStay,
  onLeave,
}: {
  seconds: number
  onStay: () => void
  onLeave: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    stay.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  const words = `${seconds} ${seconds === 1 ? 'secondo' : 'secondi'}`

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby="countdown-title"
      aria-describedby="countdown-text"
      onCancel={(event) => {
        event.preventDefault()
        onStay()
      }}
    >
      <h2 id="countdown-title" className={styles.title}>
        Sessione in scadenza
      </h2>
      <p id="countdown-text" className={styles.text}>
        Nessuna attività rilevata. Verrai disconnesso tra {words}.
      </p>
      <VisuallyHidden>
        <span role="status">{saidAt.includes(seconds) && `Ancora ${words}.`}</span>
      </VisuallyHidden>
      <div className={styles.lines} aria-hidden>
        <span />
        <span style={{ width: `${(seconds * 100_000) / countdownLength}%` }} />
      </div>
      <footer className={styles.actions}>
        <Button variant="default" onClick={onLeave}>
          Esci
        </Button>
        <Button ref={stay} onClick={onStay}>
          Resta connesso
        </Button>
      </footer>
    </dialog>
  )
}
